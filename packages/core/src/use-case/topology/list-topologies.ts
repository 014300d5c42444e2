import { LIMITS } from '../../limits.js'
import { type ListRequest, type PagedList, pageOf, readListQuery, withNames } from '../../page.js'
import type { Dependencies } from '../../port/dependencies.js'
import { TOPOLOGY_FILTERS, type TopologyColumn } from '../../port/topology-store.js'
import type { Topology } from '../../topology/topology.js'

/**
 * Lists topologies with their graphs (api.md, GET /api/service_topology). Whoever asks for a larger page than usual waits
 * for a turn.
 *
 * @throws OpsgraphError `invalid` for a bad page or column
 */
export async function listTopologies(
  { store, graphTurns }: Dependencies,
  request: ListRequest<TopologyColumn>,
): Promise<PagedList<Topology>> {
  const query = readListQuery(
    { ...request, filters: withNames(request.filters, ['name', 'service']) },
    TOPOLOGY_FILTERS,
  )
  const read = () => store.topologies.list(query)
  const isLarge = query.pageSize > LIMITS.pageSize.default
  return pageOf(query, await (isLarge ? graphTurns.pass(read) : read()))
}
