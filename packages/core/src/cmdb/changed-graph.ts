import { compareNames } from '../name.js'
import type { Edge, Graph, Node } from '../topology/graph.js'
import { withClaims } from '../topology/node-claims.js'
import { newNodeParams } from './cmdb-node.js'
import type { EdgeEnd, NewEdge, NewNode, TopologyChanges } from './topology-changes.js'

/** What is needed to create nodes and edges. */
export interface GraphCreation {
  readonly newId: () => string
  /** The name of the CMDB. */
  readonly source: string
}

const NO_GRAPH: Graph = { nodes: [], edges: [] }

/**
 * Applies the changes of a plan to a stored graph. New nodes are added at the end, in the order of {@link
 * compareNodes}, all at the position (0, 0). New edges are also added at the end, ordered by child node and then by
 * parent node. In stored nodes, only `params` and claims change. An edge that replaces a stored edge gets the id of
 * that edge.
 */
export function changedGraph(
  stored: Graph = NO_GRAPH,
  { nodes, edges, claimed }: TopologyChanges,
  { newId, source }: GraphCreation,
): Graph {
  const created = nodes.create
    .toSorted(compareNodes)
    .map((node) => ({ node, drawn: createNode(node, newId(), source) }))
  const ids = new Map<EdgeEnd, string>(created.map(({ node, drawn: { id } }) => [node, id]))
  const idOf = (end: EdgeEnd): string => ('id' in end ? end.id : (ids.get(end) ?? ''))
  const createEdge = (id: string, { parentNode, childNode }: NewEdge): Edge => ({
    id,
    source: idOf(parentNode),
    target: idOf(childNode),
  })
  const replacedEdges = new Map(
    edges.update.map((update) => [update.replaced.id, createEdge(update.replaced.id, update)]),
  )
  const updatedNodes = new Map(
    [...nodes.update, ...claimed].map(({ node, params, claims }) => [node.id, withClaims({ ...node, params }, claims)]),
  )
  const removedNodes = new Set(nodes.remove.map(({ id }) => id))
  const removedEdges = new Set(edges.remove)
  return {
    nodes: [
      ...stored.nodes.filter(({ id }) => !removedNodes.has(id)).map((node) => updatedNodes.get(node.id) ?? node),
      ...created.map((entry) => entry.drawn),
    ],
    edges: [
      ...stored.edges.filter((edge) => !removedEdges.has(edge)).map((edge) => replacedEdges.get(edge.id) ?? edge),
      ...edges.create.toSorted(compareEdges).map((edge) => createEdge(newId(), edge)),
    ],
  }
}

function createNode(node: NewNode, id: string, source: string): Node {
  const { kind, label, environment, resource } = node
  const position = { x: 0, y: 0 }
  return {
    id,
    kind,
    label,
    environment,
    resource,
    icon: '',
    params: newNodeParams(node, source),
    hierarchyConfig: {},
    position,
  }
}

/** Orders the service node first, and each environment before its resources. */
function compareNodes(left: EdgeEnd, right: EdgeEnd): number {
  if (left.environment === null || right.environment === null) {
    return Number(left.environment !== null) - Number(right.environment !== null)
  }
  return (
    compareNames(left.environment, right.environment) ||
    Number(left.resource !== null) - Number(right.resource !== null) ||
    compareNames(left.label, right.label)
  )
}

function compareEdges(left: NewEdge, right: NewEdge): number {
  return compareNodes(left.childNode, right.childNode) || compareNodes(left.parentNode, right.parentNode)
}
