import {
  type Area,
  type Curve,
  type DrawnTopology,
  NODE_SIZE,
  type Orientation,
  type Point,
  type Rect,
  type Scene,
} from '@opsgraph/core/browser'

/** What is drawn: a topology, from the top, from the left or in circles; the stored orientation unless told otherwise. */
export interface GraphToDraw {
  readonly topology: DrawnTopology
  readonly orientation?: Orientation | undefined
}

/**
 * Where everything of a graph stands, as numbers side by side: they pass from the worker to the page, and are gone
 * through at every frame, in no time.
 */
export interface PlacedGraph {
  readonly bounds: Rect
  readonly areas: readonly Area[]
  /** Left and top of each node's box, in the order of the nodes. */
  readonly boxes: Float64Array
  /** The points of all edges: the start, then control, control, end of each piece. */
  readonly points: Float32Array
  /** Where the points of each edge begin in `points`, in the order of the edges; and where the last ones end. */
  readonly begins: Uint32Array
  /** Left, top, right, bottom of each edge. */
  readonly reach: Float32Array
}

export function placedGraph({ tiles, curves, areas, bounds }: Scene, { edges }: DrawnTopology): PlacedGraph {
  const boxes = new Float64Array(tiles.flatMap(({ left, top }) => [left, top]))
  const begins = new Uint32Array(edges.length + 1)
  const points: number[] = []
  const reach = new Float32Array(edges.length * 4)
  for (const [index, edge] of edges.entries()) {
    const curve = curves.get(edge)
    const along = curve === undefined ? [] : pointsOf(curve)
    for (const { x, y } of along) points.push(x, y)
    begins[index + 1] = points.length
    reach.set(reachOf(along), index * 4)
  }
  return { bounds, areas, boxes, points: new Float32Array(points), begins, reach }
}

export function boxOf({ boxes }: PlacedGraph, node: number): Rect {
  const left = boxes[2 * node] ?? 0
  const top = boxes[2 * node + 1] ?? 0
  return { left, top, right: left + NODE_SIZE.width, bottom: top + NODE_SIZE.height }
}

/** The number of the node at a point of the graph, the last one where two lie on each other; -1 = there is none. */
export function nodeAt({ boxes }: PlacedGraph, { x, y }: Point): number {
  for (let node = boxes.length / 2 - 1; node >= 0; node--) {
    const aside = x - (boxes[2 * node] ?? 0)
    const away = y - (boxes[2 * node + 1] ?? 0)
    if (aside >= 0 && away >= 0 && aside <= NODE_SIZE.width && away <= NODE_SIZE.height) return node
  }
  return -1
}

function pointsOf({ start, pieces }: Curve): readonly Point[] {
  return [start, ...pieces.flat()]
}

/** Control points are around the curve that they belong to. */
function reachOf(points: readonly Point[]): readonly number[] {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}
