import type { TopologyReport } from '../../api/import.js'

/**
 * Whether an import of topology files did what its plan said. The function compares the two reports without the fields
 * that only the import can fill, such as the ids of new topologies.
 */
export function isAsPlanned(plan: TopologyReport, done: TopologyReport): boolean {
  return JSON.stringify(selectComparable(plan)) === JSON.stringify(selectComparable(done))
}

function selectComparable({ previews }: TopologyReport): unknown {
  return previews.map(({ topology, ...rest }) => [topology.service, topology.action, rest])
}
