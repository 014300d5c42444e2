import type { DrawnNode, Edge } from '@opsgraph/core'
import { queryOptions } from '@tanstack/react-query'
import { isForbidden } from './api-error.js'
import { api, readBody } from './client.js'
import { LIVE, listQuery, revalidate, type Versioned } from './queries.js'
import type { components, operations } from './schema.js'
import type { Assignments, Topology, TopologySummary } from './schemas.js'

/**
 * The number of topologies on a page of the list. This number is small, because one request for the impact names all
 * services on the page, and the length of its URL is limited.
 */
const PAGE_SIZE = 25

type ListRequest = NonNullable<operations['listTopologies']['parameters']['query']>

/** Reads a page of topologies without their graphs. */
async function listTopologies(request: ListRequest, signal: AbortSignal) {
  const query = { ...request, fields: 'summary' } as const
  const page = await readBody(api.GET('/api/service_topology', { params: { query }, signal }))
  return { ...page, topologies: page.topologies as readonly TopologySummary[] }
}

/**
 * A query that reads a page of topologies. The server sorts the topologies of all pages, the worst severity first
 * (rules.md#reading-topologies-5).
 */
export function topologiesQuery(page: number) {
  const request = { page, 'page-size': PAGE_SIZE, 'sort-by': 'severity' } as const
  return listQuery(['topologies', page], (signal) => listTopologies(request, signal))
}

/**
 * A query that reads a page of the topologies whose name is exactly this text, sorted by service. Before them, the first
 * page lists the topology of the service with this name, if it has another name.
 */
export function topologiesNamedQuery(text: string, page: number) {
  return listQuery(['topologies', 'named', text, page], async (signal) => {
    const list = (wanted: ListRequest) =>
      listTopologies({ ...wanted, 'page-size': PAGE_SIZE, 'sort-by': 'service' }, signal)
    const [named, ofService] = await Promise.all([list({ name: [text], page }), list({ service: [text] })])
    const others = ofService.topologies.filter(({ name }) => name !== text)
    const topologies = page === 1 ? [...others, ...named.topologies] : named.topologies
    return { ...named, total: named.total + others.length, topologies }
  })
}

/** A query that reads the topology with this id, without its graph; `null` = there is none. */
export function topologyOfIdQuery(id: string) {
  return queryOptions({
    queryKey: ['topologies', 'id', id],
    queryFn: async ({ signal }) => (await listTopologies({ id: [id] }, signal)).topologies[0] ?? null,
  })
}

type TopologyData = Versioned<{ readonly topology: TopologySummary }>

/** A query that reads a topology with its graph. While the topology does not change, the graph is not read again. */
export function topologyQuery(id: string) {
  const queryKey = ['topology', id]
  return queryOptions({
    ...LIVE,
    queryKey,
    queryFn: async ({ signal, client }): Promise<TopologyData> =>
      await revalidate(client.getQueryData(queryKey), (header) =>
        api.GET('/api/service_topology/{id}', { params: { path: { id }, header }, signal }),
      ),
    select: ({ body }) => body.topology as Topology,
  })
}

/** Converts a saved topology to the data of {@link topologyQuery}, so that it can be put into the cache. */
export function toQueryData(topology: Topology): TopologyData {
  return { body: { topology }, tag: null }
}

/** The alerts of a topology, and whether alerts may be missing. */
export type TopologyAlerts = Assignments & { readonly isPartial: boolean }

interface AssignmentsData extends Versioned<Assignments> {
  readonly isPartial: boolean
}

/**
 * A query that reads the active alerts that reach a topology, and the nodes to which they are assigned. If the key may
 * not read all alerts (403), the query reads only the alerts that name the topology's service, and sets `isPartial`.
 */
export function assignmentsQuery(id: string) {
  const queryKey = ['topology', id, 'assignments', 'graph']
  return queryOptions({
    ...LIVE,
    queryKey,
    queryFn: async ({ signal, client }): Promise<AssignmentsData> => {
      const cached = client.getQueryData<AssignmentsData>(queryKey)
      const read = async (isPartial: boolean) => {
        const query = { scope: isPartial ? 'service' : 'graph' } as const
        const answer = await revalidate(cached?.isPartial === isPartial ? cached : undefined, (header) =>
          api.GET('/api/service_topology/{id}/assignments', { params: { path: { id }, query, header }, signal }),
        )
        return answer === cached ? cached : { ...answer, isPartial }
      }
      try {
        return await read(false)
      } catch (error) {
        if (!isForbidden(error)) throw error
        return await read(true)
      }
    },
    select: ({ body, isPartial }): TopologyAlerts => ({ ...body, isPartial }),
  })
}

/** Exports a topology. Returns the text of the file, and the file name that the server proposes. */
export async function exportTopology(id: string): Promise<{ readonly name: string; readonly text: string }> {
  const { data, response } = await api.GET('/api/service_topology/{id}/export', {
    params: { path: { id } },
    parseAs: 'text',
  })
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1]
  return { name: name ?? 'topology.json', text: String(data) }
}

export async function deleteTopology(id: string): Promise<void> {
  await api.DELETE('/api/service_topology/{id}', { params: { path: { id } } })
}

/** The body of the request that creates a topology. The server adds the service node. */
type SentTopology = components['schemas']['NewTopology']

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
