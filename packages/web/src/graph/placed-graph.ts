import type { Orientation } from '@opsgraph/core'
import { NODE_SIZE } from '@opsgraph/core/pure'
import type { Area, Curve, DrawnTopology, Point, Rect, Scene } from '@opsgraph/draw'

/**
 * A topology to draw, and its orientation: top down, left to right or in circles. By default, the orientation is the
 * one stored with the topology.
 */
export interface GraphToDraw {
  readonly topology: DrawnTopology
  readonly orientation?: Orientation | undefined
}

/**
 * The positions of the nodes and edges of a graph, in typed arrays: these are cheap to send from the worker to the
 * page, and to read in every frame.
 */
export interface PlacedGraph {
  readonly bounds: Rect
  readonly areas: readonly Area[]
  /** For each node, in the order of the nodes: the left and the top coordinate of its box. */
  readonly boxes: Float64Array
  /**
   * The x and y coordinates of the points of all edges. Each edge has a start point, and for each of its Bézier
   * segments two control points and an end point.
   */
  readonly points: Float32Array
  /**
   * For each edge, the index in `points` at which the edge begins, in the order of the edges. One more element at the
   * end is the length of `points`.
   */
  readonly begins: Uint32Array
  /** For each edge, its bounding box: left, top, right, bottom. */
  readonly edgeBounds: Float32Array
}

export function placeGraph({ tiles, curves, areas, bounds }: Scene, { edges }: DrawnTopology): PlacedGraph {
  const boxes = new Float64Array(tiles.flatMap(({ left, top }) => [left, top]))
  const begins = new Uint32Array(edges.length + 1)
  const points: number[] = []
  const edgeBounds = new Float32Array(edges.length * 4)
  for (const [index, edge] of edges.entries()) {
    const curve = curves.get(edge)
    const along = curve === undefined ? [] : listPoints(curve)
    for (const { x, y } of along) points.push(x, y)
    begins[index + 1] = points.length
    edgeBounds.set(computeBounds(along), index * 4)
  }
  return { bounds, areas, boxes, points: new Float32Array(points), begins, edgeBounds }
}

export function getBox({ boxes }: PlacedGraph, node: number): Rect {
  const left = boxes[2 * node] ?? 0
  const top = boxes[2 * node + 1] ?? 0
  return { left, top, right: left + NODE_SIZE.width, bottom: top + NODE_SIZE.height }
}

/**
 * Returns the index of the node at a point of the graph. If several nodes overlap there, returns the index of the last
 * one. Returns -1 if there is no node.
 */
export function findNodeAt({ boxes }: PlacedGraph, { x, y }: Point): number {
  for (let node = boxes.length / 2 - 1; node >= 0; node--) {
    const aside = x - (boxes[2 * node] ?? 0)
    const away = y - (boxes[2 * node + 1] ?? 0)
    if (aside >= 0 && away >= 0 && aside <= NODE_SIZE.width && away <= NODE_SIZE.height) return node
  }
  return -1
}

export const DIRECTIONS = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
} as const

/**
 * How much a sideways distance counts when the nearest node in a direction is searched. The distance straight ahead
 * counts once, so nodes straight ahead are preferred.
 */
const SIDEWAYS_WEIGHT = 2.5

/** Returns the index of the node nearest to the node `from` in a direction; `from` if there is none. */
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

function listPoints({ start, pieces }: Curve): readonly Point[] {
  return [start, ...pieces.flat()]
}

/**
 * Returns the bounding box of all points of an edge. The box contains the whole curve, because a Bézier curve never
 * leaves the convex hull of its points.
 */
function computeBounds(points: readonly Point[]): readonly number[] {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}
