import type { Graph } from './graph.js'

/** Gives a new id to each node whose id is in `taken`, and changes the ends of edges accordingly. */
export function renameNodes(graph: Graph, taken: ReadonlySet<string>, newId: () => string): Graph {
  if (taken.size === 0) return graph
  const newIds = new Map([...taken].map((id) => [id, newId()]))
  const idOf = (id: string) => newIds.get(id) ?? id
  return {
    nodes: graph.nodes.map((node) => ({ ...node, id: idOf(node.id) })),
    edges: graph.edges.map((edge) => ({ ...edge, source: idOf(edge.source), target: idOf(edge.target) })),
  }
}
