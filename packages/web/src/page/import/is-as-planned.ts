import type { CmdbReport, TopologyReport } from '../../api/import.js'

/**
 * Whether an import did what its plan said. The function compares the two reports without the fields that only the
 * import can fill, such as the ids of new topologies.
 */
export function isAsPlanned(plan: CmdbReport | TopologyReport, done: CmdbReport | TopologyReport): boolean {
  return JSON.stringify(comparable(plan)) === JSON.stringify(comparable(done))
}

function comparable(report: CmdbReport | TopologyReport): unknown {
  if ('previews' in report) {
    return report.previews.map(({ topology, ...rest }) => [topology.service, topology.action, rest])
  }
  const { applied: _applied, topologies, ...rest } = report
  return [rest, topologies.map(({ topologyId: _id, ...each }) => each)]
}
