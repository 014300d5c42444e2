import { createOpsgraph, type Opsgraph, OpsgraphError, type Severity, type Store } from '@opsgraph/core'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgresServer } from '../../../test/once-a-run/postgres-server.js'
import { propertyRuns } from '../../../test/run-length.js'
import { openPostgresStore, type PostgresStore } from '../src/index.js'

const ME = { user: 'me', scopes: ['admin'], requestId: null } as const
const P = { environment: 'P' }

describe('the impact that a server keeps', () => {
  let postgres: PostgresServer
  let stores: readonly PostgresStore[]
  /** How often the impact was computed again, and how many parts of the active alerts were read. */
  const counts = { computed: 0, parts: 0 }
  let server: Opsgraph
  let other: Opsgraph
  beforeAll(async () => {
    postgres = await startPostgresServer()
    const connectionString = await postgres.createDatabase()
    stores = await Promise.all([openPostgresStore({ connectionString }), openPostgresStore({ connectionString })])
    server = createOpsgraph({ store: counting(stores[0] as Store, counts) })
    other = createOpsgraph({ store: stores[1] as Store })
  })
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()))
    await postgres?.stop()
  })

  it('should be right after every kind of change by another server, and be computed only after a change', async () => {
    await other.putRelation(ME, { ...P, resource: 'disk', parent: 'db' })
    const alert = await received({ ...P, resource: 'disk', event: 'Full', severity: 'critical', service: ['mail'] })
    await server.readImpact(ME)
    await expect.poll(() => server.graphMemoryCounts().environments).toBe(1)
    const drawn = { name: 'Shop', description: '', service: 'shop', nodes: nodesOf('db'), edges: edgesOf('db') }
    const topology = await other.createTopology(ME, drawn)
    const entry = { name: 'The Shop', description: '', icon: '' }
    const changes: readonly (() => Promise<unknown>)[] = [
      async () => {},
      () => other.putRedundancyRule(ME, { ...P, resource: 'db', body: { minHealthy: 0 } }),
      () => other.deleteRedundancyRule(ME, { ...P, resource: 'db' }),
      () => received({ ...P, resource: 'db', event: 'Slow', severity: 'major', service: ['shop'] }),
      () => other.setAlertStatus(ME, { id: alert.id, body: { status: 'ack' } }),
      () => other.putRelation(ME, { ...P, resource: 'db', parent: 'web' }),
      () => other.putCatalogService(ME, { serviceId: 'shop', body: entry }),
      () =>
        other.putCatalogService(ME, { serviceId: 'shop', body: { ...entry, alertImpact: { severities: ['major'] } } }),
      () => other.saveTopology(ME, { id: topology.id, body: { nodes: nodesOf('web'), edges: edgesOf('web') } }),
      () => other.deleteRelationsOf(ME, { ...P, resource: 'db' }),
      () => other.deleteCatalogService(ME, 'shop'),
      () => other.deleteTopology(ME, topology.id),
      () => received({ ...P, resource: 'disk', event: 'Full', severity: 'normal', service: ['mail'] }),
      () => received({ environment: 'Q', resource: 'san', event: 'Down', severity: 'minor', service: [] }),
      () => other.deleteAlert(ME, alert.id),
    ]
    for (const change of changes) {
      await change()
      const fresh = createOpsgraph({ store: stores[1] as Store, graphMemory: 0 })
      expect(await server.readImpact(ME)).toEqual(await fresh.readImpact(ME))
      await expect.poll(() => isKept()).toBe(true)
    }
  })

  it('should be right after any sequence of changes by both servers', async () => {
    const property = fc.asyncProperty(fc.array(step(), { minLength: 1, maxLength: 25 }), async (steps) => {
      for (const { on, change, isRead } of steps) {
        await change(on === 'server' ? server : other)
        if (isRead) await expectFresh()
      }
      await expectFresh()
    })
    await fc.assert(property, propertyRuns(25))
  })

  it('should read only the changed alerts, and not be computed anew, if no relation has changed', async () => {
    await clear()
    await other.putRelation(ME, { ...P, resource: 'disk', parent: 'db' })
    await other.putRelation(ME, { ...P, resource: 'new', parent: 'db' })
    await received({ ...P, resource: 'db', event: 'Slow', severity: 'major', service: ['data'] })
    for (let at = 0; at < 30; at++) await received({ ...P, resource: `host-${at}`, event: 'Down', severity: 'minor' })
    await expect.poll(() => isKept()).toBe(true)
    const { id } = await received({ ...P, resource: 'disk', event: 'Full', severity: 'critical' })
    const changes = [
      async () => {},
      () => received({ ...P, resource: 'disk', event: 'Full', severity: 'major' }),
      () => received({ ...P, resource: 'host-7', event: 'Hot', severity: 'major' }),
      () => received({ ...P, resource: 'new', event: 'Down', severity: 'major' }),
      () => other.setAlertStatus(ME, { id, body: { status: 'closed' } }),
      () => received({ ...P, resource: 'disk', event: 'Full', severity: 'major' }),
      () => other.deleteAlert(ME, id),
    ]
    for (const change of changes) {
      await change()
      const before = { ...counts }
      await server.readImpact(ME)
      expect({ computed: counts.computed - before.computed, parts: counts.parts - before.parts }).toEqual({
        computed: 0,
        parts: expect.toSatisfy((parts: number) => parts <= 1),
      })
      await expectFresh()
    }
  })

  it('should read a changed alert once for itself and for the subscriptions that tell of single alerts', async () => {
    await clear()
    const time = new Date(0).toISOString()
    const address = { kind: 'sealed', fingerprint: '', nonce: '', ciphertext: '', tag: '' } as const
    await stores[1]?.subscriptions.save({
      ...{ id: 'each', name: 'Each', format: 'slack', url: '', address, secret: null, previousSecret: null },
      ...{ services: [], owners: [], minSeverity: 'major', filters: { operator: 'AND', clauses: [] } },
      ...{ kinds: ['alert'], waitSeconds: 0, repeatSeconds: null, unacknowledgedSeconds: null, enabled: true },
      ...{ createTime: time, updateTime: time },
    })
    const notify = async () => {
      const before = counts.parts
      await server.noticeImpact()
      return counts.parts - before
    }
    const owed = async () => (await stores[1]?.subscriptions.owedBy('each'))?.map(({ rank }) => rank)
    // The first call reads all alerts, the second one begins to share what is read.
    for (const severity of ['major', 'minor'] as const) {
      await received({ ...P, resource: 'disk', event: 'Full', severity })
      await notify()
    }
    await received({ ...P, resource: 'disk', event: 'Full', severity: 'critical' })
    expect(await notify()).toBe(1)
    expect(await owed()).toEqual([1])
    // The impact is read before the subscriptions look.
    await received({ ...P, resource: 'disk', event: 'Full', severity: 'major' })
    await server.readImpact(ME)
    expect(await notify()).toBe(0)
    expect(await owed()).toEqual([2])
    await stores[1]?.subscriptions.delete('each')
  })

  it('should be computed once for many requests after relations have changed', async () => {
    await received({ ...P, resource: 'disk', event: 'Full', severity: 'critical' })
    await expect.poll(() => isKept()).toBe(true)
    const before = counts.computed
    await other.putRelation(ME, { ...P, resource: 'disk', parent: 'switch' })
    const first = server.readImpact(ME)
    await other.putRelation(ME, { ...P, resource: 'switch', parent: 'rack' })
    await Promise.all([first, ...Array.from({ length: 50 }, () => server.readImpact(ME))])
    expect(counts.computed - before).toBeLessThanOrEqual(2)
    await expectFresh()
  })

  it('should return the same page while nothing has changed', async () => {
    await expect.poll(() => isKept()).toBe(true)
    const page = await server.readImpact(ME)
    expect(await server.readImpact(ME)).toBe(page)
    expect(await server.readImpact(ME, { healthy: false })).not.toBe(page)
    // The alert names a service, so it is shown whatever topologies the earlier tests have left.
    await received({ ...P, resource: 'disk', event: 'Full', severity: 'security', service: ['named'] })
    expect(await server.readImpact(ME)).not.toEqual(page)
    await expectFresh()
  })

  async function expectFresh(): Promise<void> {
    const fresh = createOpsgraph({ store: stores[1] as Store, graphMemory: 0 })
    expect(await server.readImpact(ME)).toEqual(await fresh.readImpact(ME))
  }

  /** Deletes all alerts. */
  async function clear(): Promise<void> {
    const { items } = await other.listAlerts(ME, { pageSize: 1_000 })
    for (const { id } of items) await other.deleteAlert(ME, id)
  }

  /** Whether the second of two calls computes nothing. */
  async function isKept(): Promise<boolean> {
    await server.readImpact(ME)
    const before = { ...counts }
    await server.readImpact(ME)
    return counts.computed === before.computed && counts.parts === before.parts
  }

  async function received(alert: Parameters<Opsgraph['receiveAlert']>[1]) {
    const stored = await other.receiveAlert(ME, alert)
    if ('outdated' in stored || 'droppedBy' in stored) throw new Error('dropped')
    return stored
  }
})

