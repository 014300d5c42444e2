import {
  type Alert,
  createOpsgraph,
  type Opsgraph,
  type ResourceGraph,
  type Suggestion,
  type Topology,
} from '@opsgraph/core'
import { createApp, createLogger, type Listener, listen } from '@opsgraph/http'
import { MemoryStore } from '@opsgraph/store-memory'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDemoTopologyId, isEmpty, loadDemo } from './load.mjs'
import { ENVIRONMENT_NODE, nodeId } from './otel-demo.mjs'

const KEY = 'the-key-of-this-test'
let listener: Listener
let server: { readonly url: string; readonly key: string }
let before: { readonly isEmpty: boolean; readonly topologyId: string | undefined }
let loaded: Awaited<ReturnType<typeof loadDemo>>

beforeAll(async () => {
  // The clock advances at each reading. With equal times, the alerts would be sorted by their ids.
  let now = Date.now()
  const opsgraph = createOpsgraph({ store: new MemoryStore(), adminKey: KEY, clock: () => new Date(now++) })
  const app = createApp({ opsgraph, baseUrl: () => listener.url, logger: createLogger('silent') })
  listener = await listen(app, { host: '127.0.0.1', port: 0 })
  server = { url: listener.url, key: KEY }
  before = { isEmpty: await isEmpty(server), topologyId: await findDemoTopologyId(server) }
  loaded = await loadDemo(server)
})

afterAll(async () => {
  await listener.close(0)
})

describe('the OpenTelemetry demo', () => {
  it('should be loaded into an empty database, but not twice', async () => {
    expect(before).toEqual({ isEmpty: true, topologyId: undefined })
    expect(loaded).toEqual({ topologyId: await findDemoTopologyId(server), nodes: 29, alerts: 14 })
    expect(await isEmpty(server)).toBe(false)
    await expect(loadDemo(server)).rejects.toThrow(/^POST \/api\/service_topology answered 409 instead of 201: /)
  })

  it('should draw every service once, each at a different position', async () => {
    const { topology } = await get<{ topology: Topology }>('/api/service_topology/astronomy-shop?column=service_name')
    const places = topology.nodes.map(({ position }) => JSON.stringify(position))
    expect(new Set(places).size).toBe(29)
    expect(topology.edges).toHaveLength(62)
  })

  it('should assign its alerts to nodes, except the alert of another environment', async () => {
    expect(await assignments()).toEqual({
      total: 14,
      assignments: {
        [nodeId('frontend')]: ['frontend HighLatency'],
        [nodeId('payment')]: ['payment ErrorRate'],
        [nodeId('kafka')]: ['kafka ConsumerLag'],
        [nodeId('checkout')]: ['checkout-7d9f ContainerRestarts', 'node-2 MemoryPressure'],
        [nodeId('product-catalog')]: ['product-catalog ErrorRate'],
        [nodeId('astronomy-db')]: [
          'astronomy-db QueryTimeouts',
          'volume-astronomy-db VolumeAlmostFull',
          'disk-sdb DiskFailing',
          'node-3 ClockSkew',
        ],
        [nodeId('flagd')]: ['flagd-5c8b SlowSync'],
        [nodeId('image-provider')]: ['image-provider-8f2a ProbeFailed'],
        [ENVIRONMENT_NODE]: ['edge-router LinkFlapping'],
      },
      rollups: {
        'checkout-7d9f ContainerRestarts': { nodeId: nodeId('checkout'), via: 'checkout' },
        'node-2 MemoryPressure': { nodeId: nodeId('checkout'), via: 'checkout' },
        'volume-astronomy-db VolumeAlmostFull': { nodeId: nodeId('astronomy-db'), via: 'astronomy-db' },
        'disk-sdb DiskFailing': { nodeId: nodeId('astronomy-db'), via: 'astronomy-db' },
        'node-3 ClockSkew': { nodeId: nodeId('astronomy-db'), via: 'astronomy-db' },
        'flagd-5c8b SlowSync': { nodeId: nodeId('flagd'), via: 'flagd' },
        'image-provider-8f2a ProbeFailed': { nodeId: nodeId('image-provider'), via: 'image-provider' },
      },
      unassigned: ['checkout ErrorRate'],
    })
  })

  it('should show the failing disk as the first root cause, with its path up to the database', async () => {
    const { services } = await get<{ services: readonly { readonly causes: readonly unknown[] }[] }>('/api/impact')
    expect(services).toMatchObject([{ service: 'astronomy-shop', severity: 'critical', counts: { critical: 3 } }])
    expect(services[0]?.causes[0]).toMatchObject({
      resource: 'disk-sdb',
      event: 'DiskFailing',
      explains: 4,
      nodeId: nodeId('astronomy-db'),
      path: ['disk-sdb', 'volume-astronomy-db', 'astronomy-db-0', 'astronomy-db'],
    })
  })

  it('should have no critical alert with another root cause than the failing disk', async () => {
    const { alerts } = await get<{ alerts: readonly Alert[] }>('/api/alerts?severity=critical')
    expect(alerts.map(({ resource }) => resource).sort()).toEqual(['astronomy-db', 'disk-sdb', 'product-catalog'])
    const roots = new Set<string>()
    for (const { id, resource } of alerts) {
      const { explainedBy } = await get<ImpactOfAlert>(`/api/alert/${id}/impact`)
      if (explainedBy.length === 0) roots.add(resource)
      for (const each of explainedBy) {
        const above = await get<ImpactOfAlert>(`/api/alert/${each.alertId}/impact`)
        if (above.explainedBy.length === 0) roots.add(each.resource)
      }
    }
    expect([...roots]).toEqual(['disk-sdb'])
  })

  it('should set the weight of alerts that keep customers from paying', async () => {
    const { alerts } = await get<{ alerts: readonly Alert[] }>('/api/alerts?page-size=100')
    const weighed = alerts.filter(({ attributes }) => attributes.weight === 10)
    expect(weighed.map(({ resource }) => resource).sort()).toEqual(['checkout', 'checkout-7d9f', 'payment'])
    expect(weighed.every(({ history }) => history.some(({ type }) => type === 'policy'))).toBe(true)
  })

  it('should suggest the nodes that the topology lacks', async () => {
    const path = `/api/service_topology/${await findDemoTopologyId(server)}/suggest?severity=warning`
    const { nodes, summary } = await get<Suggestion>(path, 'POST')
    const inProduction = (resource: string) => ({ environment: 'Production', resource })
    expect(summary).toEqual({
      newEnvironments: [],
      newResources: ['astronomy-db-0', 'volume-astronomy-db', 'edge-router'].map(inProduction),
      skippedEnvironments: ['Production'],
      skippedResources: [inProduction('frontend')],
    })
    expect(nodes.map(({ label }) => label)).toEqual(summary.newResources.map(({ resource }) => resource))
  })

  it('should have a path from the disk up to the load generator', async () => {
    const { ancestors = [] } = await get<ResourceGraph>('/api/resources/graph?resource=disk-sdb&environment=Production')
    const longest = ancestors.at(-1)
    expect(longest).toMatchObject({ resource: 'load-generator', depth: 6 })
    expect(longest?.path.slice(0, 4)).toEqual(['disk-sdb', 'volume-astronomy-db', 'astronomy-db-0', 'astronomy-db'])
  })
})

