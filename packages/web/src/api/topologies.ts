import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.js'
import { api, bodyOf } from './client.js'
import { withGraphs } from './listed-topologies.js'
import { REFRESH } from './query-client.js'
import type { Assignments, Topology } from './schemas.js'

/**
 * The number of topologies on a page of the list. This number is small, because one request for the impact names all
 * services on the page, and the length of its URL is limited.
 */
const PAGE_SIZE = 25
const FORBIDDEN = 403

/**
 * A query that reads a page of topologies. The server sorts the topologies of all pages, the worst severity first
 * (rules.md#reading-topologies-5).
 */
export function topologiesQuery(page: number) {
  return queryOptions({
    queryKey: ['topologies', page],
    refetchInterval: REFRESH,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { page, 'page-size': PAGE_SIZE, 'sort-by': 'severity' } as const
      return withGraphs(await bodyOf(api.GET('/api/service_topology', { params: { query }, signal })))
    },
  })
}

/**
 * A query that reads a page of the topologies whose name is exactly `called`, sorted by service. In addition, the first
 * page begins with the topologies of the service `called` that have another name.
 */
export function topologiesCalledQuery(called: string, page: number) {
  return queryOptions({
    queryKey: ['topologies', 'called', called, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const list = async (wanted: { readonly name: string[] } | { readonly service: string[] }, at: number) => {
        const query = { ...wanted, page: at, 'page-size': PAGE_SIZE, 'sort-by': 'service' } as const
        return withGraphs(await bodyOf(api.GET('/api/service_topology', { params: { query }, signal })))
      }
      const [named, ofService] = await Promise.all([list({ name: [called] }, page), list({ service: [called] }, 1)])
      const others = ofService.topologies.filter(({ name }) => name !== called)
      const topologies = page === 1 ? [...others, ...named.topologies] : named.topologies
      return { ...named, total: named.total + others.length, topologies }
    },
  })
}

/** A query that reads the topology with this id; the result is `null` if there is none. */
export function topologyOfIdQuery(id: string) {
  return queryOptions({
    queryKey: ['topologies', 'id', id],
    queryFn: async ({ signal }) => {
      const query = { id: [id] }
      const page = await bodyOf(api.GET('/api/service_topology', { params: { query }, signal }))
      return withGraphs(page).topologies[0] ?? null
    },
  })
}

export function topologyQuery(id: string) {
  return queryOptions({
    queryKey: ['topology', id],
    refetchInterval: REFRESH,
    queryFn: async ({ signal }) => {
      const path = { id }
      const { topology } = await bodyOf(api.GET('/api/service_topology/{id}', { params: { path }, signal }))
      return topology as Topology
    },
  })
}

/** The alerts of a topology, and whether alerts may be missing. */
export type KnownAssignments = Assignments & { readonly isPartial: boolean }

/**
 * A query that reads the active alerts that reach a topology, and the nodes to which they are assigned. If the key may
 * not read all alerts (403), the query reads only the alerts that name the topology's service, and says so.
 */
export function assignmentsQuery(id: string) {
  return queryOptions({
    queryKey: ['topology', id, 'assignments', 'graph'],
    refetchInterval: REFRESH,
    queryFn: async ({ signal }): Promise<KnownAssignments> => {
      try {
        return { ...(await readAssignments(id, 'graph', signal)), isPartial: false }
      } catch (error) {
        if (!(error instanceof ApiError && error.status === FORBIDDEN)) throw error
        return { ...(await readAssignments(id, 'service', signal)), isPartial: true }
      }
    },
  })
}

async function readAssignments(id: string, scope: 'service' | 'graph', signal: AbortSignal) {
  const params = { path: { id }, query: { scope } }
  return await bodyOf(api.GET('/api/service_topology/{id}/assignments', { params, signal }))
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
