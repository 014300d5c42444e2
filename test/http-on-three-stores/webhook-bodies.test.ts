import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { expectRefusal } from '../../packages/http/test/test-server.js'
import { onThreeStores } from './on-three-stores.js'
import { alertsOf, CONFIG, createHook, DOWN, HOOK, histories, hmac, post } from './webhook-scene.js'

const TEXT = JSON.stringify(DOWN)
const ID = '6837492837498237489'
const MULTIPART = { 'Content-Type': 'multipart/form-data; boundary=XX' }
const SIGNED = { authMode: 'header', authHeaderScheme: 'hub', authSecret: 'It is a long secret' }

onThreeStores((server) => {
  const explain = (json: unknown) => server.current.call('POST', `${CONFIG}/hook/test`, { json })
  const replay = () => server.current.call('POST', `${CONFIG}/hook/replay`, { json: { history: 0 } })
  const packed = (body: Uint8Array, encoding: string) =>
    post(server.current, body, { headers: { 'Content-Encoding': encoding } })

  describe('a packed delivery', () => {
    it.each([
      ['gzip', gzipSync(TEXT)],
      ['deflate', deflateSync(TEXT)],
      ['br', brotliCompressSync(TEXT)],
    ])(
      'should be unpacked from %s after its signature was verified, which covers the bytes as sent',
      async (encoding, body) => {
        await createHook(server.current, SIGNED)
        const headers = {
          'Content-Encoding': encoding,
          'X-Hub-Signature-256': `sha256=${hmac(SIGNED.authSecret, body)}`,
        }
        expect((await post(server.current, body, { headers })).body).toMatchObject({ alerts_created: 1 })
        const wrong = { ...headers, 'X-Hub-Signature-256': `sha256=${hmac(SIGNED.authSecret, TEXT)}` }
        expectRefusal(await post(server.current, body, { headers: wrong }), 401, 'invalid signature')
        const { payloads } = await histories(server.current)
        expect(payloads).toMatchObject([{ payload: DOWN, sizeBytes: body.length }])
      },
    )

    it.each([
      [
        'a bomb in gzip',
        gzipSync(Buffer.alloc(50_000_000)),
        'gzip',
        413,
        'The unpacked body has more than 262144 bytes',
      ],
      ['a bomb in br', bombInBr(), 'br', 413, 'The unpacked body has more than 262144 bytes'],
      ['a body that is cut off', gzipSync(TEXT).subarray(0, -5), 'gzip', 400, 'Invalid gzip: the body is cut off'],
      ['a body in another encoding', gzipSync(TEXT), 'br', 400, 'Invalid br'],
      ['an unknown encoding', gzipSync(TEXT), 'zstd', 415, 'Content-Encoding zstd is not supported'],
      ['two encodings', gzipSync(gzipSync(TEXT)), 'gzip, gzip', 415, 'Content-Encoding gzip, gzip is not supported'],
    ] as const)('should be refused: %s', async (_, body, encoding, status, message) => {
      await createHook(server.current)
      expectRefusal(await packed(body, encoding), status, message)
      const { payloads, errors } = await histories(server.current)
      expect(payloads).toEqual([])
      const oversized = status === 413
      expect(errors).toMatchObject([{ httpStatus: status, payload: null, oversized, sizeBytes: body.length }])
    })
  })

  describe('a multipart delivery', () => {
    const FORM = {
      payloadFormat: 'form',
      jsonFields: ['data'],
      fieldMappings: { ...HOOK.fieldMappings, resource: 'data.host' },
    }

    it('should be read as a form without its files, kept as an object, and replayed', async () => {
      await createHook(server.current, FORM)
      const body = `${field('data', TEXT)}${field('check', 'Down')}${field('f', 'x', '; filename="a.png"')}--XX--`
      expect((await post(server.current, body, { headers: MULTIPART })).body).toMatchObject({ alerts_created: 1 })
      expect((await histories(server.current)).payloads).toMatchObject([{ payload: { data: TEXT, check: 'Down' } }])
      expect((await replay()).body).toMatchObject({ alerts_created: 1 })
      expect(await alertsOf(server.current)).toMatchObject([{ resource: DOWN.host, duplicateCount: 1 }])
      expect((await explain(body)).body).toMatchObject({ alerts: [{ alert: { resource: DOWN.host } }] })
    })

    it.each<[string, string, Record<string, string>, string]>([
      ['without an end', field('a', '1'), MULTIPART, 'the multipart body has no end'],
      ['without a boundary', field('a', '1'), { 'Content-Type': 'multipart/form-data' }, 'has no boundary'],
      ['of 100,000 parts', '--XX\r\n\r\n\r\n'.repeat(20_000), MULTIPART, 'has more than 1000 parts'],
    ])('should be refused with a clear answer: a body %s', async (_, body, headers, message) => {
      await createHook(server.current, FORM)
      expectRefusal(await post(server.current, body, { headers }), 400, message)
      expect((await histories(server.current)).errors).toMatchObject([{ httpStatus: 400, payload: null }])
    })
  })

  describe('a lenient webhook', () => {
    it('should read what tools without an encoder of JSON send', async () => {
      await createHook(server.current, { payloadFormat: 'lenient' })
      const sent = "{'host': 'web\n1', 'check': 'Down', /* none */ 'severity': 'major',}"
      expect((await post(server.current, sent)).body).toMatchObject({ alerts_created: 1 })
      expect(await alertsOf(server.current)).toMatchObject([{ resource: 'web\n1' }])
      expect((await explain(sent)).body).toMatchObject({ total: 1 })
    })

    it.each(['"', '[', "'"])('should answer quickly to 256 KiB of %j', async (sign) => {
      await createHook(server.current, { payloadFormat: 'lenient' })
      const begun = process.cpuUsage()
      expectRefusal(await post(server.current, sign.repeat(262_144)), 400, 'Invalid JSON at line 1, column ')
      const { user, system } = process.cpuUsage(begun)
      expect((user + system) / 1_000).toBeLessThan(2_000)
    })
  })

  describe('a webhook that reads the query', () => {
    const QUERY = { payloadFormat: 'query' }

    it('should map the parameters, without the API key, which is nowhere kept', async () => {
      await createHook(server.current, { ...QUERY, fieldMappings: { ...HOOK.fieldMappings, text: 'api-key' } })
      const url = '/api/webhooks/custom/hook?host=web+1&check=Down&severity=major&api-key=s3cret'
      expect((await server.current.call('POST', url, { key: null })).body).toMatchObject({ alerts_created: 1 })
      const { payloads } = await histories(server.current)
      expect(payloads).toMatchObject([{ payload: { host: 'web 1', check: 'Down', severity: 'major' } }])
      expect(JSON.stringify([payloads, await alertsOf(server.current)])).not.toContain('s3cret')
      expect((await server.current.call('GET', url, { key: null })).status).toBe(405)
      expectRefusal(await post(server.current, TEXT), 400, 'The query of the URL is empty')
    })

    it('should be refused with a signature', async () => {
      const json = { ...HOOK, ...SIGNED, ...QUERY }
      expectRefusal(await server.current.call('POST', CONFIG, { json }), 400, 'payloadFormat query cannot be used with')
    })
  })

  describe('the charset of a delivery', () => {
    it('should be honoured, or refused if it is unknown', async () => {
      await createHook(server.current)
      const headers = (charset: string) => ({ headers: { 'Content-Type': `application/json; charset=${charset}` } })
      const sent = Buffer.from(JSON.stringify({ ...DOWN, host: 'wüb' }), 'latin1')
      expect((await post(server.current, sent, headers('iso-8859-1'))).status).toBe(200)
      expect(await alertsOf(server.current)).toMatchObject([{ resource: 'wüb' }])
      expectRefusal(await post(server.current, sent, headers('klingon')), 415, 'The charset klingon is not supported')
      expectRefusal(await post(server.current, sent), 400, 'the body is not UTF-8')
    })
  })

  describe('a long integer', () => {
    it('should keep its digits in alerts, in the history and in replays', async () => {
      const fieldMappings = { ...HOOK.fieldMappings, resource: 'id', fingerprint: 'id', attributes: { id: 'id' } }
      await createHook(server.current, { fieldMappings })
      const sent = JSON.stringify({ ...DOWN, id: 0 }).replace('"id":0', `"id":${ID}`)
      expect((await post(server.current, sent)).body).toMatchObject({ alerts: [{ resource: ID }] })
      expect((await histories(server.current)).payloads).toMatchObject([{ payload: { id: ID } }])
      expect((await replay()).body).toMatchObject({ alerts: [{ resource: ID }] })
      const [alert] = await alertsOf(server.current)
      expect(alert).toMatchObject({ resource: ID, duplicateCount: 1, attributes: { id: ID } })
      const { body } = await server.current.call('GET', `/api/alert/${alert?.id}`)
      expect(body.alert).toMatchObject({ fingerprints: [{ fingerprint: ID }] })
    })
  })

  describe('base64Fields', () => {
    const config = { base64Fields: ['message.data'], jsonFields: ['message.data'], fieldMappings: FIELDS_IN_DATA }
    const sent = (data: string) => ({ message: { data }, check: 'Down', severity: 'major' })

    it('should be decoded before jsonFields, in replays too, and kept as they were sent', async () => {
      await createHook(server.current, config)
      const payload = sent(Buffer.from(TEXT).toString('base64'))
      expect((await post(server.current, payload)).body).toMatchObject({ alerts: [{ resource: DOWN.host }] })
      expect((await histories(server.current)).payloads).toMatchObject([{ payload, message: null }])
      expect((await replay()).body).toMatchObject({ alerts: [{ resource: DOWN.host }] })
      expect((await explain({ history: 0 })).body).toMatchObject({ alerts: [{ alert: { resource: DOWN.host } }] })
    })

    it('should warn of a text that is not base64', async () => {
      await createHook(server.current, { ...config, defaultValues: { ...HOOK.defaultValues, resource: 'unknown' } })
      const warning = 'base64Fields: message.data is not UTF-8 in base64, so it stays as it is'
      expect((await post(server.current, sent('***'))).body).toMatchObject({ alerts_created: 1, warnings: [warning] })
      expect((await histories(server.current)).payloads).toMatchObject([{ message: warning }])
    })
  })

  describe('the limit of a body', () => {
    it('should be the one of the configuration, before and after unpacking', async () => {
      const other = await server.current.another({ webhookBodyLimit: 1_000_000 })
      await createHook(other)
      const large = JSON.stringify({ ...DOWN, more: 'x'.repeat(900_000) })
      expect((await post(other, large)).status).toBe(200)
      expect((await post(other, gzipSync(large), { headers: { 'Content-Encoding': 'gzip' } })).status).toBe(200)
      expectRefusal(
        await post(other, ' '.repeat(1_000_001)),
        413,
        'The body has 1000001 bytes, the limit is 1000000 bytes',
      )
      const json = { config: HOOK, payload: large }
      expect((await other.call('POST', `${CONFIG}/test`, { json })).body).toMatchObject({ total: 1 })
    })
  })

  describe('truncatedAlerts', () => {
    it('should be a warning in the answer and the history', async () => {
      await createHook(server.current, { arrayPath: 'alerts' })
      const { body } = await post(server.current, { alerts: [DOWN], truncatedAlerts: 7 })
      const warning = expect.stringMatching(/^truncatedAlerts is 7: .*max_alerts/)
      expect(body).toMatchObject({ status: 'ok', alerts_created: 1, warnings: [warning] })
      expect((await histories(server.current)).payloads).toMatchObject([{ message: warning }])
      expect((await post(server.current, { alerts: [DOWN], truncatedAlerts: 0 })).body).not.toHaveProperty('warnings')
    })
  })
})

// Helpers

const FIELDS_IN_DATA = { ...HOOK.fieldMappings, resource: 'message.data.host' }

function field(name: string, value: string, more = ''): string {
  return `--XX\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
}

function bombInBr(): Buffer {
  return brotliCompressSync(Buffer.alloc(50_000_000), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
}
