import { connect } from 'node:net'
import type { Scope, TopologyInput, Tracer } from '@opsgraph/core'
import { afterEach, describe, expect, it } from 'vitest'
import { STORY, type Step, send } from './api-story.js'
import { EventReader, type ReaderOptions } from './event-reader.js'
import { ADMIN, expectRefusal, textAt, useServer } from './test-server.js'
import { sampleGraph } from './topology-sample.js'

/** A look every 20 ms, so that the tests are short. The pauses in production are tested by their defaults. */
const TIMES = { look: 20, comment: 50, check: 20 }
const server = useServer(() => ({}), { eventTimes: TIMES })

describe('GET /api/events', () => {
  it('should begin with reset, and have the headers of a stream', async () => {
    const reader = await open()
    await reader.until(({ blocks }) => blocks.length > 0)
    expect(reader.blocks[0]).toBe('event: reset\ndata: {}')
    const { statusCode, headers } = reader.answer
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      ...{ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
      'x-request-id': expect.any(String),
    })
    expect(headers).not.toHaveProperty('content-length')
  })

  it('should warn in its first event if there is no such service, unless the key may not list services', async () => {
    const first = async (options: ReaderOptions) =>
      (await (await open(options)).until(({ blocks }) => blocks.length > 0)).blocks[0]
    const query = '?service=shpo'
    const warning = "there is no service 'shpo' now: if the name is misspelt, no event will come"
    expect(await first({ query })).toBe(`event: reset\ndata: ${JSON.stringify({ warning })}`)
    const key = await server.current.keyWith(['read:alerts'])
    expect(await first({ query, key })).toBe('event: reset\ndata: {}')
    await alert('disk', 'shpo')
    expect(await first({ query })).toBe('event: reset\ndata: {}')
  })

  it('should not compress the stream, whatever the reader accepts', async () => {
    const reader = await open({ headers: { 'Accept-Encoding': 'br, gzip' } })
    expect(reader.answer.headers).not.toHaveProperty('content-encoding')
    await reader.until(({ blocks }) => blocks[0] === 'event: reset\ndata: {}')
  })

  it('should tell that an alert is created, changed, closed and deleted, with exactly four fields', async () => {
    const reader = await open()
    const id = await alert('disk')
    await reader.hears(`alert created ${id}`)
    const [event] = reader.events.filter(({ kind }) => kind === 'alert')
    expect(event).toEqual({ kind: 'alert', id, change: 'created', time: expect.stringMatching(/^\d{4}-.*Z$/) })
    await server.current.call('PUT', `/api/alert/${id}/status`, { json: { status: 'ack' } })
    await reader.hears(`alert changed ${id}`)
    const changed = () => reader.told.filter((told) => told === `alert changed ${id}`).length
    const before = changed()
    await server.current.call('PUT', `/api/alert/${id}/status`, { json: { status: 'closed' } })
    await reader.until(() => changed() > before)
    await alert('disk')
    await reader.until(({ told }) => told.filter((one) => one === `alert created ${id}`).length === 2)
    await server.current.call('DELETE', `/api/alert/${id}`)
    await reader.hears(`alert deleted ${id}`)
  })

  it('should tell that a topology is created, changed and deleted', async () => {
    const reader = await open()
    const { opsgraph } = server.current
    const { id } = await opsgraph.createTopology(ADMIN, topologyOf('shop'))
    await reader.hears(`topology created ${id}`)
    await opsgraph.saveTopology(ADMIN, { id, body: { name: 'The shop' } })
    await reader.hears(`topology changed ${id}`)
    await opsgraph.deleteTopology(ADMIN, id)
    await reader.hears(`topology deleted ${id}`)
  })

  it('should tell the environment of relations that change', async () => {
    const reader = await open()
    const { opsgraph } = server.current
    const relation = await opsgraph.putRelation(ADMIN, { environment: 'Lab', resource: 'disk', parent: 'host' })
    await reader.hears('relation changed Lab')
    const count = () => reader.told.filter((told) => told === 'relation changed Lab').length
    const before = count()
    await opsgraph.deleteRelation(ADMIN, relation.id)
    await reader.until(() => count() > before)
    expect(reader.told.filter((told) => told.startsWith('relation') && !told.endsWith('Lab'))).toEqual([])
  })

  it('should tell that the state of a service has changed: hurt, acknowledged, recovered', async () => {
    const reader = await open({ query: '?kinds=impact' })
    const { opsgraph } = server.current
    const heard = async (change: () => Promise<unknown>) => {
      const before = reader.events.length
      await change()
      await opsgraph.noticeImpact()
      await reader.until(({ events }) => events.length > before)
      expect(reader.told.at(-1)).toBe('impact changed bank')
    }
    let id = ''
    await heard(async () => {
      id = await alert('vault')
    })
    await heard(() => server.current.call('PUT', `/api/alert/${id}/status`, { json: { status: 'ack' } }))
    await heard(() => server.current.call('PUT', `/api/alert/${id}/status`, { json: { status: 'closed' } }))
  })

  it.each(CONFIGURATION)('should tell that a list of the configuration has changed: %s', async (list, operation) => {
    const reader = await open({ query: '?kinds=config' })
    await perform(operation)
    await reader.hears(`config changed ${list}`)
    const others = reader.told.filter((told) => told !== `config changed ${list}`)
    // The webhook of the story has an alert policy.
    expect(others).toEqual(list === 'webhooks' ? ['config changed alertPolicies'] : [])
  })

  it('should tell nothing if nothing changes, only comments', async () => {
    const reader = await open()
    await reader.until(({ blocks }) => blocks.length >= 3)
    expect(reader.blocks.slice(1)).toEqual([': the connection lives', ': the connection lives'])
  })
})

