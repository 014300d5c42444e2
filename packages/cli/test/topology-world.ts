import type { AuditEntry, CatalogService, Relation, Topology, TopologyPreview, WeightPolicy } from '@opsgraph/core'
import { bankDocument, PATH, shopDocument, type TopologyDoor } from './topology-door.js'

/** Reads all stored topologies over the HTTP API. */
export async function topologiesOf(door: TopologyDoor): Promise<readonly Topology[]> {
  return (await door.call<{ topologies: readonly Topology[] }>('GET', PATH)).topologies
}

export async function topologyOf(door: TopologyDoor, service: string): Promise<Topology> {
  return (await door.call<{ topology: Topology }>('GET', `${PATH}/${service}?column=service_name`)).topology
}

export async function idOfService(door: TopologyDoor, service: string): Promise<string> {
  return (await topologyOf(door, service)).id
}

export async function policiesOf(door: TopologyDoor): Promise<readonly WeightPolicy[]> {
  return (await door.call<{ topologies: readonly WeightPolicy[] }>('GET', `${PATH}_policy`)).topologies
}

export async function servicesOf(door: TopologyDoor): Promise<readonly CatalogService[]> {
  return (await door.call<{ services: readonly CatalogService[] }>('GET', '/api/service_catalog')).services
}

export async function relationsOf(door: TopologyDoor): Promise<readonly Relation[]> {
  return (await door.call<{ relations: readonly Relation[] }>('GET', '/api/resources/relations')).relations
}

/** Reads the audit entries, newest first. */
export async function auditOf(door: TopologyDoor): Promise<readonly AuditEntry[]> {
  return (await door.call<{ audit: readonly AuditEntry[] }>('GET', '/api/audit')).audit
}

/** Counters. A counter that is not given is 0. */
export function numbers(some: Readonly<Partial<Record<'create' | 'update' | 'remove' | 'unchanged', number>>>) {
  return { create: 0, update: 0, remove: 0, unchanged: 0, ...some }
}

/** Creates the topology of `shop` or `bank` over the HTTP API, without an import. */
export async function createTopology(door: TopologyDoor, service: 'shop' | 'bank'): Promise<Topology> {
  const { nodes, edges } = service === 'shop' ? shopDocument() : bankDocument()
  const body = { name: service, description: 'drawn', service, nodes, edges }
  return (await door.call<{ topology: Topology }>('POST', PATH, body)).topology
}

/** Plans the import of a file with one topology, and returns the preview of this topology. */
export async function previewOf(
  door: TopologyDoor,
  ...sent: Parameters<TopologyDoor['plan']>
): Promise<TopologyPreview> {
  const { previews: [preview] = [] } = await door.plan(...sent)
  if (preview === undefined) throw new Error('a preview was expected')
  return preview
}
