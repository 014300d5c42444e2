import type { ServiceImpact } from '../../impact/service-impact.js'
import { LIMITS } from '../../limits.js'
import type { ListFilter, ListSort } from '../../list-columns.js'
import { compareNames, normalizeName } from '../../name.js'
import { invalid, requireFound } from '../../opsgraph-error.js'
import {
  type ListQuery,
  type ListRequest,
  normalizeNames,
  type Page,
  type PagedList,
  pageOf,
  readListQuery,
} from '../../page.js'
import type { StoreParts } from '../../port/store.js'
import { compareWorstAlertStates, type WorstAlertState } from '../../topology/assignment/standing.js'
import { showClaims } from '../../topology/node-claims.js'
import type { Topology, TopologySummary } from '../../topology/topology.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact } from '../impact/current-impact.js'

/**
 * Lists topologies with their graphs (rules.md#reading-topologies-1). Requests for more than the default page size may
 * have to wait, because only a few of them run at the same time.
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, an unknown sort column, or an unknown value
 */
export async function listTopologies(
  dependencies: Dependencies,
  request: ListRequest<ListFilter<'topologies'>>,
): Promise<PagedList<Topology>> {
  const { store, graphSemaphore } = dependencies
  const query = readQuery(request)
  const find = async ({ topologies }: StoreParts, ids: readonly string[]) => await topologies.find(ids)
  const read = isSortedByColumn(query)
    ? () => store.topologies.list(query)
    : await bySeverity(dependencies, query, find)
  const isLarge = query.pageSize > LIMITS.pageSize.default
  const { items, total } = await (isLarge ? graphSemaphore.pass(read) : read())
  return pageOf(query, { items: items.map(showClaims), total })
}

/**
 * Lists topologies like {@link listTopologies}, but neither reads nor returns their graphs
 * (rules.md#reading-topologies-7).
 *
 * @throws OpsgraphError `invalid` as {@link listTopologies} does
 */
export async function listTopologySummaries(
  dependencies: Dependencies,
  request: ListRequest<ListFilter<'topologies'>>,
): Promise<PagedList<TopologySummary>> {
  const { store } = dependencies
  const query = readQuery(request)
  const find = async ({ topologies }: StoreParts, ids: readonly string[]) =>
    (await topologies.summaries({ filters: { id: ids }, sort: undefined, page: 1, pageSize: ids.length })).items
  const read = isSortedByColumn(query)
    ? () => store.topologies.summaries(query)
    : await bySeverity(dependencies, query, find)
  return pageOf(query, await read())
}

type TopologyListQuery = ListQuery<ListFilter<'topologies'>, ListSort<'topologies'>>

function readQuery(request: ListRequest<ListFilter<'topologies'>>): TopologyListQuery {
  return readListQuery('topologies', { ...request, filters: normalizeNames(request.filters, ['name', 'service']) })
}

function isSortedByColumn(
  query: TopologyListQuery,
): query is ListQuery<ListFilter<'topologies'>, ListFilter<'topologies'>> {
  return query.sort?.column !== 'severity'
}

/**
 * Returns a function that reads a page of topologies, sorted by how badly alerts affect their services (worst first),
 * then by name, then by id. It reads only the topologies of this page with `find`. The impact is computed before the
 * caller enters `graphSemaphore`, because computing the impact enters it too: if lists held all slots and then waited
 * for the impact, they would wait for ever.
 */
async function bySeverity<Read extends TopologySummary>(
  dependencies: Dependencies,
  { filters, sort, page, pageSize }: TopologyListQuery,
  find: (parts: StoreParts, ids: readonly string[]) => Promise<readonly Read[]>,
): Promise<() => Promise<Page<Read>>> {
  const standings = await readCurrentImpact(
    dependencies,
    async ({ impact }) => new Map(impact.services.map((service) => [service.service, standingOf(service)])),
  )
  return async () =>
    await dependencies.store.snapshot(async (parts) => {
      const headings = await parts.topologies.headings(filters)
      const sorted = headings.toSorted(
        (one, other) =>
          compareWorstAlertStates(standings.get(one.service), standings.get(other.service)) ||
          compareNames(one.name, other.name) ||
          compareNames(one.id, other.id),
      )
      const ordered = sort?.descending ? sorted.toReversed() : sorted
      const ids = ordered.slice((page - 1) * pageSize, page * pageSize).map(({ id }) => id)
      const byId = new Map((await find(parts, ids)).map((topology) => [topology.id, topology]))
      return { items: ids.flatMap((id) => byId.get(id) ?? []), total: headings.length }
    })
}

function standingOf({ severity, acknowledged, counts, acknowledgedCount }: ServiceImpact): WorstAlertState | undefined {
  if (severity === null) return undefined
  return { severity, isOpen: !acknowledged, count: counts[severity] ?? acknowledgedCount }
}

/**
 * Reads one topology by its id or its service (rules.md#reading-topologies-2).
 *
 * @param column `id` or `service_name`
 * @param value the id of the topology, or the name of the service
 * @throws OpsgraphError `invalid` for any other column; `notFound`
 */
export async function readTopologyBy(
  { store }: Dependencies,
  column: 'id' | 'service_name',
  value: string,
): Promise<Topology> {
  if (column !== 'id' && column !== 'service_name') throw invalid('column must be id or service_name')
  const topology = await (column === 'id'
    ? store.topologies.read(value)
    : store.topologies.readByService(normalizeName(value)))
  return showClaims(requireFound(topology, 'topology'))
}