describe('what a reader gets', () => {
  it('should be only the kinds that it asks for', async () => {
    const reader = await open({ query: '?kinds=relation,config' })
    await alert('disk')
    await server.current.opsgraph.putRelation(ADMIN, { environment: 'Lab', resource: 'disk', parent: 'host' })
    await reader.hears('relation changed Lab')
    expect(reader.told).toEqual(['relation changed Lab'])
  })

  it.each([
    ['?kinds=alert,alarm', "'alarm' is no kind of event; the kinds are alert, impact, topology, relation, config"],
    ['?kinds=', "'' is no kind"],
    ['?service=%20', 'service must not be blank'],
    ['?since=1', 'unknown query parameter: since'],
  ])('should be refused for "%s"', async (query, words) => {
    expectRefusal(await server.current.call('GET', `/api/events${query}`), 400, words)
  })

  it('should be what concerns a service, without relations and configuration', async () => {
    const reader = await open({ query: '?service=bank' })
    const { opsgraph } = server.current
    const [other, own] = [await alert('web', 'shop'), await alert('vault', 'bank')]
    await opsgraph.noticeImpact()
    await opsgraph.putRelation(ADMIN, { environment: 'Lab', resource: 'disk', parent: 'host' })
    await opsgraph.putCatalogService(ADMIN, { serviceId: 'bank', body: { name: 'Bank' } })
    const shop = await opsgraph.createTopology(ADMIN, topologyOf('shop'))
    const bank = await opsgraph.createTopology(ADMIN, topologyOf('bank'))
    await reader.hears(`topology created ${bank.id}`)
    await reader.hears('impact changed bank')
    const kinds = new Set(reader.told)
    expect(kinds).toEqual(new Set([`topology created ${bank.id}`, 'impact changed bank', `alert created ${own}`]))
    expect(JSON.stringify(reader.blocks)).not.toMatch(new RegExp(`${other}|${shop.id}`))
  })

  it('should be told that an alert has left a service, and that one of it has ended', async () => {
    const reader = await open({ query: '?service=bank&kinds=alert' })
    const id = await alert('vault', 'bank')
    await reader.hears(`alert created ${id}`)
    const before = reader.events.length
    await alert('vault', 'shop')
    await reader.until(({ events }) => events.length > before)
    const ended = await alert('safe', 'bank')
    await reader.hears(`alert created ${ended}`)
    await server.current.call('DELETE', `/api/alert/${ended}`)
    await reader.hears(`alert deleted ${ended}`)
  })

  const KINDS: readonly (readonly [readonly Scope[], readonly string[]])[] = [
    [['read:alerts'], ['alert', 'config maintenance']],
    [
      ['read:alerts', 'read:service_topologies'],
      ['alert', 'config alertPolicies', 'config maintenance', 'relation', 'topology'],
    ],
    [
      ['read:alerts', 'read:service_topologies', 'read:service_catalog'],
      [
        ...['alert', 'config alertPolicies', 'config catalog', 'config maintenance'],
        ...['impact', 'relation', 'topology'],
      ],
    ],
    [
      ['read:alerts', 'read:webhook_configs', 'read:keys'],
      ['alert', 'config apiKeys', 'config maintenance', 'config webhooks'],
    ],
  ]
  it.each(KINDS)('should leave out what a key with %j may not read', async (scopes, expected) => {
    const key = await server.current.keyWith(scopes)
    const reader = await open({ key })
    const all = await open()
    for (const [, operation] of CONFIGURATION.filter(([list]) => TRIED.includes(list))) await perform(operation)
    const { opsgraph } = server.current
    await opsgraph.putRelation(ADMIN, { environment: 'Lab', resource: 'disk', parent: 'host' })
    await opsgraph.createTopology(ADMIN, topologyOf('shop'))
    await alert('vault')
    await opsgraph.noticeImpact()
    await all.hears('impact changed bank')
    const last = await alert('last')
    await reader.hears(`alert created ${last}`)
    const kinds = reader.events.map(({ kind, id }) => (kind === 'config' ? `${kind} ${id}` : kind))
    expect([...new Set(kinds)].sort()).toEqual(expected)
  })

  it('should need the scope read:alerts', async () => {
    const key = await server.current.keyWith(['read:service_topologies'])
    expectRefusal(await server.current.call('GET', '/api/events', { key }), 403, 'read:alerts')
    expectRefusal(await server.current.call('GET', '/api/events', { key: null }), 401, 'API key')
  })
})

