import type { Steps } from '../../steps.js'
import type { Graph } from '../graph.js'
import type { Orientation } from '../topology.js'
import { layOutInSteps } from './lay-out.js'

/**
 * Gives a position to each node that has none: the position of the stored node with the same id, if there is one. The
 * other nodes are laid out around all nodes that have a position (rules.md#positions). Yields for pauses.
 *
 * @param unplaced the ids of the nodes without a position
 * @param stored the stored graph that `graph` replaces
 */
export function* placeNodes(
  graph: Graph,
  { unplaced, stored, orientation }: { unplaced: ReadonlySet<string>; stored?: Graph; orientation: Orientation },
): Steps<Graph> {
  if (unplaced.size === 0) return graph
  const storedPositions = new Map(stored?.nodes.map(({ id, position }) => [id, position]))
  const nodes = graph.nodes.map((node) =>
    unplaced.has(node.id) ? { ...node, ...withPosition(storedPositions.get(node.id)) } : node,
  )
  const fixed = new Set(nodes.flatMap(({ id }) => (unplaced.has(id) && !storedPositions.has(id) ? [] : [id])))
  const positions = yield* layOutInSteps({ nodes, edges: graph.edges }, orientation, fixed)
  return { ...graph, nodes: nodes.map((node) => ({ ...node, ...withPosition(positions.get(node.id)) })) }
}

function withPosition<T>(position: T | undefined): { readonly position: T } | undefined {
  return position && { position }
}