// Helpers

/**
 * A store that counts how often the whole catalog is read, which happens only if the impact is computed anew, and how
 * many parts of the active alerts are read.
 */
function counting(store: Store, counts: { computed: number; parts: number }): Store {
  const alertsOf = ({ alerts }: Pick<Store, 'alerts'>) =>
    watched(alerts, {
      activeInParts: (numbers: readonly number[], cached?: ReadonlyMap<string, number>) => {
        counts.parts += numbers.length
        return alerts.activeInParts?.(numbers, cached)
      },
    })
  return watched(store, {
    alerts: alertsOf(store),
    snapshot: (work: Parameters<Store['snapshot']>[0]) =>
      store.snapshot((parts) => {
        const list: typeof parts.catalog.list = (query) => {
          counts.computed++
          return parts.catalog.list(query)
        }
        return work({
          ...parts,
          catalog: watched(parts.catalog, { list }),
          alerts: alertsOf(parts),
        })
      }),
  })
}

/** Returns an object with some of its methods replaced. */
function watched<T extends object>(target: T, methods: object): T {
  return new Proxy(target, {
    get: (inner, name) => {
      const value: unknown = Reflect.get(name in methods ? methods : inner, name)
      return typeof value === 'function' && !(name in methods) ? value.bind(inner) : value
    },
  })
}

