import type { DrawnNode, Edge } from '@opsgraph/core'
import { queryOptions } from '@tanstack/react-query'
import { api, readBody } from './client.js'
import type { components } from './schema.js'
import type { Topology } from './schemas.js'

/** The body of the request that creates a topology. The server adds the service node. */
export type SentTopology = components['schemas']['NewTopology']

export async function createTopology(topology: SentTopology): Promise<Topology> {
  return (await readBody(api.POST('/api/service_topology', { body: topology }))).topology as Topology
}

/** The fields of a topology that the editor can change. The object is immutable, so each edit creates a new one. */
export interface EditedTopology extends Readonly<Pick<Topology, 'name' | 'description' | 'orientation'>> {
  readonly nodes: readonly DrawnNode[]
  readonly edges: readonly Edge[]
}

/**
 * Replaces the fields of a stored topology.
 *
 * @param version the `updateTime` of the version that the user edited; if the server has stored another version, it
 * refuses the save with 412
 */
export async function saveTopology(id: string, topology: EditedTopology, version: string): Promise<Topology> {
  const nodes = topology.nodes.map((node) => ({ ...node }))
  const edges = topology.edges.map((edge) => ({ ...edge }))
  const body = { ...topology, nodes, edges }
  const params = { path: { id }, header: { 'if-match': `"${version}"` } }
  return (await readBody(api.PUT('/api/service_topology/{id}', { params, body }))).topology as Topology
}

/** Reads a topology from the server and not from the cache. */
export async function readTopology(id: string): Promise<Topology> {
  return (await readBody(api.GET('/api/service_topology/{id}', { params: { path: { id } } }))).topology as Topology
}

/** Requests suggested nodes and edges for alerts whose resource has no node in the stored topology. Stores nothing. */
export async function requestSuggestion(id: string) {
  return await readBody(api.POST('/api/service_topology/{id}/suggest', { params: { path: { id } }, body: {} }))
}

/**
 * A query that reads the audit entry of the last save of a topology. The request fails if the key may not read the
 * audit trail.
 */
export function lastSaverQuery(id: string, version: string) {
  return queryOptions({
    queryKey: ['topology', id, 'last-saver', version],
    retry: false,
    queryFn: async ({ signal }) => {
      const query = { resourceId: [id], type: ['service-topology' as const], 'page-size': 1 }
      const { audit } = await readBody(api.GET('/api/audit', { params: { query }, signal }))
      return audit[0] ?? null
    },
  })
}
