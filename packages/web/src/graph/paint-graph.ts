import { type DrawnTopology, fitted, type Rect, visibleLabel } from '@opsgraph/core/browser'
import type { Marks } from './marks.js'
import { paintEdges } from './paint-edges.js'
import { paintNode } from './paint-node.js'
import type { Palette } from './palette.js'
import type { PlacedGraph } from './placed-graph.js'
import { boxOf } from './placed-graph.js'

export type Pen = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D

/** All that a painter looks at. */
export interface Painting {
  readonly pen: Pen
  readonly topology: DrawnTopology
  readonly placed: PlacedGraph
  readonly marks: Marks
  readonly palette: Palette
  /** The part of the graph that is painted. */
  readonly seen: Rect
  /** How large the graph is drawn: what would be too small to read is left out, or drawn larger. */
  readonly scale: number
}

/** Marks stand out from their boxes. */
const BEYOND = 24
const CAPTION = { size: 15, least: 11 }

/** Paints what is seen of a graph; the pen is set to the graph's pixels. */
export function paintGraph(painting: Painting): void {
  paintAreas(painting)
  paintEdges(painting)
  const { topology, placed, seen } = painting
  for (const [number, node] of topology.nodes.entries()) {
    const box = boxOf(placed, number)
    if (isSeen(box, seen, BEYOND / Math.min(1, painting.scale))) paintNode(painting, node, box)
  }
  paintCaptions(painting)
}

function paintAreas({ pen, placed, palette, seen, scale }: Painting): void {
  pen.lineWidth = Math.max(1, 1 / scale)
  for (const { outline, bounds } of placed.areas) {
    if (!isSeen(bounds, seen, BEYOND)) continue
    const path = new Path2D(outline)
    pen.fillStyle = palette.sunken
    pen.fill(path, 'evenodd')
    pen.strokeStyle = palette.line
    pen.stroke(path)
  }
}

/** The names of environments, which stay readable when all is seen from afar. */
function paintCaptions({ pen, placed, palette, seen, scale }: Painting): void {
  const size = Math.max(CAPTION.size, CAPTION.least / scale)
  pen.font = `600 ${size}px ${palette.font}`
  pen.textAlign = 'left'
  pen.textBaseline = 'alphabetic'
  for (const { environment, bounds, caption } of placed.areas) {
    if (!isSeen(bounds, seen, BEYOND)) continue
    const name = fitted(visibleLabel(environment), (bounds.right - caption.x) / size - 1)
    pen.lineWidth = size / 4
    pen.lineJoin = 'round'
    pen.strokeStyle = palette.sunken
    pen.strokeText(name, caption.x, caption.y)
    pen.fillStyle = palette.muted
    pen.fillText(name, caption.x, caption.y)
  }
}

function isSeen(rect: Rect, seen: Rect, beyond: number): boolean {
  return (
    rect.left - beyond < seen.right &&
    rect.right + beyond > seen.left &&
    rect.top - beyond < seen.bottom &&
    rect.bottom + beyond > seen.top
  )
}
