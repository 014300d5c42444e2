import { NODE_SIZE } from '@opsgraph/core/pure'
import type { Point } from '@opsgraph/draw'
import { getBox, type PlacedGraph } from './placed-graph.js'

export const DIRECTIONS = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
} as const

/**
 * The weight of the distance sideways. The distance straight ahead has the weight 1, so nodes straight ahead are
 * preferred.
 */
const SIDEWAYS_WEIGHT = 2.5

/** Returns the index of the nearest node in a direction; `from` if there is no node in this direction. */
export function findNodeInDirection(placed: PlacedGraph, from: number, direction: Point): number {
  const start = getBox(placed, from)
  let best = { node: from, distance: Number.POSITIVE_INFINITY }
  for (let node = 0; node < placed.boxes.length / 2; node++) {
    const box = getBox(placed, node)
    // Measure horizontal distances in widths of a box, and vertical distances in heights of a box. A box is three times
    // as wide as it is high. So in pixels, the next node is usually farther away horizontally than vertically. In these
    // units, the two distances are about the same.
    const x = (box.left - start.left) / NODE_SIZE.width
    const y = (box.top - start.top) / NODE_SIZE.height
    const ahead = x * direction.x + y * direction.y
    const aside = Math.abs(x * direction.y + y * direction.x)
    if (ahead < 0.3) continue
    const distance = ahead + SIDEWAYS_WEIGHT * aside
    if (distance < best.distance) best = { node, distance }
  }
  return best.node
}
