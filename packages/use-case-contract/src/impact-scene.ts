import type { Alert, AlertInput, Opsgraph, Topology } from '@opsgraph/core'
import { receiveAlert } from './receive-alert.js'
import { admin } from './stage.js'

/** The environment of all resources in these scenes. */
export const ENVIRONMENT = 'Production'

/** Creates the topology of a service. Its environment `Production` has a node for each resource. */
export async function createTopologyOf(
  opsgraph: Opsgraph,
  service: string,
  resources: readonly string[],
  edges: readonly (readonly [source: string, target: string])[] = [],
): Promise<Topology> {
  const id = (name: string) => `${service}/${name}`
  const below = new Set(edges.map(([, target]) => target))
  return await opsgraph.createTopology(admin, {
    name: service,
    description: '-',
    service,
    nodes: [
      { id: id(''), kind: 'service', label: service },
      { id: id(ENVIRONMENT), kind: 'environment', label: ENVIRONMENT },
      ...resources.map((label) => ({ id: id(label), kind: 'resource' as const, label })),
    ],
    edges: [
      { source: id(''), target: id(ENVIRONMENT) },
      ...resources.filter((name) => !below.has(name)).map((name) => ({ source: id(ENVIRONMENT), target: id(name) })),
      ...edges.map(([source, target]) => ({ source: id(source), target: id(target) })),
    ],
  })
}

/** Stores a relation from each resource to the next one: if a resource fails, the next one is affected. */
export async function chain(opsgraph: Opsgraph, ...resources: readonly string[]): Promise<void> {
  const relations = resources.slice(1).map((parent, at) => ({ resource: resources[at] as string, parent }))
  await opsgraph.putRelations(admin, { environment: ENVIRONMENT, relations })
}

/** Receives an alert about a resource. Unless the fields say otherwise, the alert is critical and names no service. */
export async function alertOn(opsgraph: Opsgraph, resource: string, fields: Partial<AlertInput> = {}): Promise<Alert> {
  return await receiveAlert(opsgraph, admin, {
    ...{ environment: ENVIRONMENT, resource, event: 'Down', severity: 'critical' },
    ...fields,
  })
}

/**
 * Creates topologies of the services `shop`, `payments` and `search`, and the relations disk → volume → container →
 * database → checkout: if the disk fails, the other four resources are affected. The topology of `shop` contains the
 * database and the checkout, that of `payments` contains only the checkout, and that of `search` contains none of these
 * resources.
 */
export async function shopOnADisk(opsgraph: Opsgraph): Promise<void> {
  await createTopologyOf(opsgraph, 'shop', ['checkout', 'database', 'cache'], [['checkout', 'database']])
  await createTopologyOf(opsgraph, 'payments', ['checkout'])
  await createTopologyOf(opsgraph, 'search', ['index'])
  await chain(opsgraph, 'disk', 'volume', 'container', 'database', 'checkout')
}

/** Reads the root causes of a service. */
export async function causesOf(opsgraph: Opsgraph, service: string) {
  const { items } = await opsgraph.readImpact(admin, { filters: { service: [service] } })
  return items.flatMap(({ causes }) => causes)
}
