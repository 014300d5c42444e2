import { normalizeName } from '../../name.js'
import { invalid, notFound } from '../../opsgraph-error.js'
import type { Topology } from '../../topology/topology.js'
import type { Dependencies } from '../dependencies.js'

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
  if (topology === undefined) throw notFound('topology')
  return topology
}
