import type { CmdbReport, TopologyReport } from '../../api/import.js'

/**
 * Whether an import did what its plan said: their reports are equal, except for values that only the import can know.
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