describe('the end of a stream', () => {
  it('should come when its key is deleted, gets other scopes or expires', async () => {
    const { opsgraph } = server.current
    const create = (user: string) => opsgraph.createApiKey(ADMIN, { user, scopes: ['read:alerts'] })
    const [deleted, changed, expired, kept] = [
      await create('a'),
      await create('b'),
      await create('c'),
      await create('d'),
    ]
    const readers = await Promise.all([deleted, changed, expired, kept].map(({ secret }) => open({ key: secret })))
    await opsgraph.deleteApiKey(ADMIN, deleted.key.id)
    await opsgraph.updateApiKey(ADMIN, { id: changed.key.id, body: { scopes: ['read:keys'] } })
    await opsgraph.updateApiKey(ADMIN, { id: expired.key.id, body: { expireTime: '2026-11-20T12:00:00Z' } })
    await Promise.all(readers.slice(0, 3).map((reader) => reader.over()))
    const id = await alert('disk')
    await readers[3]?.hears(`alert created ${id}`)
  })

  it('should come at once when the server stops', async () => {
    const other = await server.current.another({}, { eventTimes: TIMES })
    const reader = await EventReader.open(other)
    const stopped = other.stop(60_000)
    await reader.over()
    await stopped
  })

  it('should free its place, and be one line of the log', async () => {
    const reader = await open()
    expect(await readers()).toBe(1)
    expect(server.current.logLines.filter((line) => line.includes('/api/events'))).toEqual([])
    reader.close()
    await expect.poll(readers).toBe(0)
    const lines = server.current.logLines.filter((line) => line.includes('/api/events'))
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ route: '/api/events', status: 200, user: 'admin' }),
    ])
    const { duration } = JSON.parse(lines[0] ?? '') as { duration: number }
    expect(duration).toBeLessThan(1_000)
  })

  it('should not be awaited by the metrics: a stream is no request in flight', async () => {
    await open()
    const { text } = await server.current.call('GET', '/metrics')
    expect(text).toMatch(/^http_requests_in_flight 1$/m)
    expect(text).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/api\/events",status="200"\} 1/)
  })
})

