import { describe, expect, it } from 'vitest'
import { expectRefusal, useServer } from './test-server.js'

const server = useServer()
const CONFIG = '/api/webhook_config'
const PAYLOAD = { host: 'web', check: 'Down' }
const HOOK = {
  id: 'hook',
  enabled: true,
  fieldMappings: { resource: 'host', event: 'check' },
  defaultValues: { environment: 'Production', type: 'check', text: 'it is broken', severity: 'major' },
}

describe('a delivery that ends in an unexpected error', () => {
  it('should create alerts when it is replayed', async () => {
    expect(await replayed({}, 'transaction')).toMatchObject({ status: 200, body: { alerts_created: 1 } })
  })

  it.each([
    [
      'its sender was not authenticated',
      { authMode: 'header', authHeaderName: 'X-Secret', authSecret: 's' },
      'transaction',
    ],
    ['the authentication of its sender failed with the error', { authMode: 'api_key' }, 'apiKeys'],
  ])('should never create alerts if %s', async (_, auth, part) => {
    expectRefusal(await replayed(auth, part), 403, 'never becomes an alert')
    expect((await server.current.call('GET', '/api/alerts')).body.total).toBe(0)
  })
})

// Helpers

/** Sends a delivery to a server where one part of the store fails, then replays the delivery on a server that works. */
async function replayed(auth: Readonly<Record<string, unknown>>, part: string) {
  const { current } = server
  const made = await current.call('POST', '/api/key', { json: { scopes: ['write:alerts'] } })
  const { id: apiKeyId } = made.body.data as { readonly id: string }
  const json = { ...HOOK, ...auth, ...(auth.authMode === 'api_key' && { apiKeyId }) }
  expect((await current.call('POST', CONFIG, { json })).status).toBe(201)
  const bug = () => Promise.reject(new Error('a bug'))
  const broken = part === 'apiKeys' ? { readByDigest: bug } : bug
  const other = await current.another({ store: Object.assign(Object.create(current.store), { [part]: broken }) })
  const headers = { 'X-API-Key': 'any' }
  const sent = { key: null, body: JSON.stringify(PAYLOAD), headers }
  expectRefusal(await other.call('POST', '/api/webhooks/custom/hook', sent), 500, 'unexpected error')
  return await current.call('POST', `${CONFIG}/hook/replay`, { json: { history: 0 } })
}
