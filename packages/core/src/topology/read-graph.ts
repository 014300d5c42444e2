import { IssueList } from '../issue-list.js'
import { isObject } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { nameFault } from '../name.js'
import type { DrawnNode, Edge, GraphInput } from './graph.js'
import { edgeIssue, type GraphCode, type GraphFault, type GraphIssue } from './graph-issue.js'
import { readNode, storableId } from './read-node.js'

/**
 * Reads the nodes and edges that a caller sent, each one separately (rules.md#graph-validation-3). Reports all faults,
 * up to `LIMITS.issues`. The graph is complete only if there are no faults.
 *
 * @param newId creates the ids of edges without an id
 */
export function readGraph(nodes: unknown, edges: unknown, newId: () => string): ReadGraphResult {
  const issues = new IssueList<GraphCode>()
  const graph = { nodes: readNodes(nodes, issues), edges: readEdges(edges, newId, issues) }
  return { graph, issues: issues.list, unplaced: findUnplacedIds(nodes) }
}

/** A graph and its faults. */
export interface ReadGraphResult {
  readonly graph: GraphInput
  readonly issues: readonly GraphIssue[]
  /** The ids of the nodes that were sent without a position. Their position is (0, 0) until they are laid out. */
  readonly unplaced: ReadonlySet<string>
}

function findUnplacedIds(nodes: unknown): ReadonlySet<string> {
  const unplaced = new Set<string>()
  for (const node of Array.isArray(nodes) ? nodes : []) {
    if (isObject(node) && (node.position ?? undefined) === undefined && typeof node.id === 'string')
      unplaced.add(node.id)
  }
  return unplaced
}

function readNodes(values: unknown, issues: IssueList<GraphCode>): readonly DrawnNode[] {
  if (!Array.isArray(values)) {
    issues.add('invalidNodes', 'nodes', 'nodes must be a list')
    return []
  }
  if (values.length > LIMITS.topologyNodes) {
    const message = `a topology has at most ${LIMITS.topologyNodes} nodes, this one has ${values.length}`
    issues.add('tooLarge', 'nodes', message)
    return []
  }
  const nodes: DrawnNode[] = []
  for (const [index, value] of values.entries()) {
    const node = readNode(value, index, issues)
    if (node !== undefined) nodes.push(node)
    if (issues.isFull) return nodes
  }
  const mayIncludeService = nodes.length < values.length
  checkServiceNodeCount(nodes.filter((node) => node.kind === 'service').length, mayIncludeService, issues)
  return nodes
}

/**
 * Checks that there is exactly one service node. A missing service node is reported only if all nodes could be read:
 * otherwise, a node that could not be read may be the service node.
 */
function checkServiceNodeCount(count: number, mayIncludeService: boolean, issues: IssueList<GraphCode>): void {
  if (count === 1 || (count === 0 && mayIncludeService)) return
  const message = `a topology has exactly one node of kind service, this one has ${count}`
  issues.add('serviceNodeCount', 'nodes', message)
}

function readEdges(values: unknown, newId: () => string, issues: IssueList<GraphCode>): readonly Edge[] {
  if (!Array.isArray(values)) {
    issues.add('invalidEdges', 'edges', 'edges must be a list')
    return []
  }
  const edges: Edge[] = []
  for (const [index, value] of values.entries()) {
    const edge = readEdge(value, index, issues)
    if (edge !== undefined) edges.push(edge.id === '' ? { ...edge, id: newId() } : edge)
    if (issues.isFull) break
  }
  return edges
}

/** Reads an edge. The id is empty if the edge was sent without an id. */
function readEdge(value: unknown, index: number, issues: IssueList<GraphCode>): Edge | undefined {
  const fault = edgeFault(value)
  if (fault === undefined) {
    const { id, source, target } = value as Edge
    return { id: id ?? '', source, target }
  }
  const id = storableId(isObject(value) ? value.id : undefined) ?? ''
  issues.push(edgeIssue({ id }, index, fault))
  return undefined
}

function edgeFault(value: unknown): GraphFault | undefined {
  if (!isObject(value)) return { code: 'invalidEdge', message: 'an edge must be an object' }
  const { id, source, target } = value
  if (typeof source !== 'string' || source === '' || typeof target !== 'string' || target === '') {
    const field = typeof source !== 'string' || source === '' ? 'source' : 'target'
    return { code: 'edgeEndpointMissing', message: 'an edge needs source and target: ids of nodes', field }
  }
  if (id === undefined || id === null) return undefined
  if (typeof id !== 'string') {
    return { code: 'invalidEdge', message: 'the id of an edge must be a string', field: 'id' }
  }
  const fault = nameFault(id)
  return fault === undefined ? undefined : { code: 'invalidEdge', message: `the edge's id ${fault}`, field: 'id' }
}
