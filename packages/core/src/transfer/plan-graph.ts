import { LIMITS } from '../limits.js'
import type { Steps } from '../steps.js'
import { deriveGraph } from '../topology/derive-graph.js'
import type { Graph } from '../topology/graph.js'
import { indexGraph } from '../topology/graph-index.js'
import { type GraphIssue, graphIssue } from '../topology/graph-issue.js'
import { placeNodes } from '../topology/lay-out/place-nodes.js'
import type { Node } from '../topology/node.js'
import type { Orientation } from '../topology/topology.js'
import { validateGraph } from '../topology/validate-graph.js'
import { chooseIds } from './choose-ids.js'
import { matchNodes } from './match-nodes.js'
import { type EdgeChanges, planEdges } from './plan-edges.js'
import { type NodeChanges, planNodes } from './plan-nodes.js'
import type { TopologyDocument } from './topology-document.js'
import type { TopologyImportOptions } from './topology-import-options.js'

export interface GraphPlanning extends Pick<TopologyImportOptions, 'mode' | 'positions'> {
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
  readonly positionsKept: number
  /** The rules that the merged graph breaks. */
  readonly issues: readonly GraphIssue[]
}

/** Plans the graph that results from importing a document into a stored graph (rules.md#imported-nodes). */
export function* planGraph(document: TopologyDocument, planning: GraphPlanning): Steps<GraphPlan> {
  const { stored = EMPTY, mode, orientation, newId } = planning
  const matches = matchNodes(document.graph, stored)
  const ownIds = new Set(stored.nodes.map(({ id }) => id))
  const { idOf, regenerated } = chooseIds(document, { ...planning, matches, ownIds })
  const after = new Map([...matches].map(([fileId, { id }]) => [id, idOf.get(fileId) ?? id]))
  const nodePlan = planNodes({ document, stored: stored.nodes, matches, idOf, options: planning })
  yield
  const edgePlan = planEdges({
    mode,
    wanted: document.graph.edges.map((edge) => ({
      ...edge,
      source: idOf.get(edge.source) ?? edge.source,
      target: idOf.get(edge.target) ?? edge.target,
    })),
    stored: stored.edges,
    // In replace mode, another node may get the id of a removed node. So for a removed node, this function returns an
    // id that no node has. Then the stored edges of the removed node match no edge of the file.
    idAfter: (id) => after.get(id) ?? (mode === 'merge' ? id : `\u0000${id}`),
    newId,
  })
  yield
  const { graph, issues } = wholeGraph({ nodes: nodePlan.nodes, edges: edgePlan.edges })
  const placed = issues.length > 0 ? graph : yield* placeNodes(graph, { unplaced: nodePlan.unplaced, orientation })
  return {
    graph: placed,
    nodes: asStored(nodePlan.changes, placed.nodes),
    edges: edgePlan.changes,
    idsRegenerated: regenerated,
    positionsKept: nodePlan.positionsKept,
    issues,
  }
}

const EMPTY: Graph = { nodes: [], edges: [] }

/**
 * Validates the graph, and derives environment and resource of each node again, because merging may have moved nodes to
 * other environments.
 */
function wholeGraph(graph: Graph): { readonly graph: Graph; readonly issues: readonly GraphIssue[] } {
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
function asStored(changes: NodeChanges, nodes: readonly Node[]): NodeChanges {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const placed = (node: Node) => byId.get(node.id) ?? node
  return {
    ...changes,
    create: changes.create.map(placed),
    update: changes.update.map(({ stored, wanted }) => ({ stored, wanted: placed(wanted) })),
  }
}
