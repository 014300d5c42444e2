import { SEVERITIES } from '@opsgraph/core/pure'
import { type Rect, truncateToWidth, visibleLabel } from '@opsgraph/draw'
import { paintEdges } from './paint-edges.js'
import { paintNames } from './paint-names.js'
import { MIN_NAME_SCALE, paintNode } from './paint-node.js'
import type { Painting } from './painting.js'
import { getBox } from './placed-graph.js'

/** The maximum number of pixels by which marks, such as badges, extend beyond their boxes. */
const MAX_OVERHANG = 24
/**
 * How the names of environments are painted. `size` is their font size in pixels of the graph, and `least` is their
 * smallest font size in pixels of the viewport. If the free width for a name is less than `room` pixels of the
 * viewport, the name is not painted, because too little of it would remain.
 */
const CAPTION = { size: 15, least: 11, room: 48 }

/** Paints the visible part of a graph. The unit of `painting.pen` must be a pixel of the graph. */
export function paintGraph(painting: Painting): void {
  paintAreas(painting)
  paintEdges(painting)
  const numbers = listNodesInPaintOrder(painting)
  for (const number of numbers) {
    const node = painting.topology.nodes[number]
    if (node !== undefined) paintNode(painting, node, getBox(painting.placed, number))
  }
  if (painting.scale < MIN_NAME_SCALE) paintNames(painting, numbers)
  paintCaptions(painting)
}

/**
 * Returns the indices of the visible nodes in painting order. At small scales, the marks of nodes overlap other nodes,
 * and a node that is painted later covers the earlier ones. So nodes with open alerts come last, and the node with the
 * worst alert is at the very end.
 */
function listNodesInPaintOrder({ topology, placed, marks, visible, scale }: Painting): readonly number[] {
  const beyond = MAX_OVERHANG / Math.min(1, scale)
  const numbers = [...topology.nodes.keys()].filter((number) => isVisible(getBox(placed, number), visible, beyond))
  const worstOf = (number: number) => {
    const count = marks.alerts.get(topology.nodes[number]?.id ?? '')
    return count !== undefined && count.open > 0 ? count.worst : undefined
  }
  const calm = numbers.filter((number) => worstOf(number) === undefined)
  const alerted = SEVERITIES.toReversed().flatMap((severity) =>
    numbers.filter((number) => worstOf(number) === severity),
  )
  return [...calm, ...alerted]
}

function paintAreas({ pen, placed, palette, visible, scale }: Painting): void {
  pen.lineWidth = Math.max(1, 1 / scale)
  for (const { outline, bounds } of placed.areas) {
    if (!isVisible(bounds, visible, MAX_OVERHANG)) continue
    const path = new Path2D(outline)
    pen.fillStyle = palette.sunken
    pen.fill(path, 'evenodd')
    pen.strokeStyle = palette.line
    pen.stroke(path)
  }
}

/** Paints the names of environments. Their font is enlarged at small scales, so that they stay readable. */
function paintCaptions({ pen, placed, palette, visible, scale }: Painting): void {
  const size = Math.max(CAPTION.size, CAPTION.least / scale)
  pen.font = `600 ${size}px ${palette.font}`
  pen.textAlign = 'left'
  pen.textBaseline = 'alphabetic'
  for (const { environment, bounds, caption } of placed.areas) {
    if (!isVisible(bounds, visible, MAX_OVERHANG) || (bounds.right - caption.x) * scale < CAPTION.room) continue
    const name = truncateToWidth(visibleLabel(environment), (bounds.right - caption.x) / size - 1)
    pen.lineWidth = size / 4
    pen.lineJoin = 'round'
    pen.strokeStyle = palette.sunken
    pen.strokeText(name, caption.x, caption.y)
    pen.fillStyle = palette.muted
    pen.fillText(name, caption.x, caption.y)
  }
}

function isVisible(rect: Rect, seen: Rect, beyond: number): boolean {
  return (
    rect.left - beyond < seen.right &&
    rect.right + beyond > seen.left &&
    rect.top - beyond < seen.bottom &&
    rect.bottom + beyond > seen.top
  )
}
