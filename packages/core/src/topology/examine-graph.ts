import { OpsgraphError } from '../opsgraph-error.js'
import { deriveGraph } from './derive-graph.js'
import type { Graph } from './graph.js'
import { indexGraph } from './graph-index.js'
import type { GraphIssue } from './graph-issue.js'
import { readGraph } from './read-graph.js'
import type { SentGraph } from './read-topology.js'
import { validateGraph } from './validate-graph.js'

/** The result of checking a graph (rules.md#graph-validation). */
export interface ExaminedGraph {
  /** The graph to store; `undefined` if there are issues. */
  readonly graph: Graph | undefined
  readonly issues: readonly GraphIssue[]
  /** The ids of its nodes; empty unless all nodes and edges are well-formed. */
  readonly nodeIds: readonly string[]
  /** The ids of the nodes without a position. */
  readonly unplaced: ReadonlySet<string>
}

export function examineGraph({ nodes, edges }: SentGraph, newId: () => string): ExaminedGraph {
  const { graph: drawn, issues: malformed, unplaced } = readGraph(nodes, edges, newId)
  if (malformed.length > 0) return { graph: undefined, issues: malformed, nodeIds: [], unplaced }
  const index = indexGraph(drawn)
  const issues = validateGraph(index)
  const graph = issues.length === 0 ? deriveGraph(index) : undefined
  return { graph, issues, nodeIds: [...index.numbers.keys()], unplaced }
}

export function invalidGraph(issues: readonly GraphIssue[]): OpsgraphError {
  return new OpsgraphError('invalid', 'invalid topology graph', issues)
}