describe('a tracer', () => {
  it('should get the span of a stream when the stream begins, and no span for looks', async () => {
    const spans: string[] = []
    const tracer: Tracer = {
      span: async (start, work) => {
        let { name } = start
        try {
          const rename = (other: string) => {
            name = other
          }
          return await work({ rename, set: () => undefined, fail: () => undefined })
        } finally {
          spans.push(name)
        }
      },
    }
    const other = await server.current.another({}, { eventTimes: TIMES, tracer })
    const reader = await EventReader.open(other)
    opened.push(reader)
    await expect.poll(() => spans).toContain('GET /api/events')
    expect(reader.isOver).toBe(false)
    const id = await alert('disk')
    await reader.hears(`alert created ${id}`)
    expect(spans).not.toContain('lookForEvents')
  })
})

describe('HEAD /api/events', () => {
  it('should answer the headers, and take no place', async () => {
    const { status, headers } = await server.current.call('HEAD', '/api/events')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    expect(await readers()).toBe(0)
  })
})

describe('a reader that receives nothing', () => {
  it('should be disconnected once its buffer is full, and disturb no other reader', { timeout: 30_000 }, async () => {
    const socket = connect(Number(new URL(server.current.url).port), '127.0.0.1')
    socket.on('error', () => undefined).pause()
    socket.write(`GET /api/events HTTP/1.1\r\nHost: x\r\nAuthorization: Key the-admin-secret\r\n\r\n`)
    await expect.poll(readers).toBe(1)
    const other = await open({ query: '?kinds=relation' })
    const before = process.memoryUsage().rss
    const gone = async () => /opsgraph_event_readers_lagging_total 1$/m.test(await metrics())
    // Environments with long names, so that few changes make many bytes. The operating system buffers some megabytes.
    for (let round = 0; !(await gone()); round++) {
      const environment = (at: number) => `${round}-${at}-${'x'.repeat(200)}`
      const relations = Array.from({ length: 5_000 }, (_, at) => ({
        ...{ environment: environment(at), resource: 'disk', parent: 'host' },
      }))
      await server.current.opsgraph.putRelations(ADMIN, { relations })
      await other.hears(`relation changed ${environment(0)}`)
      expect(round).toBeLessThan(50)
    }
    expect(await readers()).toBe(1)
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024)
    socket.destroy()
  })
})

// Helpers

function topologyOf(service: string): TopologyInput {
  return { service, name: service, description: '', ...sampleGraph(service) } as TopologyInput
}

const opened: EventReader[] = []
afterEach(() => {
  for (const reader of opened.splice(0)) reader.close()
})

async function open(options: ReaderOptions = {}): Promise<EventReader> {
  const reader = await EventReader.open(server.current, options)
  opened.push(reader)
  return reader
}

async function alert(resource: string, service = 'bank'): Promise<string> {
  const json = { environment: 'Production', resource, event: 'Down', severity: 'major', service: [service] }
  return textAt(await server.current.call('POST', '/api/alert', { json }), 'id')
}

async function metrics(): Promise<string> {
  return (await server.current.call('GET', '/metrics')).text
}

async function readers(): Promise<number> {
  return Number(/^opsgraph_event_readers (\d+)$/m.exec(await metrics())?.[1])
}

const TRIED: readonly string[] = ['alertPolicies', 'catalog', 'maintenance', 'webhooks', 'apiKeys']

/** For each list of the configuration, an operation that changes it. */
const CONFIGURATION = [
  ['catalog', 'putCatalogService'],
  ['redundancyRules', 'putRedundancyRule'],
  ['aliases', 'putResourceAlias'],
  ['alertPolicies', 'createAlertPolicy'],
  ['weightPolicies', 'createWeightPolicy'],
  ['relationPolicies', 'createRelationPolicy'],
  ['maintenance', 'createMaintenanceWindow'],
  ['webhooks', 'createWebhook'],
  ['subscriptions', 'createSubscription'],
  ['apiKeys', 'createApiKey'],
] as const

/** Sends the request that the story of the API has for an operation. */
async function perform(operation: string): Promise<void> {
  const step = STORY.find(({ id }) => id === operation)
  const { status, text } = await send(server.current, step as Step, new Map())
  expect([status, text]).toEqual([expect.toBeOneOf([200, 201]), expect.any(String)])
}
