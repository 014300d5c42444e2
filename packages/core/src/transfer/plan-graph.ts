import { LIMITS } from '../limits.js'
import { resourceKey } from '../relation/relation.js'
import type { Steps } from '../steps.js'
import { deriveGraph } from '../topology/derive-graph.js'
import type { Graph, Node } from '../topology/graph.js'
import { indexGraph } from '../topology/graph-index.js'
import { type GraphIssue, graphIssue } from '../topology/graph-issue.js'
import { placeNodes } from '../topology/lay-out/place-nodes.js'
import type { Orientation } from '../topology/topology.js'
import { validateGraph } from '../topology/validate-graph.js'
import { type EdgeChanges, planEdges } from './plan-edges.js'
import { type NodeChanges, planNodes } from './plan-nodes.js'
import type { TopologyDocument } from './read-document.js'
import type { TopologyImportOptions, TransferMode } from './topology-import-options.js'

export interface GraphPlanOptions extends Pick<TopologyImportOptions, 'mode' | 'positions'> {
  /** The stored graph; `undefined` if the topology does not exist yet. */
  readonly stored: Graph | undefined
  /** The direction in which new nodes are laid out. */
  readonly orientation: Orientation
  readonly topologyId: string
  /** Returns the id of the topology that may use a node id; see `GrantedIds.ownerOf`. */
  readonly ownerOf: (nodeId: string) => string | undefined
  readonly newId: () => string
}

export interface GraphPlan {
  /** The graph to store. Do not use it if there are issues. */
  readonly graph: Graph
  readonly nodes: NodeChanges
  readonly edges: EdgeChanges
  /**
   * The number of nodes that get a new id instead of the id in the file. Always 0 for a tree, because ids in a tree are
   * ignored.
   */
  readonly idsRegenerated: number
  /** The number of nodes that keep their stored position although the file has another position. */
  readonly positionsKept: number
  /** The rules that the merged graph breaks. */
  readonly issues: readonly GraphIssue[]
}

/** Plans the graph that results from importing a document into a stored graph (rules.md#imported-nodes). */
export function* planGraph(document: TopologyDocument, options: GraphPlanOptions): Steps<GraphPlan> {
  const { stored = EMPTY_GRAPH, mode, orientation, newId } = options
  const matches = matchNodes(document.graph, stored)
  const ownIds = new Set(stored.nodes.map(({ id }) => id))
  const { idOf, regenerated } = chooseIds(document, { ...options, matches, ownIds })
  const after = new Map([...matches].map(([fileId, { id }]) => [id, idOf.get(fileId) ?? id]))
  const nodePlan = planNodes({ document, stored: stored.nodes, matches, idOf, options: options })
  yield
  const edgePlan = planEdges({
    mode,
    wanted: document.graph.edges.map((edge) => ({
      ...edge,
      source: idOf.get(edge.source) ?? edge.source,
      target: idOf.get(edge.target) ?? edge.target,
    })),
    stored: stored.edges,
    // In replace mode, another node may get the id of a removed node. So a removed node gets an id here that no node
    // has, and its stored edges match no edge of the file.
    idAfter: (id) => after.get(id) ?? (mode === 'merge' ? id : `\u0000${id}`),
    newId,
  })
  yield
  const { graph, issues } = validatedGraph({ nodes: nodePlan.nodes, edges: edgePlan.edges })
  const positioned = issues.length > 0 ? graph : yield* placeNodes(graph, { unplaced: nodePlan.unplaced, orientation })
  return {
    graph: positioned,
    nodes: withFinalPositions(nodePlan.changes, positioned.nodes),
    edges: edgePlan.changes,
    idsRegenerated: regenerated,
    positionsKept: nodePlan.positionsKept,
    issues,
  }
}

const EMPTY_GRAPH: Graph = { nodes: [], edges: [] }

/**
 * Validates the graph, and derives the environment and resource of each node again, because merging may have moved
 * nodes to other environments.
 */
