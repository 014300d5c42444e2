import { describe, expect, it } from 'vitest'
import { expectRefusal, type TestServer, textAt } from '../../packages/http/test/test-server.js'
import { onThreeStores } from './on-three-stores.js'
import { CONFIG, createHook, HOOK } from './webhook-scene.js'

const LIST = '/api/webhook_configs'

onThreeStores((server) => {
  describe('the binding of an API key', () => {
    it('should be allowed for own keys, and for any key with admin, when the key is set or changed', async () => {
      const caller = await server.current.keyWith(['write:webhook_configs', 'write:keys', 'write:alerts'], 'ann')
      const [own, foreign] = [
        await newKey(server.current, { user: 'ann' }),
        await newKey(server.current, { user: 'bob' }),
      ]
      const bind = (apiKeyId: string, key: string, id: string) =>
        server.current.call('POST', CONFIG, { key, json: { ...HOOK, id, authMode: 'api_key', apiKeyId } })
      expectRefusal(await bind(foreign, caller, 'hook'), 403, 'only keys that you own')
      expect((await bind(own, caller, 'own')).status).toBe(201)
      const admin = await server.current.keyWith(['admin'], 'root')
      expect((await bind(foreign, admin, 'hook')).status).toBe(201)
      // The owner of the key is not checked, because the update does not change the key.
      const edited = await server.current.call('PUT', `${CONFIG}/hook`, {
        key: caller,
        json: { name: 'x', apiKeyId: foreign },
      })
      expect(edited.status).toBe(200)
      const taken = await server.current.call('PUT', `${CONFIG}/own`, { key: caller, json: { apiKeyId: foreign } })
      expectRefusal(taken, 403, 'only keys that you own')
    })

    it('should be refused for keys that cannot authenticate a delivery', async () => {
      const keys = [
        ['no-such-key', 'no such API key'],
        [await newKey(server.current, { expireTime: '2026-11-20T11:00:00Z' }), 'has expired'],
        [await newKey(server.current, { scopes: ['read:alerts', 'write:keys'] }), 'lacks write:alerts'],
      ] as const
      for (const [apiKeyId, words] of keys) {
        const json = { ...HOOK, authMode: 'api_key', apiKeyId }
        expectRefusal(await server.current.call('POST', CONFIG, { json }), 400, words)
      }
      expectRefusal(await server.current.call('POST', CONFIG, { json: { authMode: 'api_key' } }), 400, /^apiKeyId/)
    })
  })

  it('should need the scopes of webhook configs', async () => {
    await createHook(server.current)
    const none = await server.current.keyWith(['admin:alerts'])
    const reader = await server.current.keyWith(['read:webhook_configs'])
    const calls = [
      ['GET', LIST],
      ['GET', '/api/webhook_presets'],
      ['GET', `${CONFIG}/hook`],
    ] as const
    for (const [method, path] of calls) {
      expect((await server.current.call(method, path, { key: null })).status).toBe(401)
      expectRefusal(await server.current.call(method, path, { key: none }), 403, 'read:webhook_configs')
      expect((await server.current.call(method, path, { key: reader })).status).toBe(200)
    }
    for (const [method, path] of [
      ['POST', CONFIG],
      ['PUT', `${CONFIG}/hook`],
      ['DELETE', `${CONFIG}/hook`],
    ] as const) {
      expectRefusal(await server.current.call(method, path, { key: reader, json: {} }), 403, 'write:webhook_configs')
    }
    const trail = '/api/audit?event=webhook-config-updated&event=webhook-config-deleted'
    expect((await server.current.call('GET', trail)).body.total).toBe(0)
  })
})

// Helpers

async function newKey(server: TestServer, fields: object): Promise<string> {
  return textAt(await server.call('POST', '/api/key', { json: { scopes: ['write:alerts'], ...fields } }), 'data.id')
}
