import type { CmdbReport } from '@opsgraph/core'

/** Removes the fields of a report that differ between a dry run and an import. */
export function comparable({ applied: _, topologies, ...report }: CmdbReport) {
  return { ...report, topologies: topologies.map(({ topologyId: _id, ...topology }) => topology) }
}
