import { describe, expect, it } from 'vitest'
import { expectRefusal, type TestServer, textAt } from '../../packages/http/test/test-server.js'
import { onThreeStores } from './on-three-stores.js'
import { alertsOf, CONFIG, createHook, DOWN, histories, hmac, INBOUND, post } from './webhook-scene.js'

const SECRET = 'c2VjcmV0LW9mLXRoZS10ZXN0LXdlYmhvb2s='
const BODY = JSON.stringify(DOWN)
/** The start time of the servers' clock, in seconds. The clock advances by one millisecond at each reading. */
const NOW = Date.parse('2026-11-20T12:00:00Z') / 1000

onThreeStores((server) => {
  describe('schemes of authMode header', () => {
    it.each<[string, object, (body: string) => Record<string, string>]>([
      ['static', { authHeaderName: 'X-Secret' }, () => ({ 'x-secret': SECRET })],
      ['generic', { authHeaderName: 'X-Sign' }, (body) => ({ 'X-Sign': hmac(SECRET, body) })],
      ['generic', { authHeaderName: 'X-Sign' }, (body) => ({ 'X-Sign': `sha256=${hmac(SECRET, body).toUpperCase()}` })],
      ['hub', {}, (body) => ({ 'X-Hub-Signature-256': `sha256=${hmac(SECRET, body)}` })],
      ['chat', {}, (body) => signedChat(body, NOW)],
      ['chat', {}, (body) => signedChat(body, NOW - 299)],
      ['standard', {}, (body) => signedStandard(body)],
    ])('should accept a sender that proves the secret, %s %j', async (scheme, fields, prove) => {
      await createHook(server.current, { ...HEADER, authHeaderScheme: scheme, ...fields })
      const accepted = await post(server.current, BODY, { headers: prove(BODY) })
      expect(accepted.body, accepted.text).toMatchObject({ status: 'ok', alerts_created: 1 })
      // The same JSON with spaces is refused, because the signature covers the bytes of the body.
      const spaced = JSON.stringify(DOWN, null, 1)
      if (scheme === 'static') return
      expect(await post(server.current, spaced, { headers: prove(BODY) })).toMatchObject({ status: 401 })
      expect(await post(server.current, spaced, { headers: prove(spaced) })).toMatchObject({ status: 200 })
    })

    it.each<[string, string, Record<string, string>]>([
      ['static', 'missing header', {}],
      ['static', 'invalid header', { 'X-Secret': 'wrong' }],
      ['generic', 'invalid signature', { 'X-Secret': hmac('wrong', BODY) }],
      // The answer must not contain the sent header. This value is too long to occur in the request id by chance.
      ['generic', 'invalid signature', { 'X-Secret': 'abcabcabcabcabc' }],
      ['generic', 'invalid signature', { 'X-Secret': `md5=${hmac(SECRET, BODY)}` }],
      ['hub', 'invalid signature', { 'X-Hub-Signature-256': hmac(SECRET, BODY) }],
      ['hub', 'missing header', {}],
      ['chat', 'missing header', { 'X-Chat-Signature': `v0=${hmac(SECRET, `v0:${NOW}:${BODY}`)}` }],
    ])('should refuse a sender that does not prove it, %s: %s, case %#', async (scheme, message, headers) => {
      await createHook(server.current, { ...HEADER, authHeaderScheme: scheme, authHeaderName: 'X-Secret' })
      const received = await post(server.current, BODY, { headers })
      expectRefusal(received, 401, new RegExp(`^${message}$`))
      expect(received.headers.get('www-authenticate')).toBe('Basic realm="opsgraph"')
      for (const value of Object.values(headers)) expect(received.text).not.toContain(value)
      expect(await alertsOf(server.current)).toEqual([])
    })

    it.each([NOW - 301, NOW + 302, -NOW, NOW * 1000, 'soon'])('should refuse the time %s', async (time) => {
      await createHook(server.current, { ...HEADER, authHeaderScheme: 'chat' })
      expect((await post(server.current, BODY, { headers: signedChat(BODY, time) })).status).toBe(401)
    })

    it('should accept both secrets during a rotation', async () => {
      await createHook(server.current, { ...HEADER, authHeaderName: 'X-Secret' })
      const rotation = { authSecret: 'the new one', authSecretPreviousExpires: '2026-11-20T12:00:30Z' }
      const { body } = await server.current.call('PUT', `${CONFIG}/hook`, { json: rotation })
      expect(body.webhook_config).toMatchObject({ authSecretPreviousSet: true })
      const tried = async (at: TestServer, secret: string) =>
        (await post(at, BODY, { headers: { 'X-Secret': secret } })).status
      expect([await tried(server.current, SECRET), await tried(server.current, 'the new one')]).toEqual([200, 200])
      const later = await server.current.another({ clock: () => new Date('2026-11-20T12:00:31Z') })
      expect([await tried(later, SECRET), await tried(later, 'the new one')]).toEqual([401, 200])
    })
  })

  describe('authMode api_key', () => {
    it('should accept the bound key in either header, but not in the query', async () => {
      const { secret } = await createBoundWebhook(server.current)
      for (const [name, value] of [
        ['Authorization', `Key ${secret}`],
        ['X-API-Key', secret],
      ] as const) {
        expect((await post(server.current, BODY, { headers: { [name]: value } })).status).toBe(200)
      }
      const query = await server.current.call('POST', `${INBOUND}/hook?api-key=${secret}`, { key: null, body: BODY })
      expectRefusal(query, 401, /^missing header$/)
      expect((await histories(server.current)).errors[0]).toMatchObject({ httpStatus: 401 })
      expectRefusal(await post(server.current, BODY), 401, /^missing header$/)
      expectRefusal(await post(server.current, BODY, { headers: { 'X-API-Key': 'x' } }), 401, /^invalid API key$/)
      const other = await server.current.keyWith(['write:alerts'])
      const refused = await post(server.current, BODY, { headers: { 'X-API-Key': other } })
      expectRefusal(refused, 401, /^API key does not match this webhook$/)
    })

    it('should refuse deliveries at once when the key loses its scope, expires or is deleted', async () => {
      const { id, secret } = await createBoundWebhook(server.current)
      const tried = () => post(server.current, BODY, { headers: { 'X-API-Key': secret } })
      const change = (json: object) => server.current.call('PUT', `/api/key/${id}`, { json })
      expect((await tried()).status).toBe(200)
      await change({ scopes: ['read'] })
      expectRefusal(await tried(), 401, /^API key lacks write:alerts$/)
      await change({ scopes: ['admin:alerts'] })
      expect((await tried()).status).toBe(200)
      await change({ expireTime: '2026-11-20T12:00:00Z' })
      expectRefusal(await tried(), 401, /^invalid API key$/)
      await server.current.call('DELETE', `/api/key/${id}`)
      expectRefusal(await tried(), 401, /^invalid API key$/)
      const { body } = await server.current.call('GET', `${CONFIG}/hook`)
      expect(body.webhook_config).toMatchObject({ authMode: 'api_key', apiKeyId: id })
    })

    it('should record the use of the key', async () => {
      const { id, secret } = await createBoundWebhook(server.current)
      await post(server.current, BODY, { headers: { 'X-API-Key': secret } })
      const { body } = await server.current.call('GET', `/api/key/${id}`)
      expect(body.data).toMatchObject({ lastUsedTime: expect.stringMatching(/^2026/) })
    })
  })

  it('should show no secret, signature or key, except where the rules allow it', async () => {
    const { secret: key } = await createBoundWebhook(server.current)
    await createHook(server.current, { ...HEADER, id: 'signed', authHeaderScheme: 'generic', authHeaderName: 'X-Sign' })
    await createHook(server.current, { ...HEADER, id: 'static', authHeaderName: 'X-Secret' })
    const signature = hmac(SECRET, BODY)
    const proofs = [
      ['X-Sign', signature],
      ['X-Sign', `${signature}0`],
      ['X-Secret', SECRET],
      ['X-API-Key', key],
    ] as const
    const ids = ['signed', 'static', 'hook']
    const answers = await sendAll(
      server.current,
      proofs.flatMap(([name, value]) => ids.map((id) => ({ id, headers: { [name]: value } }))),
    )
    for (const id of ids) answers.push(JSON.stringify(await histories(server.current, id)))
    for (const path of ['/metrics', '/api/audit', '/api/alerts', `${CONFIG}/static`, `${CONFIG}/hook`]) {
      answers.push((await server.current.call('GET', path)).text)
    }
    answers.push(...server.current.logLines)
    expect(answers.filter((text) => [SECRET, signature, key].some((word) => text.includes(word)))).toEqual([])
    expect(textAt(await server.current.call('GET', `${CONFIG}/signed`), 'webhook_config.authSecretPlaintext')).toBe(
      SECRET,
    )
  })
})

