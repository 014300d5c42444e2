import type { ServiceImpact } from '../../impact/service-impact.js'
import { LIMITS } from '../../limits.js'
import { LIST_COLUMNS, type ListFilter, type ListSort } from '../../list-columns.js'
import { compareNames } from '../../name.js'
import {
  type ListQuery,
  type ListRequest,
  type Page,
  type PagedList,
  pageOf,
  readListQuery,
  withNames,
} from '../../page.js'
import { compareStandings, type Standing } from '../../topology/assignment/standing.js'
import type { Topology } from '../../topology/topology.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact } from '../impact/current-impact.js'

/**
 * Lists topologies with their graphs (rules.md#reading-topologies-1). Requests for more than the default page size may
 * have to wait, because only a few such requests run at the same time.
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, or an unknown sort column
 */
export async function listTopologies(
  dependencies: Dependencies,
  request: ListRequest<ListFilter<'topologies'>>,
): Promise<PagedList<Topology>> {
  const { store, graphTurns } = dependencies
  const query = readListQuery(
    { ...request, filters: withNames(request.filters, ['name', 'service']) },
    LIST_COLUMNS.topologies.sorts,
  )
  const read = () => (isByColumn(query) ? store.topologies.list(query) : bySeverity(dependencies, query))
  const isLarge = query.pageSize > LIMITS.pageSize.default
  return pageOf(query, await (isLarge ? graphTurns.pass(read) : read()))
}

type AnyOrder = ListQuery<ListFilter<'topologies'>, ListSort<'topologies'>>

function isByColumn(query: AnyOrder): query is ListQuery<ListFilter<'topologies'>, ListFilter<'topologies'>> {
  return query.sort?.column !== 'severity'
}

/**
 * Reads a page of topologies, sorted by how much alerts hurt their services (worst first), then by name, then by id.
 * Reads the graphs only of the topologies on this page.
 */
async function bySeverity(
  dependencies: Dependencies,
  { filters, sort, page, pageSize }: AnyOrder,
): Promise<Page<Topology>> {
  const standings = await readCurrentImpact(
    dependencies,
    async ({ impact }) => new Map(impact.services.map((service) => [service.service, standingOf(service)])),
  )
  return await dependencies.store.snapshot(async ({ topologies }) => {
    const headings = await topologies.headings(filters)
    const sorted = headings.toSorted(
      (one, other) =>
        compareStandings(standings.get(one.service), standings.get(other.service)) ||
        compareNames(one.name, other.name) ||
        compareNames(one.id, other.id),
    )
    const ordered = sort?.descending ? sorted.toReversed() : sorted
    const ids = ordered.slice((page - 1) * pageSize, page * pageSize).map(({ id }) => id)
    const byId = new Map((await topologies.find(ids)).map((topology) => [topology.id, topology]))
    return { items: ids.flatMap((id) => byId.get(id) ?? []), total: headings.length }
  })
}

function standingOf({ severity, acknowledged, counts, acknowledgedCount }: ServiceImpact): Standing | undefined {
  if (severity === null) return undefined
  return { severity, isOpen: !acknowledged, count: counts[severity] ?? acknowledgedCount }
}
