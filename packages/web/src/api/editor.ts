import type { DrawnNode, Edge, Orientation } from '@opsgraph/core/browser'
import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from './client.js'
import type { components } from './schema.js'
import type { Topology } from './schemas.js'

/** What POST asks for: the server draws the service node. */
export type NewTopology = Pick<components['schemas']['NewTopology'], 'name' | 'description' | 'service' | 'orientation'>

export async function createTopology(topology: NewTopology): Promise<Topology> {
  return (await bodyOf(api.POST('/api/service_topology', { body: topology }))).topology as Topology
}

interface Save {
  readonly id: string
  /** All that a save replaces. */
  readonly topology: {
    readonly name: string
    readonly description: string
    readonly orientation: Orientation
    readonly nodes: readonly DrawnNode[]
    readonly edges: readonly Edge[]
  }
  /** The version that the edits were made on; the server refuses with 412 to save over another one. */
  readonly version: string
}

export async function saveTopology({ id, topology, version }: Save): Promise<Topology> {
  const { name, description, orientation } = topology
  const nodes = topology.nodes.map((node) => ({ ...node }))
  const edges = topology.edges.map((edge) => ({ ...edge }))
  const body = { name, description, orientation, nodes, edges }
  const params = { path: { id }, header: { 'if-match': `"${version}"` } }
  return (await bodyOf(api.PUT('/api/service_topology/{id}', { params, body }))).topology as Topology
}

/** The topology as it is stored at this moment. */
export async function readTopology(id: string): Promise<Topology> {
  return (await bodyOf(api.GET('/api/service_topology/{id}', { params: { path: { id } } }))).topology as Topology
}

/** Nodes and edges for alerts that are on no node of their own; made for the stored topology, and not stored. */
export async function suggest(id: string) {
  return await bodyOf(api.POST('/api/service_topology/{id}/suggest', { params: { path: { id } }, body: {} }))
}

/** Who saved a topology last; a key that may not read the trail is told nothing. */
export function lastSaverQuery(id: string, version: string) {
  return queryOptions({
    queryKey: ['topology', id, 'last-saver', version],
    retry: false,
    queryFn: async ({ signal }) => {
      const query = { resourceId: [id], type: ['service-topology'], 'page-size': 1 }
      const { audit } = await bodyOf(api.GET('/api/audit', { params: { query }, signal }))
      return audit[0] ?? null
    },
  })
}