function validatedGraph(graph: Graph): { readonly graph: Graph; readonly issues: readonly GraphIssue[] } {
  const count = graph.nodes.length
  if (count > LIMITS.topologyNodes) {
    const message = `a topology has at most ${LIMITS.topologyNodes} nodes, this one would have ${count}`
    return { graph, issues: [graphIssue('tooLarge', 'nodes', message)] }
  }
  const index = indexGraph(graph)
  const issues = validateGraph(index)
  return { graph: issues.length > 0 ? graph : deriveGraph(index), issues }
}

/** Replaces the nodes in the changes with the nodes of the planned graph, which have their final positions. */
function withFinalPositions(changes: NodeChanges, nodes: readonly Node[]): NodeChanges {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const positioned = (node: Node) => byId.get(node.id) ?? node
  return {
    ...changes,
    create: changes.create.map(positioned),
    update: changes.update.map(({ stored, wanted }) => ({ stored, wanted: positioned(wanted) })),
  }
}

export interface IdOptions {
  readonly mode: TransferMode
  /**
   * The stored node that matches a node of the file. The key is the id in the file. Nodes without a match have no
   * entry.
   */
  readonly matches: ReadonlyMap<string, Node>
  /** The ids of all stored nodes of the topology. */
  readonly ownIds: ReadonlySet<string>
  readonly topologyId: string
  /** Returns the id of the topology that may use a node id; see `GrantedIds.ownerOf`. */
  readonly ownerOf: (id: string) => string | undefined
  readonly newId: () => string
}

export interface ChosenIds {
  /** The id that each node of the file gets. The key is the id in the file. */
  readonly idOf: ReadonlyMap<string, string>
  /**
   * The number of nodes that get a new id instead of the id in the file. Always 0 for a tree, because ids in a tree are
   * ignored.
   */
  readonly regenerated: number
}

/**
 * Chooses the id of each node of a file (rules.md#imported-nodes-5). The first rule that applies wins:
 * 1. In merge mode, a node that matches a stored node keeps the stored id.
 * 2. A node gets the id that it has in the file if its topology may use this id. In merge mode, ids of stored nodes are
 *    excluded.
 * 3. A node that matches a stored node keeps the stored id if no document names this id. If the node got a new id
 *    instead, each import of the same file would change the id again.
 * 4. The node gets a new id.
 */
export function chooseIds({ graph, isLegacy }: TopologyDocument, options: IdOptions): ChosenIds {
  const { mode, matches, ownIds, topologyId, ownerOf, newId } = options
  const isOwn = (id: string) => ownerOf(id) === topologyId && (mode === 'replace' || !ownIds.has(id))
  let regenerated = 0
  const generateId = () => {
    if (!isLegacy) regenerated++
    return newId()
  }
  const idOf = new Map<string, string>()
  for (const { id } of graph.nodes) {
    const match = matches.get(id)
    if (match !== undefined && mode === 'merge') idOf.set(id, match.id)
    else if (isOwn(id)) idOf.set(id, id)
    // If a document names the stored id, another node may get it.
    else idOf.set(id, match !== undefined && ownerOf(match.id) === undefined ? match.id : generateId())
  }
  return { idOf, regenerated }
}

/**
 * A text that is equal for two nodes if and only if they represent the same thing (rules.md#imported-nodes-1). A
 * topology has one service node, whatever its label is. For a resource in several environments or in none, the result
 * is `undefined`, so that the node of such a resource matches no other node. Trees of an earlier release may contain
 * such resources.
 */
function identityOf({ kind, label, environment }: Node): string | undefined {
  if (kind === 'service') return kind
  if (kind === 'environment') return `${kind} ${label}`
  return environment === null ? undefined : resourceKey({ environment, resource: label })
}

/** Finds the stored node that matches each node of a file. The keys are the ids in the file. */
export function matchNodes(graph: Graph, stored: Graph | undefined): ReadonlyMap<string, Node> {
  const byIdentity = new Map<string, Node>()
  for (const node of stored?.nodes ?? []) {
    const identity = identityOf(node)
    if (identity !== undefined && !byIdentity.has(identity)) byIdentity.set(identity, node)
  }
  const matches = new Map<string, Node>()
  for (const node of graph.nodes) {
    const match = byIdentity.get(identityOf(node) ?? '')
    if (match !== undefined) matches.set(node.id, match)
  }
  return matches
}
