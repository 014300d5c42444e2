import type { Edge } from '@opsgraph/core'
import type { Painting, Pen } from './painting.js'
import type { PlacedGraph } from './placed-graph.js'

/**
 * Below this scale, edges are painted as straight lines, because their bends are smaller than a pixel. This is faster.
 */
const MIN_CURVE_SCALE = 0.06
/** The smallest scale at which arrowheads are painted. */
const MIN_ARROWHEAD_SCALE = 0.3
const ARROWHEAD = { length: 9, width: 7 }
/**
 * The maximum number of edges in one path. Edges are stroked in several short paths, because the time to stroke a path
 * grows faster than linearly with the number of crossing lines in it.
 */
const EDGES_PER_PATH = 48
/** The width of an edge in pixels of the graph, and its minimum in pixels of the viewport. */
const EDGE_WIDTH = { usual: 1.5, least: 0.6 }

/** Paints the visible edges: first the faded ones, then the others. */
export function paintEdges(painting: Painting): void {
  const { pen, topology, marks, palette, scale } = painting
  const seen = findVisibleEdges(painting)
  const { suggested, faulty } = marks
  const near = marks.emphasis?.nodes
  const isNear = (edge: Edge) => near === undefined || connects(near, edge)
  pen.lineWidth = Math.max(EDGE_WIDTH.usual, EDGE_WIDTH.least / scale)
  pen.strokeStyle = palette.edge
  pen.fillStyle = palette.edge
  const groups = [
    { alpha: 0.18, dash: [], holds: (edge: Edge) => !isNear(edge) },
    {
      alpha: chooseOpacity(scale, seen.length),
      dash: [],
      holds: (edge: Edge) => isNear(edge) && !suggested.has(edge.target),
    },
    { alpha: 1, dash: [6, 5], holds: (edge: Edge) => isNear(edge) && suggested.has(edge.target) },
  ]
  for (const { alpha, dash, holds } of groups) {
    pen.globalAlpha = alpha
    pen.setLineDash(dash)
    const numbers = seen.filter((number) => holds(topology.edges[number] as Edge))
    if (near !== undefined && alpha > 0.2) pen.strokeStyle = pen.fillStyle = palette.accent
    strokeAll(painting, numbers)
  }
  pen.globalAlpha = 1
  pen.setLineDash([])
  pen.strokeStyle = pen.fillStyle = palette.danger
  pen.lineWidth *= 1.6
  if (faulty !== undefined) {
    strokeAll(
      painting,
      seen.filter((number) => faulty.edges.has(topology.edges[number]?.id ?? '')),
    )
  }
}

/**
 * Returns the opacity of edges. If many edges overlap at a small scale, each edge is painted fainter, so that dense
 * parts of the graph stand out.
 */
function chooseOpacity(scale: number, count: number): number {
  return scale < 0.25 && count > 2_000 ? 0.45 : 1
}

function connects(nodes: ReadonlySet<string>, { source, target }: Edge): boolean {
  return nodes.has(source) && nodes.has(target)
}

function findVisibleEdges({ placed: { edgeBounds }, topology, visible }: Painting): readonly number[] {
  const visibleEdges: number[] = []
  for (let edge = 0; edge < topology.edges.length; edge++) {
    const at = edge * 4
    const isSeen =
      (edgeBounds[at] ?? 0) < visible.right &&
      (edgeBounds[at + 1] ?? 0) < visible.bottom &&
      (edgeBounds[at + 2] ?? 0) > visible.left &&
      (edgeBounds[at + 3] ?? 0) > visible.top
    if (isSeen) visibleEdges.push(edge)
  }
  return visibleEdges
}

function strokeAll({ pen, placed, scale }: Painting, numbers: readonly number[]): void {
  const trace = scale < MIN_CURVE_SCALE ? traceStraight : traceCurve
  for (let from = 0; from < numbers.length; from += EDGES_PER_PATH) {
    pen.beginPath()
    for (const number of numbers.slice(from, from + EDGES_PER_PATH)) trace(pen, placed, number)
    pen.stroke()
  }
  if (scale < MIN_ARROWHEAD_SCALE) return
  pen.beginPath()
  for (const number of numbers) traceArrowhead(pen, placed, number)
  pen.fill()
}

function traceCurve(pen: Pen, { points, begins }: PlacedGraph, edge: number): void {
  const from = begins[edge] ?? 0
  const to = begins[edge + 1] ?? 0
  if (to - from < 8) return
  const at = (index: number) => points[index] ?? 0
  pen.moveTo(at(from), at(from + 1))
  for (let i = from + 2; i < to; i += 6) {
    pen.bezierCurveTo(at(i), at(i + 1), at(i + 2), at(i + 3), at(i + 4), at(i + 5))
  }
}

function traceStraight(pen: Pen, { points, begins }: PlacedGraph, edge: number): void {
  const from = begins[edge] ?? 0
  const to = begins[edge + 1] ?? 0
  if (to - from < 8) return
  pen.moveTo(points[from] ?? 0, points[from + 1] ?? 0)
  for (let i = from + 6; i < to; i += 6) pen.lineTo(points[i] ?? 0, points[i + 1] ?? 0)
}

/** Adds the arrowhead at the end of an edge to the current path. */
function traceArrowhead(pen: Pen, { points, begins }: PlacedGraph, edge: number): void {
  const to = begins[edge + 1] ?? 0
  if (to - (begins[edge] ?? 0) < 8) return
  const [fromX = 0, fromY = 0, x = 0, y = 0] = points.subarray(to - 4, to)
  const length = Math.hypot(x - fromX, y - fromY) || 1
  const [alongX, alongY] = [(x - fromX) / length, (y - fromY) / length]
  const [backX, backY] = [x - alongX * ARROWHEAD.length, y - alongY * ARROWHEAD.length]
  pen.moveTo(x, y)
  pen.lineTo(backX - (alongY * ARROWHEAD.width) / 2, backY + (alongX * ARROWHEAD.width) / 2)
  pen.lineTo(backX + (alongY * ARROWHEAD.width) / 2, backY - (alongX * ARROWHEAD.width) / 2)
  pen.closePath()
}
