import type { Steps } from '../../steps.js'
import type { Graph } from '../graph.js'
import type { Orientation } from '../topology.js'
import { layOutInSteps } from './lay-out.js'

/**
 * Gives a position to each node that has no position. If a stored node has the same id, the node gets the position of
 * the stored node. The other nodes are laid out around all nodes that have a position (rules.md#positions).
 *
 * @param unplaced the ids of the nodes without a position
 * @param stored the stored graph that `graph` replaces
 */
export function* placeNodes(
  graph: Graph,
  { unplaced, stored, orientation }: { unplaced: ReadonlySet<string>; stored?: Graph; orientation: Orientation },
): Steps<Graph> {
  if (unplaced.size === 0) return graph
  const known = new Map(stored?.nodes.map(({ id, position }) => [id, position]))
  const nodes = graph.nodes.map((node) => (unplaced.has(node.id) ? { ...node, ...placed(known.get(node.id)) } : node))
  const fixed = new Set(nodes.flatMap(({ id }) => (unplaced.has(id) && !known.has(id) ? [] : [id])))
  const positions = yield* layOutInSteps({ nodes, edges: graph.edges }, orientation, fixed)
  return { ...graph, nodes: nodes.map((node) => ({ ...node, ...placed(positions.get(node.id)) })) }
}

function placed<T>(position: T | undefined): { readonly position: T } | undefined {
  return position && { position }
}
