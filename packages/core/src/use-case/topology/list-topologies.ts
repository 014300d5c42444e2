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
import type { StoreParts } from '../../port/store.js'
import { compareStandings } from '../../topology/assignment/standing.js'
import type { Topology } from '../../topology/topology.js'
import type { Dependencies } from '../dependencies.js'
import { readStandings } from './read-standings.js'

/**
 * Lists topologies with their graphs (rules.md#reading-topologies-1). Requests for more than the default page size may
 * have to wait, because only a few such requests run at the same time.
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, or an unknown sort column
 */
export async function listTopologies(
  { store, graphTurns }: Dependencies,
  request: ListRequest<ListFilter<'topologies'>>,
): Promise<PagedList<Topology>> {
  const query = readListQuery(
    { ...request, filters: withNames(request.filters, ['name', 'service']) },
    LIST_COLUMNS.topologies.sorts,
  )
  const read = () => (isByColumn(query) ? store.topologies.list(query) : store.snapshot(bySeverity(query)))
  const isLarge = query.pageSize > LIMITS.pageSize.default
  return pageOf(query, await (isLarge ? graphTurns.pass(read) : read()))
}

type AnyOrder = ListQuery<ListFilter<'topologies'>, ListSort<'topologies'>>

function isByColumn(query: AnyOrder): query is ListQuery<ListFilter<'topologies'>, ListFilter<'topologies'>> {
  return query.sort?.column !== 'severity'
}

/**
 * Reads a page of topologies, sorted by the state of their services (worst first), then by name, then by id. Reads the
 * graphs only of the topologies on this page.
 */
function bySeverity({ filters, sort, page, pageSize }: AnyOrder) {
  return async (parts: StoreParts): Promise<Page<Topology>> => {
    const standings = await readStandings(parts)
    const headings = await parts.topologies.headings(filters)
    const sorted = headings.toSorted(
      (one, other) =>
        compareStandings(standings.get(one.service), standings.get(other.service)) ||
        compareNames(one.name, other.name) ||
        compareNames(one.id, other.id),
    )
    const ordered = sort?.descending ? sorted.toReversed() : sorted
    const ids = ordered.slice((page - 1) * pageSize, page * pageSize).map(({ id }) => id)
    const byId = new Map((await parts.topologies.find(ids)).map((topology) => [topology.id, topology]))
    return { items: ids.flatMap((id) => byId.get(id) ?? []), total: headings.length }
  }
}
