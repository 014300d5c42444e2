import { LIMITS } from '../limits.js'
import { OpsgraphError } from '../opsgraph-error.js'
import { stronglyConnectedComponents } from '../strongly-connected-components.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { deriveGraph, findEnvironments, type NodeEnvironment, SEVERAL_ENVIRONMENTS_SYMBOL } from './derive-graph.js'
import type { DrawnNode, Edge, Graph, SentGraph } from './graph.js'
import { type GraphIndex, indexGraph } from './graph-index.js'
import { edgeIssue, type GraphFault, type GraphIssue, nodeIssue } from './graph-issue.js'
import { readGraph } from './read-graph.js'

const GRAPH_RULES: readonly ((index: GraphIndex) => readonly GraphIssue[])[] = [
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
  return GRAPH_RULES.flatMap((rule) => rule(index)).slice(0, LIMITS.issues)
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

/** Rule `duplicateId`: no two nodes have the same id. */
function idRule(index: GraphIndex): readonly GraphIssue[] {
  return [...index.duplicates].map((number) => {
    const id = index.nodes[number]?.id ?? ''
    const message = `nodes[${index.numbers.get(id)}] and nodes[${number}] share the id ${id}`
    return nodeIssue({ id }, number, { code: 'duplicateId', message, field: 'id' })
  })
}

/** Rules `edgeEndpointMissing` and `selfLoop`: an edge connects two different nodes of the graph. */
function edgeRule(index: GraphIndex): readonly GraphIssue[] {
  return index.faultyEdges.flatMap(({ edge, index: at }) => {
    const missing = (['source', 'target'] as const)
      .filter((end) => !index.numbers.has(edge[end]))
      .map((field) => {
        const message = `${field} is ${truncateForMessage(edge[field])}, which is not in nodes`
        return edgeIssue(edge, at, { code: 'edgeEndpointMissing', message, field })
      })
    if (edge.source !== edge.target) return missing
    const message = `the edge leads from ${truncateForMessage(edge.source)} to itself`
    return [edgeIssue(edge, at, { code: 'selfLoop', message }), ...missing.slice(0, 1)]
  })
}

/** The maximum number of parents in a message. */
const MAX_NAMED_PARENTS = 10

/** Rule `serviceHasParent`: the service node has no parent. */
function serviceNodeRule(index: GraphIndex): readonly GraphIssue[] {
  const { id } = index.nodes[index.service] ?? { id: '' }
  const parents = index.edges.filter((edge) => edge.target === id).map((edge) => edge.source)
  if (parents.length === 0) return []
  const more = parents.length > MAX_NAMED_PARENTS ? ` and ${parents.length - MAX_NAMED_PARENTS} more` : ''
  const message = `the service node has edges from ${parents.slice(0, MAX_NAMED_PARENTS).join(', ')}${more}`
  return [nodeIssue({ id }, index.service, { code: 'serviceHasParent', message })]
}

/**
 * Rules `environmentNotUnderService` and `duplicateEnvironment`: an environment has only one node, and the only parent
 * of this node is the service node.
 */
function environmentRule(index: GraphIndex): readonly GraphIssue[] {
  const issues: GraphIssue[] = []
  const labels = new Set<string>()
  const underService = new Set(index.children[index.service])
  for (const [number, node] of index.nodes.entries()) {
    const { id, kind, label } = node
    if (kind !== 'environment' || index.duplicates.has(number)) continue
    if (index.parentCounts[number] !== 1 || !underService.has(number)) {
      const message = `the environment node ${id} must have exactly one parent: the service node`
      issues.push(nodeIssue(node, number, { code: 'environmentNotUnderService', message }))
    }
    if (labels.has(label)) {
      const message = `another node stands for the environment "${label}"`
      issues.push(nodeIssue(node, number, { code: 'duplicateEnvironment', message, field: 'label' }))
    }
    labels.add(label)
  }
  return issues
}

/**
 * Rules `resourceUnderService`, `resourceWithoutEnvironment`, `resourceInMultipleEnvironments` and `duplicateResource`:
 * a resource node is below exactly one environment but not directly below the service node, and an environment has at
 * most one node for each resource.
 */
function resourceRule(index: GraphIndex): readonly GraphIssue[] {
  const issues: GraphIssue[] = []
  const environments = findEnvironments(index)
  const underService = new Set(index.children[index.service])
  const drawn = new Map<string, Set<string>>()
  for (const [number, node] of index.nodes.entries()) {
    if (node.kind !== 'resource' || index.duplicates.has(number)) continue
    if (underService.has(number)) issues.push(resourceIssue(node, number, UNDER_SERVICE))
    const fault = environmentFault(node, environments[number], drawn)
    if (fault !== undefined) issues.push(resourceIssue(node, number, fault))
  }
  return issues
}

const UNDER_SERVICE: GraphFault = {
  code: 'resourceUnderService',
  message: 'hangs directly from the service node; put it below an environment',
}
const UNREACHABLE: GraphFault = {
  code: 'resourceWithoutEnvironment',
  message: 'is not reachable from an environment node',
}
const SEVERAL_ENVIRONMENTS: GraphFault = {
  code: 'resourceInMultipleEnvironments',
  message: 'is below several environments; draw one node for each',
}

/**
 * Checks the environment of a node, and that no earlier node stands for the same resource. If there is no fault, adds
 * the resource to `drawn`.
 *
 * @param drawn the resources of the earlier nodes, by environment
 */
function environmentFault(
  { label }: DrawnNode,
  environment: NodeEnvironment,
  drawn: Map<string, Set<string>>,
): GraphFault | undefined {
  if (environment === undefined) return UNREACHABLE
  if (environment === SEVERAL_ENVIRONMENTS_SYMBOL) return SEVERAL_ENVIRONMENTS
  const resources = drawn.get(environment) ?? new Set()
  if (resources.has(label)) {
    const message = `stands for "${label}" in the environment "${environment}" again; use one node with several parents`
    return { code: 'duplicateResource', message, field: 'label' }
  }
  drawn.set(environment, resources.add(label))
  return undefined
}

function resourceIssue(node: DrawnNode, number: number, fault: GraphFault): GraphIssue {
  return nodeIssue(node, number, { ...fault, message: `the resource node ${node.id} ${fault.message}` })
}

/**
 * Rule `cycle`: no path of edges leads back to its start (rules.md#graph-validation-7). Reports one issue for each
 * strongly connected component. The issue is about the edge that closes a cycle.
 */
function cycleRule(index: GraphIndex): readonly GraphIssue[] {
  if (isAcyclic(index)) return []
  const loops = stronglyConnectedComponents(index.children).map((component) =>
    findCycleNodes(component, index).map((number) => index.nodes[number]?.id ?? ''),
  )
  const closing = findCycleClosingEdges(loops, index)
  return loops.flatMap((ids) => {
    const message = `edges form a loop: ${[...ids, ids[0]].join(' -> ')}`
    const [edge, at] = closing.get(ids.at(-1) ?? '') ?? []
    if (edge === undefined || at === undefined) return []
    return { ...edgeIssue(edge, at, { code: 'cycle', message }), path: 'edges' }
  })
}

/**
 * Finds, for each cycle, the edge from its last node to its first node, and the index of this edge, by the id of the
 * last node.
 */
function findCycleClosingEdges(
  loops: readonly (readonly string[])[],
  { allEdges }: GraphIndex,
): ReadonlyMap<string, readonly [edge: Edge, index: number]> {
  const firstAfter = new Map(loops.map((ids) => [ids.at(-1), ids[0]]))
  const closing = new Map<string, readonly [Edge, number]>()
  for (const [at, edge] of allEdges.entries()) {
    const { source, target } = edge
    if (firstAfter.get(source) === target && !closing.has(source)) closing.set(source, [edge, at])
  }
  return closing
}

/**
 * True if the nodes can be ordered so that parents come before their children (Kahn's algorithm). If there is such an
 * order, the graph has no cycle. This check is faster than finding the strongly connected components.
 */
function isAcyclic({ parentCounts, children }: GraphIndex): boolean {
  const waitingFor = parentCounts.slice()
  const ordered = [...children.keys()].filter((number) => waitingFor[number] === 0)
  for (const number of ordered) {
    for (const child of children[number] ?? []) {
      const unorderedParents = (waitingFor[child] ?? 0) - 1
      waitingFor[child] = unorderedParents
      if (unorderedParents === 0) ordered.push(child)
    }
  }
  return ordered.length === children.length
}

/**
 * Finds a cycle in a strongly connected component: walks inside the component until it reaches a node for the second
 * time.
 */
function findCycleNodes(component: ReadonlySet<number>, { children }: GraphIndex): readonly number[] {
  const walked: number[] = []
  const positionOf = new Map<number, number>()
  let number = Math.min(...component)
  while (!positionOf.has(number)) {
    positionOf.set(number, walked.length)
    walked.push(number)
    number = children[number]?.find((child) => component.has(child)) ?? number
  }
  return walked.slice(positionOf.get(number))
}
