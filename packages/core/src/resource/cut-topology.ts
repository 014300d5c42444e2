import { resourceKey } from '../relation/relation.js'
import type { Edge, Graph, Node } from '../topology/graph.js'
import type { Topology } from '../topology/topology.js'

/** How a topology changes when resources are decommissioned. */
export interface TopologyCut {
  readonly stored: Topology
  readonly removedNodes: readonly Node[]
  /** The edges to remove, each to or from a removed node. */
  readonly removedEdges: readonly Edge[]
  /** The edges that get the environment node as their new parent, because the child would have no parent. */
  readonly reattached: readonly { readonly edge: Edge; readonly parentNode: Node }[]
  /** True if nodes are removed and no resource node is left. */
  readonly isEmptied: boolean
}

/**
 * Plans the removal of the nodes of some resources. A child that would have no parent is put below the node of its
 * environment; in a tree of an earlier release that lacks this node, below the service node.
 *
 * @param resources the resources, by `resourceKey`
 */
export function cutTopology(stored: Topology, resources: ReadonlySet<string>): TopologyCut {
  const isRemoved = ({ environment, resource }: Node) =>
    environment !== null && resource !== null && resources.has(resourceKey({ environment, resource }))
  const removedNodes = stored.nodes.filter(isRemoved)
  const ids = new Set(removedNodes.map(({ id }) => id))
  const remaining = stored.nodes.filter(({ id }) => !ids.has(id))
  const byId = new Map(remaining.map((node) => [node.id, node]))
  const service = remaining.find(({ kind }) => kind === 'service')
  const environments = new Map(remaining.flatMap((node) => (node.kind === 'environment' ? [[node.label, node]] : [])))
  const withParent = new Set(stored.edges.filter(({ source }) => !ids.has(source)).map(({ target }) => target))
  const removedEdges: Edge[] = []
  const reattached: { readonly edge: Edge; readonly parentNode: Node }[] = []
  for (const edge of stored.edges) {
    if (!ids.has(edge.source) && !ids.has(edge.target)) continue
    const child = byId.get(edge.target)
    const parentNode = environments.get(child?.environment ?? '') ?? service
    if (child === undefined || withParent.has(child.id) || parentNode === undefined) {
      removedEdges.push(edge)
      continue
    }
    withParent.add(child.id)
    reattached.push({ edge, parentNode })
  }
  return {
    stored,
    removedNodes,
    removedEdges,
    reattached,
    isEmptied: removedNodes.length > 0 && remaining.every(({ kind }) => kind !== 'resource'),
  }
}

/** The graph of a topology after the removal. The order and positions of the remaining nodes do not change. */
export function graphAfter({ stored, removedNodes, removedEdges, reattached }: TopologyCut): Graph {
  const goneNodes = new Set(removedNodes)
  const goneEdges = new Set(removedEdges)
  const sources = new Map(reattached.map(({ edge, parentNode }) => [edge, parentNode.id]))
  return {
    nodes: stored.nodes.filter((node) => !goneNodes.has(node)),
    edges: stored.edges.flatMap((edge) => {
      if (goneEdges.has(edge)) return []
      const source = sources.get(edge)
      return [source === undefined ? edge : { ...edge, source }]
    }),
  }
}
