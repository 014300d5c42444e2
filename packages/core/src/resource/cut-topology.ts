import { resourceKey } from '../relation/relation.js'
import type { Edge, Graph, Node } from '../topology/graph.js'
import type { Topology } from '../topology/topology.js'

/** How a topology changes when resources are decommissioned. */
export interface TopologyCut {
  readonly stored: Topology
  readonly removed: readonly Node[]
  /** The edges that go away: they lead to or from a removed node. */
  readonly lost: readonly Edge[]
  /** The edges from a removed node that now come from the environment node, because the child has no other parent. */
  readonly rehung: readonly { readonly edge: Edge; readonly parentNode: Node }[]
  /** True if no resource is left. */
  readonly isEmptied: boolean
}

/**
 * Plans the removal of the nodes of some resources. A child that keeps no parent hangs from the node of its environment
 * from then on. A tree of an earlier release may lack this node: then the child hangs from the service node.
 *
 * @param gone the resources, by `resourceKey`
 */
export function cutTopology(stored: Topology, gone: ReadonlySet<string>): TopologyCut {
  const isGone = ({ environment, resource }: Node) =>
    environment !== null && resource !== null && gone.has(resourceKey({ environment, resource }))
  const removed = stored.nodes.filter(isGone)
  const ids = new Set(removed.map(({ id }) => id))
  const left = stored.nodes.filter(({ id }) => !ids.has(id))
  const byId = new Map(left.map((node) => [node.id, node]))
  const service = left.find(({ kind }) => kind === 'service')
  const environments = new Map(left.flatMap((node) => (node.kind === 'environment' ? [[node.label, node]] : [])))
  const placed = new Set(stored.edges.filter(({ source }) => !ids.has(source)).map(({ target }) => target))
  const lost: Edge[] = []
  const rehung: { readonly edge: Edge; readonly parentNode: Node }[] = []
  for (const edge of stored.edges) {
    if (!ids.has(edge.source) && !ids.has(edge.target)) continue
    const child = byId.get(edge.target)
    const parentNode = environments.get(child?.environment ?? '') ?? service
    if (child === undefined || placed.has(child.id) || parentNode === undefined) {
      lost.push(edge)
      continue
    }
    placed.add(child.id)
    rehung.push({ edge, parentNode })
  }
  return {
    stored,
    removed,
    lost,
    rehung,
    isEmptied: removed.length > 0 && left.every(({ kind }) => kind !== 'resource'),
  }
}

/** The graph of a topology after the cut. Everything that is left stays in its order and place. */
export function graphAfter({ stored, removed, lost, rehung }: TopologyCut): Graph {
  const goneNodes = new Set(removed)
  const goneEdges = new Set(lost)
  const sources = new Map(rehung.map(({ edge, parentNode }) => [edge, parentNode.id]))
  return {
    nodes: stored.nodes.filter((node) => !goneNodes.has(node)),
    edges: stored.edges.flatMap((edge) => {
      if (goneEdges.has(edge)) return []
      const source = sources.get(edge)
      return [source === undefined ? edge : { ...edge, source }]
    }),
  }
}
