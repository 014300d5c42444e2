import { createOpsgraph, type Opsgraph, type Store } from '@opsgraph/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgresServer } from '../../../test/once-a-run/postgres-server.js'
import { openPostgresStore, type PostgresStore } from '../src/index.js'

const ME = { user: 'me', scopes: ['admin'], requestId: null } as const
const P = { environment: 'P' }

describe('the impact that a server keeps', () => {
  let postgres: PostgresServer
  let stores: readonly PostgresStore[]
  let reads = 0
  let server: Opsgraph
  let other: Opsgraph
  beforeAll(async () => {
    postgres = await startPostgresServer()
    const connectionString = await postgres.createDatabase()
    stores = await Promise.all([openPostgresStore({ connectionString }), openPostgresStore({ connectionString })])
    server = createOpsgraph({ store: counting(stores[0] as Store, () => reads++) })
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
      () => received({ ...P, resource: 'db', event: 'Slow', severity: 'major', service: ['shop'] }),
      () => other.setAlertStatus(ME, { id: alert.id, status: 'ack' }),
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
      await expect.poll(() => isKept(server)).toBe(true)
    }
  })

  /** True if the second of two calls reads no alerts. */
  async function isKept(opsgraph: Opsgraph): Promise<boolean> {
    await opsgraph.readImpact(ME)
    const before = reads
    await opsgraph.readImpact(ME)
    return reads === before
  }

  async function received(alert: Parameters<Opsgraph['receiveAlert']>[1]) {
    const stored = await other.receiveAlert(ME, alert)
    if ('droppedBy' in stored) throw new Error('dropped')
    return stored
  }
})

// Helpers

/** A store that counts how often all active alerts are read. */
function counting(store: Store, count: () => void): Store {
  return new Proxy(store, {
    get: (target, key) => {
      if (key !== 'snapshot') return Reflect.get(target, key, target)
      const snapshot: Store['snapshot'] = (work) =>
        target.snapshot((parts) => {
          const activeOf: typeof parts.alerts.activeOf = (services, severities) => {
            if (services === undefined) count()
            return parts.alerts.activeOf(services, severities)
          }
          const alerts = new Proxy(parts.alerts, {
            get: (inner, name) => {
              if (name === 'activeOf') return activeOf
              const value: unknown = Reflect.get(inner, name, inner)
              return typeof value === 'function' ? value.bind(inner) : value
            },
          })
          return work({ ...parts, alerts })
        })
      return snapshot
    },
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
