import { OpsgraphError } from '../../opsgraph-error.js'
import { deriveGraph } from '../../topology/derive-graph.js'
import type { DrawnGraph, Graph } from '../../topology/graph.js'
import { indexGraph } from '../../topology/graph-index.js'
import type { GraphIssue } from '../../topology/graph-issue.js'
import { readGraph } from '../../topology/read-graph.js'
import type { SentGraph } from '../../topology/read-topology.js'
import { validateGraph } from '../../topology/validate-graph.js'

/**
 * The graph to store, from the one that was sent (api.md, Topology validation rules).
 *
 * @throws OpsgraphError `invalid` with every fault
 */
export function checkGraph({ nodes, edges }: SentGraph, newId: () => string): Graph {
  const { graph, issues } = readGraph(nodes, edges, newId)
  if (issues.length > 0) throw invalidGraph(issues)
  return completeGraph(graph)
}

/**
 * As {@link checkGraph}, for nodes and edges that are well-formed.
 *
 * @throws OpsgraphError `invalid` with every fault
 */
export function completeGraph(graph: DrawnGraph): Graph {
  const index = indexGraph(graph)
  const issues = validateGraph(index)
  if (issues.length > 0) throw invalidGraph(issues)
  return deriveGraph(index)
}

export function invalidGraph(issues: readonly GraphIssue[]): OpsgraphError {
  return new OpsgraphError('invalid', 'invalid topology graph', issues)
}