// Helpers

interface ImpactOfAlert {
  readonly explainedBy: readonly { readonly alertId: string; readonly resource: string }[]
}

interface AssignmentsAnswer {
  readonly total: number
  readonly alerts: readonly Alert[]
  readonly assignments: Readonly<Record<string, readonly string[]>>
  readonly rollups: Awaited<ReturnType<Opsgraph['readAssignments']>>['rollups']
  readonly unassigned: readonly string[]
}

async function get<Answer>(path: string, method = 'GET'): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, { method, headers: { Authorization: `Key ${KEY}` } })
  expect(response.status).toBe(200)
  return (await response.json()) as Answer
}

/** Reads the assignments. Each alert is shown as its resource and event instead of its id, which is generated. */
async function assignments(query = '') {
  const answer = await get<AssignmentsAnswer>(
    `/api/service_topology/${await findDemoTopologyId(server)}/assignments${query}`,
  )
  const names = new Map(answer.alerts.map(({ id, resource, event }) => [id, `${resource} ${event}`]))
  const named = (ids: readonly string[]) => ids.map((id) => names.get(id))
  return {
    total: answer.total,
    assignments: mapValues(answer.assignments, named),
    rollups: Object.fromEntries(Object.entries(answer.rollups).map(([id, rollup]) => [names.get(id), rollup])),
    unassigned: named(answer.unassigned),
  }
}

function mapValues(record: Readonly<Record<string, readonly string[]>>, change: (ids: readonly string[]) => unknown) {
  return Object.fromEntries(Object.entries(record).map(([key, ids]) => [key, change(ids)]))
}
