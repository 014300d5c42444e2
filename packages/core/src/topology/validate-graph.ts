import { LIMITS } from '../limits.js'
import { OpsgraphError } from '../opsgraph-error.js'
import { deriveGraph } from './derive-graph.js'
import type { Graph, SentGraph } from './graph.js'
import { type GraphIndex, indexGraph } from './graph-index.js'
import type { GraphIssue } from './graph-issue.js'
import { readGraph } from './read-graph.js'
import { cycleRule } from './rule/cycle-rule.js'
import { resourceRule } from './rule/resource-rule.js'
import { edgeRule, environmentRule, idRule, serviceNodeRule } from './rule/shape-rules.js'

const RULES: readonly ((index: GraphIndex) => readonly GraphIssue[])[] = [
  idRule,
  edgeRule,
  serviceNodeRule,
  environmentRule,
  resourceRule,
  cycleRule,
]

/**
 * All faults of the graph as a whole, up to `LIMITS.issues` (rules.md#graph-validation). {@link readGraph} has already
 * checked that the nodes and edges are well-formed and that there is one service node.
 */
export function validateGraph(index: GraphIndex): readonly GraphIssue[] {
  return RULES.flatMap((rule) => rule(index)).slice(0, LIMITS.issues)
}

/** The result of checking a graph (rules.md#graph-validation). */
export interface ExaminedGraph {
  /** The graph to store; `undefined` if there are issues. */
  readonly graph: Graph | undefined
  readonly issues: readonly GraphIssue[]
  /** The index of each node by its id. The map is empty if any node or edge is malformed. */
  readonly numbers: ReadonlyMap<string, number>
  /** The ids of the nodes without a position. */
  readonly unplaced: ReadonlySet<string>
}

/**
 * Reads and checks the graph that a caller sent (rules.md#graph-validation).
 *
 * @param newId creates the ids of edges without an id. It is not called for an invalid graph, so that issues contain
 *   only ids that were sent
 *
 * @example
 * ```ts
 * import { randomUUID } from 'node:crypto'
 * import { examineGraph } from '@opsgraph/core/pure'
 *
 * const nodes = [{ id: 'shop', kind: 'service', label: 'shop' }]
 * const edges = [{ source: 'shop', target: 'nowhere' }]
 * const { issues } = examineGraph({ nodes, edges }, randomUUID)
 * for (const { code, path } of issues) console.log(code, path) // edgeEndpointMissing edges[0]
 * ```
 */
export function examineGraph({ nodes, edges }: SentGraph, newId: () => string): ExaminedGraph {
  const { graph: drawn, issues: malformed, unplaced } = readGraph(nodes, edges, () => '')
  if (malformed.length > 0) return { graph: undefined, issues: malformed, numbers: new Map(), unplaced }
  const index = indexGraph(drawn)
  const issues = validateGraph(index)
  const graph = issues.length === 0 ? withEdgeIds(deriveGraph(index), newId) : undefined
  return { graph, issues, numbers: index.numbers, unplaced }
}

function withEdgeIds({ nodes, edges }: Graph, newId: () => string): Graph {
  return { nodes, edges: edges.map((edge) => (edge.id === '' ? { ...edge, id: newId() } : edge)) }
}

export function invalidGraph(issues: readonly GraphIssue[]): OpsgraphError {
  return new OpsgraphError('invalid', 'invalid topology graph', issues)
}
