import { isChanged } from '../change-set.js'
import { LIMITS } from '../limits.js'
import { indexGraph } from '../topology/graph-index.js'
import { type GraphIssue, graphIssue, withoutIndex } from '../topology/graph-issue.js'
import type { Topology } from '../topology/topology.js'
import { validateGraph } from '../topology/validate-graph.js'
import { changedGraph } from './changed-graph.js'
import type { CmdbIssue } from './cmdb-issue.js'
import type { TopologyChanges } from './topology-changes.js'

export interface PlannedChanges {
  readonly service: string
  readonly stored: Topology | undefined
  readonly changes: TopologyChanges
  /** True if the topology is new, but the license does not allow a new topology. */
  readonly isOverLimit: boolean
}

/** Returns the reasons why the changes of a topology cannot be written (rules.md#cmdb-errors). */
export function topologyFaults(planned: PlannedChanges): readonly CmdbIssue[] {
  const at = `topologies[${planned.service}]`
  const faults = graphFaults(planned).map((issue): CmdbIssue => ({ ...issue, path: `${at}.${issue.path}` }))
  if (!planned.isOverLimit) return faults
  const message = `the license allows no further topology; the service ${planned.service} would need one`
  return [...faults, { code: 'licenseLimit', path: at, message }]
}

function graphFaults({ stored, changes }: PlannedChanges): readonly GraphIssue[] {
  const { create, update, unchanged } = changes.nodes
  const count = create.length + update.length + unchanged
  if (count > LIMITS.topologyNodes) {
    const message = `a topology has at most ${LIMITS.topologyNodes} nodes, this one would have ${count}`
    return [graphIssue('tooLarge', 'nodes', message)]
  }
  // A new graph needs no check. The graph is built from checked records: it has one node for each record, each node is
  // below its parent or its environment, and there are no cycles.
  if (stored === undefined || (!isChanged(changes.nodes) && !isChanged(changes.edges))) return []
  let number = 0
  const graph = changedGraph(stored, changes, { newId: () => `new-${number++}`, source: '' })
  const known = new Set([...stored.nodes, ...stored.edges].map(({ id }) => id))
  // New nodes and edges have temporary ids here, which mean nothing to the caller. An issue about a new node or edge
  // therefore has no subject.
  return validateGraph(indexGraph(graph)).map((issue) =>
    known.has(issue.subject?.id ?? '') ? withoutIndex(issue) : graphIssue(issue.code, issue.path, issue.message),
  )
}
