import type { Node } from '@opsgraph/core'
import { glyphOf, type Rect, truncateToWidth, visibleLabel, wrapLabel } from '@opsgraph/draw'
import { chooseInheritedColor, paintBadge, paintDot, paintInheritedBadge } from './paint-badge.js'
import type { Painting } from './painting.js'

/** The length by which the corners of an environment's box are cut off. */
const CORNER_CUT = 14
const GLYPH = { x: 13, y: 20 }
/**
 * The layout of the name in a box:
 *
 * - `beside` and `alone`: the left offset of a name with a glyph beside it, and of a name without a glyph
 * - `least`: the smallest font size, in pixels of the viewport
 * - `line` and `close`: the line height of a name with a glyph beside it, and of a name without a glyph, as multiples
 *   of the font size
 */
const LABEL = { beside: 42, alone: 10, right: 10, size: 14.5, least: 11, line: 1.22, close: 1.08 }
/**
 * The maximum width of a line of a name, as a multiple of the space for it. A line that is wider than the space is
 * squeezed, because one squeezed line is easier to read than two lines.
 */
const MAX_SQUEEZE = 1.15
/** The smallest scale at which the name of a node is painted in its box. */
export const MIN_NAME_SCALE = 0.34
/** The smallest scales at which a node has a glyph beside its name, and a badge. */
const MIN_GLYPH_SCALE = 0.62
const MIN_BADGE_SCALE = 0.34

/** Paints a node: an outline and a glyph for its kind, its name, and a badge for its alerts. */
export function paintNode(painting: Painting, node: Node, box: Rect): void {
  const { pen, marks, scale } = painting
  const alerts = marks.alerts.get(node.id)
  const isAside = marks.emphasis?.nodes?.has(node.id) === false
  pen.globalAlpha = isAside ? 0.28 : 1
  paintBox(painting, node, box)
  if (scale >= MIN_GLYPH_SCALE) paintGlyph(painting, node, box)
  if (scale >= MIN_NAME_SCALE) paintLabel(painting, node, box)
  const inherited = marks.inherited?.get(node.id)
  if (inherited !== undefined && scale >= MIN_BADGE_SCALE) paintInheritedBadge(painting, inherited, box)
  if (alerts !== undefined) {
    if (scale >= MIN_BADGE_SCALE) paintBadge(painting, alerts, box)
    else paintDot(painting, alerts, box)
  }
  if (marks.faulty?.nodes.has(node.id)) paintFault(painting, box)
  pen.globalAlpha = 1
}

function paintBox(painting: Painting, node: Node, box: Rect): void {
  const { pen, palette, marks, scale } = painting
  const isSelected = marks.emphasis?.selected === node.id
  const alerts = marks.alerts.get(node.id)
  const open = alerts !== undefined && alerts.open > 0 ? alerts : undefined
  traceOutline(painting, node, box)
  pen.fillStyle = node.kind === 'service' ? palette.accent : palette.surface
  pen.fill()
  if (open !== undefined && node.kind !== 'service') {
    pen.save()
    pen.globalAlpha *= 0.12
    pen.fillStyle = palette.severities[open.worst]
    pen.fill()
    pen.restore()
  }
  paintBorder(painting, node)
  if (!isSelected) return
  traceOutline(painting, node, { left: box.left - 6, top: box.top - 6, right: box.right + 6, bottom: box.bottom + 6 })
  pen.strokeStyle = palette.accent
  pen.lineWidth = Math.max(3, 2 / scale)
  pen.stroke()
}

/**
 * Paints the border. The border is thick and solid if the node has open alerts. It is thick and dotted if the node has
 * no alerts of its own and inherits a severity from the nodes below it. Otherwise it is thin. The border of a suggested
 * node is dashed.
 */
function paintBorder({ pen, palette, marks, scale }: Painting, { id }: Node): void {
  const alerts = marks.alerts.get(id)
  const inherited = alerts === undefined ? marks.inherited?.get(id) : undefined
  const open = alerts !== undefined && alerts.open > 0 ? palette.severities[alerts.worst] : undefined
  const color = open ?? (inherited && chooseInheritedColor(palette, inherited))
  pen.strokeStyle = color ?? palette.edge
  pen.lineWidth = Math.max(color === undefined ? 1.2 : 2.4, (color === undefined ? 0.6 : 1.4) / scale)
  if (inherited !== undefined) pen.setLineDash([pen.lineWidth, pen.lineWidth])
  else if (marks.suggested.has(id)) pen.setLineDash([6, 5])
  pen.stroke()
  pen.setLineDash([])
}

