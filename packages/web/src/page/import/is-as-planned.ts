import type { CmdbReport, TopologyReport } from '../../api/import.js'

/** Whether an import did what its plan said: their reports agree, but for what only a real import can know. */
export function isAsPlanned(plan: CmdbReport | TopologyReport, done: CmdbReport | TopologyReport): boolean {
  return JSON.stringify(essence(plan)) === JSON.stringify(essence(done))
}

function essence(report: CmdbReport | TopologyReport): unknown {
  if ('previews' in report) {
    return report.previews.map(({ topology, ...rest }) => [topology.service, topology.action, rest])
  }
  const { applied: _applied, topologies, ...rest } = report
  return [rest, topologies.map(({ topologyId: _id, ...each }) => each)]
}
