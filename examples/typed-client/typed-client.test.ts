import { createOpsgraph } from '@opsgraph/core'
import { createApp, createLogger, type Listener, listen } from '@opsgraph/http'
import { MemoryStore } from '@opsgraph/store-memory'
import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import { addProbe, type Client, connect, drawShop, landingOf, postAsProbe, previewImport } from './client.js'
import type { components, operations } from './opsgraph.js'

const KEY = 'the-key-of-this-example'
let server: Listener
let client: Client

beforeEach(async () => {
  const opsgraph = createOpsgraph({ store: new MemoryStore(), adminKey: KEY })
  const app = createApp({ opsgraph, baseUrl: () => server.url, logger: createLogger('silent') })
  server = await listen(app, { host: '127.0.0.1', port: 0 })
  client = connect(server.url, KEY)
})
afterEach(() => server.close(0))

describe('the types', () => {
  /** `pnpm types` checks these types, which `pnpm build` generates from the OpenAPI document of the server. */
  it('should distinguish optional fields, nullable fields, and enumerated values', () => {
    type Schemas = components['schemas']
    expectTypeOf<Schemas['Relation']['sourceRef']>().toEqualTypeOf<string | null>()
    expectTypeOf<Schemas['Relation']['source']>().toEqualTypeOf<'manual' | 'event' | 'cmdb' | 'topology' | 'policy'>()
    expectTypeOf<Schemas['NewRelation']>().toExtend<{ environment?: string | null; parent: string }>()
    expectTypeOf<{ resource: string; parent: string }>().toExtend<Schemas['NewRelation']>()
    expectTypeOf<Schemas['Alert']['previousSeverity']>().toEqualTypeOf<Schemas['Severity'] | null>()
    expectTypeOf<'critical'>().toExtend<Schemas['Severity']>()
    expectTypeOf<'missingLabel'>().toExtend<Schemas['Issue']['code']>()
    expectTypeOf<'noSuchCode'>().not.toExtend<Schemas['Issue']['code']>()
    type Answers = operations['receiveDelivery']['responses']
    type Accepted = Answers[200]['content']['application/json']
    type Refused = Answers[400]['content']['application/json']
    expectTypeOf<Accepted['status']>().toEqualTypeOf<'ok' | 'partial'>()
    expectTypeOf<Extract<Accepted | Refused, { status: 'error' }>>().toEqualTypeOf<Refused>()
  })
})

describe('a client with these types', () => {
  it('should find the node of the database above a disk for an alert on the disk', async () => {
    const topology = await drawShop(client)
    const alert = { environment: 'Production', event: 'DiskFull', severity: 'critical' as const, service: ['shop'] }
    expect(await landingOf(client, topology, { ...alert, resource: 'disk-sdb' })).toEqual({
      node: 'database',
      via: 'database',
    })
    expect(await landingOf(client, topology, { ...alert, resource: 'database' })).toMatchObject({ node: 'database' })
    expect(await landingOf(client, topology, { ...alert, resource: 'x', service: ['other'] })).toBeUndefined()
  })

  it('should create an alert from a delivery to a webhook', async () => {
    expect(await addProbe(client)).toBe(`${server.url}/api/webhooks/custom/probe`)
    const payload = { host: 'web-1', messages: ['no answer'], isDown: true, labels: { region: 'eu' } }
    expect(await postAsProbe(client, payload)).toBe(1)
    const { data } = await client.GET('/api/alerts', { params: { query: { severity: ['critical', 'major'] } } })
    expect(data?.alerts).toMatchObject([{ resource: 'web-1', text: 'no answer', attributes: { region: 'eu' } }])
    expect(await postAsProbe(client, { messages: ['who?'] })).toBe('No alert was created')
  })

  it('should preview an import', async () => {
    const records = [{ resource: 'disk-sdb', environment: 'Production', parent: 'database' }, { resource: 'database' }]
    expect(await previewImport(client, records)).toEqual({ create: 1, update: 0, remove: 0, unchanged: 0 })
    const { data } = await client.GET('/api/resources/relations')
    expect(data?.total).toBe(0)
  })

  it('should throw the reason for a refusal', async () => {
    await drawShop(client)
    await expect(drawShop(client)).rejects.toThrow('shop')
    await expect(drawShop(connect(server.url, 'wrong'))).rejects.toThrow('API key')
  })
})