function traceOutline({ pen }: Painting, { kind }: Node, { left, top, right, bottom }: Rect): void {
  const [width, height] = [right - left, bottom - top]
  pen.beginPath()
  if (kind === 'environment') {
    pen.moveTo(left + CORNER_CUT, top)
    pen.lineTo(right - CORNER_CUT, top)
    pen.lineTo(right, top + CORNER_CUT)
    pen.lineTo(right, bottom - CORNER_CUT)
    pen.lineTo(right - CORNER_CUT, bottom)
    pen.lineTo(left + CORNER_CUT, bottom)
    pen.lineTo(left, bottom - CORNER_CUT)
    pen.lineTo(left, top + CORNER_CUT)
    pen.closePath()
  } else {
    pen.roundRect(left, top, width, height, kind === 'service' ? height / 2 : 10)
  }
}

function paintGlyph({ pen, palette }: Painting, node: Node, { left, top }: Rect): void {
  pen.save()
  pen.translate(left + GLYPH.x, top + GLYPH.y)
  pen.strokeStyle = node.kind === 'service' ? palette.onAccent : palette.muted
  pen.lineWidth = 1.5
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.stroke(getGlyphPath(glyphOf(node)))
  pen.restore()
}

const PATHS = new Map<string, Path2D>()

function getGlyphPath(text: string): Path2D {
  const path = PATHS.get(text) ?? new Path2D(text)
  PATHS.set(text, path)
  return path
}

/**
 * Paints the name of a node. At small scales the name is enlarged so that it stays readable. Below the scale
 * `MIN_GLYPH_SCALE`, no glyph is painted, and the name also uses the space of the glyph. A name that is still too long
 * is cut.
 */
function paintLabel({ pen, palette, scale }: Painting, node: Node, { left, top, right, bottom }: Rect): void {
  const size = Math.max(LABEL.size, LABEL.least / scale)
  const x = left + (scale >= MIN_GLYPH_SCALE ? LABEL.beside : LABEL.alone)
  const room = right - LABEL.right - x
  pen.font = `${node.kind === 'resource' ? 500 : 600} ${size}px ${palette.font}`
  pen.fillStyle = node.kind === 'service' ? palette.onAccent : palette.text
  pen.textAlign = scale >= MIN_GLYPH_SCALE ? 'left' : 'center'
  pen.textBaseline = 'middle'
  const label = visibleLabel(node.label)
  const height = size * (scale >= MIN_GLYPH_SCALE ? LABEL.line : LABEL.close)
  const hasTwoLines = 2 * height < bottom - top
  const width = (room / size) * MAX_SQUEEZE
  const lines = hasTwoLines ? wrapLabel(label, width) : [truncateToWidth(label, width)]
  const first = (top + bottom) / 2 - ((lines.length - 1) * height) / 2
  const at = scale >= MIN_GLYPH_SCALE ? x : x + room / 2
  for (const [index, line] of lines.entries()) pen.fillText(line, at, first + index * height, room)
}

/** The round sign that marks a fault: its radius and the width of its border, in pixels of the graph. */
const SIGN = { radius: 11, border: 2 }
/** Below this scale of the graph, the sign is enlarged so that it stays readable. */
const MIN_READABLE_SCALE = 0.7

/**
 * Marks the box of a node that breaks a rule: paints a red border, and an exclamation mark for users who cannot tell
 * the colors apart.
 */
function paintFault({ pen, palette, scale }: Painting, { left, top, right, bottom }: Rect): void {
  pen.save()
  pen.strokeStyle = palette.danger
  pen.lineWidth = Math.max(SIGN.border, 1.4 / scale)
  pen.beginPath()
  pen.roundRect(left - 3, top - 3, right - left + 6, bottom - top + 6, 12)
  pen.stroke()
  pen.translate(left + 2, top + 2)
  const enlarged = Math.max(1, MIN_READABLE_SCALE / scale)
  pen.scale(enlarged, enlarged)
  pen.beginPath()
  pen.arc(0, 0, SIGN.radius, 0, 2 * Math.PI)
  pen.fillStyle = palette.danger
  pen.fill()
  pen.fillStyle = palette.onSeverity
  pen.font = `700 15px ${palette.font}`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText('!', 0, 0.5)
  pen.restore()
}
