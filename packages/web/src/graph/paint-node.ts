import { type AlertCount, glyphOf, type Node, type Rect, visibleLabel, wrapped } from '@opsgraph/core/browser'
import { paintBadge, paintDot } from './paint-badge.js'
import type { Painting } from './paint-graph.js'

const CUT = 14
const GLYPH = { x: 13, y: 20 }
const LABEL = { x: 42, right: 10, size: 14.5, line: 18 }
/** Scales from which texts are readable, and pictures are more than a spot. */
const TEXT_FROM = 0.42
const GLYPH_FROM = 0.3
const BADGE_FROM = 0.42

/** Paints a box: what it is by its outline and picture, its name, and how its alerts stand. */
export function paintNode(painting: Painting, node: Node, box: Rect): void {
  const { pen, marks, scale } = painting
  const alerts = marks.alerts.get(node.id)
  const isAside = marks.emphasis !== undefined && !marks.emphasis.nodes.has(node.id)
  pen.globalAlpha = isAside ? 0.28 : 1
  paintBox(painting, { node, box, alerts })
  if (scale >= GLYPH_FROM) paintGlyph(painting, node, box)
  if (scale >= TEXT_FROM) paintLabel(painting, node, box)
  if (alerts !== undefined) {
    if (scale >= BADGE_FROM) paintBadge(painting, alerts, box)
    else paintDot(painting, alerts, box)
  }
  pen.globalAlpha = 1
}

function paintBox(
  painting: Painting,
  { node, box, alerts }: { node: Node; box: Rect; alerts: AlertCount | undefined },
) {
  const { pen, palette, marks, scale } = painting
  const isSelected = marks.emphasis?.selected === node.id
  outline(painting, node, box)
  pen.fillStyle = node.kind === 'service' ? palette.accent : palette.surface
  pen.fill()
  if (alerts !== undefined && node.kind !== 'service') {
    pen.save()
    pen.globalAlpha *= 0.12
    pen.fillStyle = palette.severities[alerts.worst]
    pen.fill()
    pen.restore()
  }
  pen.setLineDash(marks.suggested.has(node.id) ? [6, 5] : [])
  pen.strokeStyle = alerts === undefined ? palette.edge : palette.severities[alerts.worst]
  pen.lineWidth = Math.max(alerts === undefined ? 1.2 : 2.4, (alerts === undefined ? 0.6 : 1.4) / scale)
  pen.stroke()
  pen.setLineDash([])
  if (!isSelected) return
  outline(painting, node, { left: box.left - 6, top: box.top - 6, right: box.right + 6, bottom: box.bottom + 6 })
  pen.strokeStyle = palette.accent
  pen.lineWidth = Math.max(3, 2 / scale)
  pen.stroke()
}

function outline({ pen }: Painting, { kind }: Node, { left, top, right, bottom }: Rect): void {
  const [width, height] = [right - left, bottom - top]
  pen.beginPath()
  if (kind === 'environment') {
    pen.moveTo(left + CUT, top)
    pen.lineTo(right - CUT, top)
    pen.lineTo(right, top + CUT)
    pen.lineTo(right, bottom - CUT)
    pen.lineTo(right - CUT, bottom)
    pen.lineTo(left + CUT, bottom)
    pen.lineTo(left, bottom - CUT)
    pen.lineTo(left, top + CUT)
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
  pen.stroke(glyphPath(glyphOf(node)))
  pen.restore()
}

const PATHS = new Map<string, Path2D>()

function glyphPath(text: string): Path2D {
  const known = PATHS.get(text) ?? new Path2D(text)
  PATHS.set(text, known)
  return known
}

function paintLabel({ pen, palette }: Painting, node: Node, { left, top, right, bottom }: Rect): void {
  pen.font = `${node.kind === 'resource' ? 500 : 600} ${LABEL.size}px ${palette.font}`
  pen.fillStyle = node.kind === 'service' ? palette.onAccent : palette.text
  pen.textAlign = 'left'
  pen.textBaseline = 'middle'
  const lines = wrapped(visibleLabel(node.label), (right - left - LABEL.x - LABEL.right) / LABEL.size)
  const first = (top + bottom) / 2 - ((lines.length - 1) * LABEL.line) / 2
  for (const [index, line] of lines.entries()) pen.fillText(line, left + LABEL.x, first + index * LABEL.line)
}