// Helpers

const HEADER = { authMode: 'header', authSecret: SECRET }

function signedChat(body: string, time: number | string) {
  const signature = `v0=${hmac(SECRET, `v0:${time}:${body}`)}`
  return { 'X-Chat-Signature': signature, 'X-Chat-Request-Timestamp': String(time) }
}

function signedStandard(body: string) {
  const key = Buffer.from(SECRET, 'base64').toString('latin1')
  const signature = Buffer.from(hmac(key, `msg_1.${NOW}.${body}`), 'hex').toString('base64')
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': String(NOW), 'webhook-signature': `v1,AAAA v1,${signature}` }
}

/** Sends all deliveries, and returns the texts of the answers. */
async function sendAll(
  server: TestServer,
  deliveries: readonly { readonly id: string; readonly headers: Readonly<Record<string, string>> }[],
): Promise<string[]> {
  const answers = await Promise.all(deliveries.map((delivery) => post(server, BODY, delivery)))
  return answers.map(({ text }) => text)
}

/** Creates an API key, and a webhook that requires this key. */
async function createBoundWebhook(server: TestServer) {
  const created = await server.call('POST', '/api/key', { json: { scopes: ['write:alerts'] } })
  const id = textAt(created, 'data.id')
  await createHook(server, { authMode: 'api_key', apiKeyId: id })
  return { id, secret: textAt(created, 'key') }
}
