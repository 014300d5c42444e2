import type { CmdbReport } from '@opsgraph/core'

/** A report without what only a real import has. */
export function comparable({ applied: _, topologies, ...report }: CmdbReport) {
  return { ...report, topologies: topologies.map(({ topologyId: _id, ...topology }) => topology) }
}