type Change = (opsgraph: Opsgraph) => Promise<unknown>

/** Generates a change by one of the two servers. Some changes are read at once, others together with the next ones. */
function step() {
  return fc.record({ on: fc.constantFrom('server', 'other'), change: change(), isRead: fc.boolean() })
}

function change(): fc.Arbitrary<Change> {
  const resource = fc.constantFrom('disk', 'db', 'web', 'san', 'lamp')
  const service = fc.constantFrom('shop', 'bank', 'mail')
  const key = fc.record({ environment: fc.constantFrom('P', 'P', 'P', 'Q'), resource })
  const event = fc.constantFrom('Full', 'Slow')
  const alert = fc.record({
    ...{ key, event },
    severity: fc.constantFrom('critical', 'major', 'warning', 'informational', 'normal'),
    resourceParent: fc.option(resource, { freq: 5 }),
    service: fc.subarray(['shop', 'mail', 'nobody']),
  })
  const receive = alert.map(
    ({ key, ...fields }): Change =>
      (opsgraph) =>
        opsgraph.receiveAlert(ME, { ...key, ...fields }),
  )
  const status = fc.record({ key, event, status: fc.constantFrom('open', 'ack', 'shelved', 'closed', 'expired') }).map(
    ({ key, event, status }): Change =>
      (opsgraph) => {
        const filters = { environment: [key.environment], resource: [key.resource], event: [event] }
        return opsgraph.setAlertStatuses(ME, { filters, status })
      },
  )
  const remove = resource.map(
    (name): Change =>
      async (opsgraph) => {
        const { items } = await opsgraph.listAlerts(ME, { filters: { resource: [name] }, pageSize: 1 })
        for (const { id } of items) await opsgraph.deleteAlert(ME, id)
      },
  )
  const relate = fc
    .record({ key, parent: resource })
    .filter(({ key, parent }) => key.resource !== parent)
    .map(
      ({ key, parent }): Change =>
        (opsgraph) =>
          opsgraph.putRelation(ME, { ...key, parent }),
    )
  const unrelate = key.map(
    (each): Change =>
      (opsgraph) =>
        opsgraph.deleteRelationsOf(ME, each),
  )
  const catalog = fc.record({ service, severities: fc.subarray<Severity>(['critical', 'major']) }).map(
    ({ service, severities }): Change =>
      (opsgraph) => {
        const body = { name: `The ${service}`, description: '', icon: '', alertImpact: { severities } }
        return opsgraph.putCatalogService(ME, { serviceId: service, body })
      },
  )
  const uncatalog = service.map(
    (name): Change =>
      (opsgraph) =>
        ignoringAbsence(opsgraph.deleteCatalogService(ME, name)),
  )
  const topology = fc.record({ service, resource }).map(
    ({ service, resource }): Change =>
      async (opsgraph) => {
        await ignoringAbsence(
          opsgraph.readTopologyBy(ME, 'service_name', service).then(({ id }) => opsgraph.deleteTopology(ME, id)),
        )
        const id = (name: string) => `${service}/${name}`
        const nodes = nodesOf(resource).map((node) => ({ ...node, id: id(node.id) }))
        const edges = edgesOf(resource).map(({ source, target }) => ({ source: id(source), target: id(target) }))
        await opsgraph.createTopology(ME, { name: service, description: '', service, nodes, edges })
      },
  )
  return fc.oneof(
    { weight: 8, arbitrary: receive },
    { weight: 4, arbitrary: status },
    ...[remove, relate, unrelate, catalog, uncatalog, topology].map((arbitrary) => ({ weight: 1, arbitrary })),
  )
}

async function ignoringAbsence(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof OpsgraphError && error.kind === 'notFound')) throw error
  })
}

function nodesOf(resource: string) {
  return [
    { id: 'service', kind: 'service', label: 'shop' },
    { id: 'P', kind: 'environment', label: 'P' },
    { id: resource, kind: 'resource', label: resource },
  ] as const
}

function edgesOf(resource: string) {
  return [
    { id: 'one', source: 'service', target: 'P' },
    { id: 'two', source: 'P', target: resource },
  ]
}
