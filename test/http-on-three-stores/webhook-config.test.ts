import { describe, expect, it } from 'vitest'
import { expectRefusal, type TestServer } from '../../packages/http/test/test-server.js'
import { onThreeStores } from './on-three-stores.js'
import { CONFIG, createHook, DOWN, HOOK, histories, post } from './webhook-scene.js'

const LIST = '/api/webhook_configs'
const STATIC = { authMode: 'header', authHeaderName: 'X-Secret', authSecret: 's3cret' }

onThreeStores((server) => {
  describe('POST /api/webhook_config', () => {
    it('should create a webhook, by default disabled and without a mapping', async () => {
      const { body } = await server.current.call('POST', CONFIG, { json: { id: 'a-B_9' } })
      expect(body).toMatchObject({
        ...{ status: 'ok', id: 'a-B_9', webhook_url: 'https://ops.example/api/webhooks/custom/a-B_9' },
        webhook_config: {
          ...{ id: 'a-B_9', name: 'a-B_9', enabled: false, createdBy: 'admin', authMode: 'none', apiKeyId: null },
          ...{ fieldMappings: {}, defaultValues: {}, payloadHistory: [], errorHistory: [] },
        },
      })
      expect((await server.current.call('GET', `${CONFIG}/a-B_9`)).body.webhook_config).toEqual(body.webhook_config)
    })

    it('should refuse an id in use, or with other characters, and not change the existing webhook', async () => {
      await createHook(server.current)
      const again = await server.current.call('POST', CONFIG, { json: { id: 'hook', name: 'other' } })
      expectRefusal(again, 409, 'exists already')
      expect((await read(server.current)).name).toBe('The hook')
      for (const id of ['', 'a.b', 'ä', 'a b']) {
        expectRefusal(await server.current.call('POST', CONFIG, { json: { id } }), 400, /^id must be of letters/)
      }
    })

    it('should enable a webhook only if it covers the required columns', async () => {
      const json = { ...HOOK, defaultValues: { environment: '  ', type: 'check' } }
      const message = 'Invalid field mappings: Missing required alert columns: environment, text'
      expectRefusal(await server.current.call('POST', CONFIG, { json }), 400, new RegExp(`^${message}$`))
      await createHook(server.current, { ...json, enabled: false })
      expectRefusal(await put(server.current, { enabled: true }), 400, new RegExp(`^${message}$`))
      expect((await read(server.current)).enabled).toBe(false)
      const enabled = await put(server.current, { enabled: true, defaultValues: HOOK.defaultValues })
      expect(enabled.body.webhook_config).toMatchObject({ enabled: true })
    })

    it('should store no secret without a SECRET_KEY', async () => {
      const bare = await server.current.another({ secretKey: '' })
      expectRefusal(await bare.call('POST', CONFIG, { json: { ...HOOK, ...STATIC } }), 400, 'SECRET_KEY')
    })

    it('should refuse a blank secret, and accept a short one with a warning', async () => {
      for (const authSecret of [' ', '\t \n']) {
        const json = { ...HOOK, ...STATIC, authHeaderScheme: 'generic', authSecret }
        expectRefusal(await server.current.call('POST', CONFIG, { json }), 400, /^authSecret must not be blank$/)
      }
      const created = await createHook(server.current, STATIC)
      expect(created.body.warnings).toEqual([shortSecret('authSecret')])
      expect((await put(server.current, { authSecret: 'x'.repeat(16) })).body.warnings).toEqual([])
      expect((await put(server.current, { authSecret: '******' })).body.warnings).toEqual([])
      const rotated = { authSecretPrevious: 'old', authSecretPreviousExpires: '2036-01-01T00:00:00Z' }
      expect((await put(server.current, rotated)).body.warnings).toEqual([shortSecret('authSecretPrevious')])
      expectRefusal(await put(server.current, { authSecret: '   ' }), 400, /^authSecret must/)
    })

    it('should warn of default values with which every alert is rejected', async () => {
      const defaultValues = { ...HOOK.defaultValues, severity: 'CRIT', timeout: '1h', service: ['shop'], value: 7 }
      const created = await createHook(server.current, { defaultValues })
      expect(created.body.warnings).toEqual(
        ['severity', 'timeout'].map((field) => ({
          ...{ code: 'refusedDefault', path: `defaultValues.${field}` },
          message: expect.stringContaining('alerts that get this default value are rejected'),
        })),
      )
      expect((await put(server.current, { defaultValues: HOOK.defaultValues })).body.warnings).toEqual([])
    })

    it('should take how often a delivery is expected, and refuse what is out of range', async () => {
      const created = await createHook(server.current, { expectEvery: 60, expectSeverity: 'critical' })
      const expectation = { expectEvery: 60, expectSeverity: 'critical', silentSince: null }
      expect(created.body.webhook_config).toMatchObject(expectation)
      expect((await server.current.call('GET', LIST)).body.webhook_configs).toMatchObject([expectation])
      for (const expectEvery of [59, 604_801, 60.5, '60', true, [60]]) {
        expectRefusal(await put(server.current, { expectEvery }), 400, /^expectEvery must be null, or a whole number/)
      }
      for (const expectSeverity of ['ok', 'cleared', 'normal', 'High', 5]) {
        expectRefusal(await put(server.current, { expectSeverity }), 400, /^expectSeverity must be one of security/)
      }
      const sentBack = await put(server.current, { ...(await read(server.current)), expectEvery: null })
      expect(sentBack.body.webhook_config).toMatchObject({ expectEvery: null, expectSeverity: 'critical' })
    })

    it('should report the faults of a mapping with their paths', async () => {
      const json = { id: 'hook', fieldMappings: { resource: { path: 'a', nope: 1 }, colour: 'x' } }
      const { status, body } = await server.current.call('POST', CONFIG, { json })
      expect([status, body.errors]).toMatchObject([400, [{ path: 'fieldMappings.colour', code: 'unknownField' }]])
    })
  })

  describe('PUT /api/webhook_config/<id>', () => {
    it('should merge fields, and replace whole mappings', async () => {
      await createHook(server.current, { ...STATIC, description: 'kept', sourceId: 'src', enabled: false })
      const changed = await put(server.current, { fieldMappings: { event: 'e' }, name: 'New', payloadHistory: [{}] })
      expect(changed.body.webhook_config).toMatchObject({
        ...{ name: 'New', description: 'kept', sourceId: 'src', defaultValues: HOOK.defaultValues },
        ...{ fieldMappings: { event: 'e' }, authSecretSet: true, payloadHistory: [] },
      })
      expect(changed.body.webhook_config).toEqual(await read(server.current))
    })

    it.each([undefined, '', '******'])('should keep the secret if %j is sent, and never show it', async (sent) => {
      await createHook(server.current, STATIC)
      const { text } = await put(server.current, {
        description: 'x',
        ...(sent !== undefined && { authSecret: sent }),
      })
      expect(text).not.toMatch(/s3cret|"authSecret"/)
      expect((await post(server.current, DOWN, { headers: { 'X-Secret': 's3cret' } })).status).toBe(200)
    })

    it('should clear the credentials of another mode', async () => {
      await createHook(server.current, STATIC)
      await put(server.current, { authMode: 'none' })
      expect(await read(server.current)).toMatchObject({ authMode: 'none', authSecretSet: false, authHeaderName: null })
      expectRefusal(await put(server.current, { ...STATIC, authSecret: '' }), 400, 'authSecret is required')
    })

    it('should answer 404 for an unknown id, also if the body is not valid, and refuse a change of the id', async () => {
      for (const body of ['{', '{"enabled": 3}']) {
        expectRefusal(await server.current.call('PUT', `${CONFIG}/none`, { body }), 404, 'webhook not found')
      }
      await createHook(server.current)
      expectRefusal(await put(server.current, { id: 'other' }), 400, /^id/)
    })
  })

  it('should delete a webhook with its histories, and read, change and delete a webhook with the id test', async () => {
    await createHook(server.current, { id: 'test' })
    await post(server.current, DOWN, { id: 'test' })
    expect((await histories(server.current, 'test')).payloads).toHaveLength(1)
    const path = `${CONFIG}/test`
    expect((await server.current.call('PUT', path, { json: { name: 'x' } })).status).toBe(200)
    expect((await server.current.call('DELETE', path)).body).toEqual({ status: 'ok' })
    for (const method of ['GET', 'DELETE']) {
      expectRefusal(await server.current.call(method, path), 404, 'webhook not found')
    }
    await createHook(server.current, { id: 'test' })
    expect(await histories(server.current, 'test')).toEqual({ payloads: [], errors: [] })
  })

  it('should list webhooks in pages, filtered and sorted, without payloads and mappings', async () => {
    await createHook(server.current, { id: 'b', sourceId: 's', ...STATIC })
    await createHook(server.current, { id: 'a', enabled: false })
    await post(server.current, DOWN, { id: 'a' })
    const ids = async (query: string) =>
      ((await server.current.call('GET', LIST + query)).body.webhook_configs as { id: string }[]).map(({ id }) => id)
    expect(await ids('')).toEqual(['b', 'a'])
    expect(await ids('?sort-by=id')).toEqual(['a', 'b'])
    for (const query of ['?enabled=1', '?enabled=true', '?sourceId=s', '?id=b', '?createdBy=admin&page-size=1']) {
      expect(await ids(query)).toEqual(['b'])
    }
    const { text, body } = await server.current.call('GET', `${LIST}?id=a&id=b`)
    expect(text).not.toMatch(/fieldMappings|payloadHistory"|s3cret|"authSecret"/)
    expect(body).toMatchObject({
      ...{ total: 2, page: 1, pageSize: 50, pages: 1, more: false, staleSecrets: [] },
      webhook_configs: [
        { id: 'b', payloadHistoryCount: 0, lastPayloadAt: null, authSecretSet: true, authSecretPlaintext: null },
        { id: 'a', payloadHistoryCount: 1, errorHistoryCount: 1, lastErrorAt: expect.stringMatching(/Z$/) },
      ],
    })
    for (const query of ['?enabled=maybe', '?nope=1', '?sort-by=nope', '?page=0']) {
      expect((await server.current.call('GET', LIST + query)).status).toBe(400)
    }
  })
})

// Helpers

async function read(server: TestServer) {
  return (await server.call('GET', `${CONFIG}/hook`)).body.webhook_config as Readonly<Record<string, unknown>>
}

function put(server: TestServer, json: object) {
  return server.call('PUT', `${CONFIG}/hook`, { json })
}

function shortSecret(path: string) {
  const advice = 'if the sender takes a longer one, make it with `openssl rand -hex 32`'
  return { code: 'shortSecret', path, message: `${path} has fewer than 16 characters and can be guessed: ${advice}` }
}
