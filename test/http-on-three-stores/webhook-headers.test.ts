import { describe, expect, it } from 'vitest'
import { rawRequest } from '../../packages/http/test/raw-request.js'
import { expectRefusal, type TestServer } from '../../packages/http/test/test-server.js'
import { onThreeStores } from './on-three-stores.js'
import { alertsOf, CONFIG, createHook, DOWN, HOOK, histories, hmac, INBOUND, post } from './webhook-scene.js'

const BODY = JSON.stringify(DOWN)
/** The start time of the servers' clock, in seconds. The clock advances by one millisecond at each reading. */
const NOW = Date.parse('2026-11-20T12:00:00Z') / 1000
const KEY = 'c2VjcmV0LW9mLXRoZS10ZXN0LXdlYmhvb2s='

onThreeStores((server) => {
  describe('the scheme standard', () => {
    it.each<[string, Record<string, string>, string]>([
      ['no id', { 'webhook-id': '' }, 'invalid header'],
      ['another id', { 'webhook-id': 'msg_2' }, 'invalid signature'],
      ['an old time', { 'webhook-timestamp': String(NOW - 301) }, 'invalid timestamp'],
      ['a future time', { 'webhook-timestamp': String(NOW + 302) }, 'invalid timestamp'],
      ['milliseconds', { 'webhook-timestamp': String(NOW * 1000) }, 'invalid timestamp'],
      ['another time', { 'webhook-timestamp': String(NOW - 1) }, 'invalid signature'],
      ['no version', { 'webhook-signature': signStandard()['webhook-signature'].slice(3) }, 'invalid signature'],
      [
        'another version',
        { 'webhook-signature': signStandard()['webhook-signature'].replace('v1', 'v2') },
        'invalid signature',
      ],
      ['hex', { 'webhook-signature': `v1,${hmac('x', BODY)}` }, 'invalid signature'],
    ])('should refuse %s', async (_, headers, message) => {
      await createHook(server.current, { ...HEADER, authHeaderScheme: 'standard' })
      const signed = { ...signStandard(), ...headers }
      expectRefusal(await post(server.current, BODY, { headers: signed }), 401, new RegExp(`^${message}$`))
      expect(await alertsOf(server.current)).toEqual([])
    })

    it('should accept a valid one of several signatures, with or without whsec_ before the secret', async () => {
      await createHook(server.current, { ...HEADER, authSecret: `whsec_${KEY}`, authHeaderScheme: 'standard' })
      const { 'webhook-signature': right, ...rest } = signStandard()
      const wrong = `v1,${'A'.repeat(43)}=`
      for (const signature of [`${right} ${wrong}`, `${wrong} v1a,other ${right}`]) {
        expect(
          (await post(server.current, BODY, { headers: { ...rest, 'webhook-signature': signature } })).status,
        ).toBe(200)
      }
    })
  })

  describe('unusual requests', () => {
    it.each([
      ['generic', 'X-Sign', hmac(KEY, BODY)],
      ['static', 'X-Sign', KEY],
      ['hub', 'X-Hub-Signature-256', `sha256=${hmac(KEY, BODY)}`],
    ])('should refuse a repeated header, %s, and accept it in upper and lower case', async (scheme, name, proof) => {
      await createHook(server.current, { ...HEADER, authHeaderScheme: scheme, authHeaderName: 'X-Sign' })
      expect(await sendRaw(server.current, [`${name}: ${proof}`, `${name.toLowerCase()}: ${proof}`])).toMatch(
        / 401 .*"invalid header"/s,
      )
      expect(await sendRaw(server.current, [`${name.toUpperCase()}: ${proof}`])).toMatch(/^HTTP\/1.1 200 /)
      expect((await histories(server.current)).errors[0]?.message).toMatch(/was sent 2 times$/)
    })

    it('should refuse two different API keys, and accept the same key twice', async () => {
      const created = await server.current.call('POST', '/api/key', { json: { scopes: ['write:alerts'] } })
      const [{ id: apiKeyId }, key] = [created.body.data as { id: string }, created.body.key]
      await createHook(server.current, { authMode: 'api_key', apiKeyId })
      expect(await sendRaw(server.current, [`X-API-Key: ${key}`, 'X-API-Key: other'])).toMatch(
        / 401 .*"invalid header"/s,
      )
      expect(await sendRaw(server.current, [`X-API-Key: ${key}`, `authorization: key ${key}`])).toMatch(
        /^HTTP\/1.1 200 /,
      )
    })

    it('should accept a chunked body with any content type, and refuse an unknown encoding and a form', async () => {
      await createHook(server.current)
      const chunked = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`
      expect(
        await sendRaw(server.current, ['Transfer-Encoding: chunked', 'Content-Type: text/plain'], chunked),
      ).toMatch(/^HTTP\/1.1 200 /)
      const headers = { 'Content-Encoding': 'zstd' }
      expectRefusal(await post(server.current, BODY, { headers }), 415, 'zstd is not supported')
      expectRefusal(
        await post(server.current, `payload=${encodeURIComponent(BODY)}`),
        400,
        'content type application/json',
      )
    })
  })

  describe('the fields of an authMode', () => {
    it.each<[object, string]>([
      [{ authMode: 'header', authHeaderName: 'X' }, 'authSecret is required'],
      [{ authMode: 'header', authSecret: 's' }, 'authHeaderName is required by the scheme static'],
      [
        { authMode: 'header', authSecret: 's', authHeaderScheme: 'generic' },
        'authHeaderName is required by the scheme generic',
      ],
      [{ authMode: 'header', authSecret: 's!', authHeaderScheme: 'standard' }, 'authSecret must be whsec_ and base64'],
      [{ authMode: 'api_key' }, 'apiKeyId is required'],
      [{ deduplication: { header: 'X Id', ttlSeconds: 5 } }, 'deduplication.header is no name of a header'],
    ])('should be required: %j', async (fields, words) => {
      expectRefusal(await server.current.call('POST', CONFIG, { json: { ...HOOK, ...fields } }), 400, words)
      expectRefusal(await server.current.call('GET', `${CONFIG}/hook`), 404, 'webhook not found')
    })

    it.each(['hub', 'chat', 'standard'])(
      'should have a fixed header for %s, and a secret that can be read again',
      async (scheme) => {
        await createHook(server.current, { ...HEADER, authHeaderScheme: scheme, authHeaderName: 'X-Mine' })
        const { body } = await server.current.call('GET', `${CONFIG}/hook`)
        expect(body.webhook_config).toMatchObject({
          authSecretPlaintext: KEY,
          authSecretSet: true,
          authSecretStale: false,
        })
        expect(body.webhook_config).not.toMatchObject({ authHeaderName: 'X-Mine' })
      },
    )

    it('should be cleared with another mode, including the API key, and histories in a body be ignored', async () => {
      const { body } = await server.current.call('POST', '/api/key', { json: { scopes: ['write:alerts'] } })
      const { id: apiKeyId } = body.data as { id: string }
      await createHook(server.current, { authMode: 'api_key', apiKeyId, payloadHistory: [{}], errorHistory: [{}] })
      const put = (json: object) => server.current.call('PUT', `${CONFIG}/hook`, { json })
      expect((await put({ authMode: 'none' })).body.webhook_config).toMatchObject({ apiKeyId: null })
      expectRefusal(await put({ authMode: 'api_key' }), 400, 'apiKeyId is required')
      expect(await histories(server.current)).toEqual({ payloads: [], errors: [] })
    })
  })
})

// Helpers

const HEADER = { authMode: 'header', authSecret: KEY }

/** The headers of a valid signature by the scheme `standard`. The key is given in base64. */
function signStandard() {
  const key = Buffer.from(KEY, 'base64').toString('latin1')
  const signature = Buffer.from(hmac(key, `msg_1.${NOW}.${BODY}`), 'hex').toString('base64')
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': String(NOW), 'webhook-signature': `v1,${signature}` }
}

/**
 * Sends a delivery with exactly these headers. It does not use `fetch`, which would combine headers of the same name.
 */
function sendRaw(server: TestServer, headers: readonly string[], body?: string): Promise<string> {
  const length = body === undefined ? [`Content-Length: ${BODY.length}`] : []
  const head = [`POST ${INBOUND}/hook HTTP/1.1`, 'Host: ops.example', 'Connection: close', ...length, ...headers]
  return rawRequest(server.url, `${head.join('\r\n')}\r\n\r\n`, body ?? BODY)
}
