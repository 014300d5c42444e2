import { type AlertCount, countText, type Inheritance, inheritedText, type Point, type Rect } from '@opsgraph/draw'
import { SEVERITY_SHAPES } from '../ui/severity-shapes.js'
import type { Painting } from './painting.js'

const HEIGHT = 22
const FONT = 12.5
const SHAPE = 12
const PADDING = 7
const GAP = 4
/** Below this scale of the graph, a badge is enlarged so that it stays readable. */
const MIN_READABLE_SCALE = 0.8
/** The number of pixels by which a badge extends beyond the right border of its box. */
const OVERHANG = 8
/**
 * The limits for the size of the shape that replaces a badge at small scales: the minimum `least` in pixels of the
 * viewport, and the maximum `most` in pixels of the graph.
 */
const DOT = { least: 9, most: 54 }

const SHAPES = Object.fromEntries(
  Object.entries(SEVERITY_SHAPES).map(([severity, path]) => [severity, new Path2D(path)]),
) as Readonly<Record<AlertCount['worst'], Path2D>>

/**
 * Paints a badge on the corner of a box. The badge is a pill with the text that `countText` returns. The color of the
 * pill and a symbol in it show the worst severity of the open alerts. If no alert is open, the pill is gray and has no
 * symbol.
 */
export function paintBadge(painting: Painting, alerts: AlertCount, box: Rect): void {
  const { palette, scale } = painting
  // Move an enlarged badge up, so that it does not cover the name.
  paintPill(
    painting,
    { x: box.right + OVERHANG, y: box.top - (computeEnlargement(scale) - 1) * HEIGHT * 0.8 },
    {
      text: countText(alerts),
      fill: chooseAlertColor(palette, alerts),
      border: { color: palette.sunken, width: 2 },
      ink: palette.onSeverity,
      shape: alerts.open > 0 ? alerts : undefined,
    },
  )
}

/**
 * Paints the badge of an inherited severity. This badge is hollow and on the lower corner of the box, so that users who
 * cannot tell colors apart do not confuse it with the badge of the node's own alerts.
 */
export function paintInheritedBadge(painting: Painting, inherited: Inheritance, box: Rect): void {
  const { palette, scale } = painting
  const color = chooseInheritedColor(palette, inherited)
  paintPill(
    painting,
    { x: box.right + OVERHANG, y: box.bottom + (computeEnlargement(scale) - 1) * HEIGHT * 0.8 },
    {
      text: inheritedText(inherited),
      fill: palette.surface,
      border: { color, width: 1.5 },
      ink: color,
    },
  )
}

function computeEnlargement(scale: number): number {
  return Math.max(1, MIN_READABLE_SCALE / scale)
}

interface Pill {
  readonly text: string
  readonly fill: string
  readonly border: { readonly color: string; readonly width: number }
  /** The color of the text and of the shape. */
  readonly ink: string
  /** The alerts whose shape is before the text. */
  readonly shape?: AlertCount | undefined
}

/** Paints a pill whose right end is at a point. */
function paintPill({ pen, palette, scale }: Painting, at: Point, { text, fill, border, ink, shape }: Pill): void {
  pen.save()
  pen.translate(at.x, at.y)
  pen.scale(computeEnlargement(scale), computeEnlargement(scale))
  pen.font = `700 ${FONT}px ${palette.font}`
  const width = 2 * PADDING + (shape === undefined ? 0 : SHAPE + GAP) + pen.measureText(text).width
  pen.beginPath()
  pen.roundRect(-width, -HEIGHT / 2, width, HEIGHT, HEIGHT / 2)
  pen.fillStyle = fill
  pen.fill()
  pen.strokeStyle = border.color
  pen.lineWidth = border.width
  pen.stroke()
  pen.fillStyle = ink
  if (shape !== undefined) paintShape(pen, shape, { x: PADDING - width, y: -SHAPE / 2, size: SHAPE })
  pen.textAlign = 'right'
  pen.textBaseline = 'middle'
  pen.fillText(text, -PADDING, 0.5)
  pen.restore()
}

/**
 * Returns the color of an inherited severity. If the severity comes from acknowledged alerts, returns the color of
 * muted text.
 */
export function chooseInheritedColor(
  { severities, muted }: Painting['palette'],
  { severity, isOpen }: Inheritance,
): string {
  return isOpen ? severities[severity] : muted
}

/** Returns the color of the worst severity, or the color of muted text if no alert is open. */
function chooseAlertColor({ severities, muted }: Painting['palette'], { open, worst }: AlertCount): string {
  return open === 0 ? muted : severities[worst]
}

/**
 * Paints the shape that replaces a badge at small scales: the shape of the worst severity or, if no alert is open, a
 * check mark. It is in the middle of the box, and large enough to see.
 */
export function paintDot({ pen, palette, scale }: Painting, alerts: AlertCount, box: Rect): void {
  const size = computeDotSize(scale)
  const x = (box.left + box.right - size) / 2
  const y = (box.top + box.bottom - size) / 2
  pen.fillStyle = chooseAlertColor(palette, alerts)
  paintShape(pen, alerts, { x, y, size })
}

/** Returns the size of the shape that replaces a badge at a small scale, in pixels of the graph. */
export function computeDotSize(scale: number): number {
  return Math.max(DOT.least / scale, Math.min(DOT.most, 16 / scale))
}

function paintShape(
  pen: Painting['pen'],
  { open, worst }: AlertCount,
  at: { x: number; y: number; size: number },
): void {
  pen.save()
  pen.translate(at.x, at.y)
  pen.scale(at.size / 16, at.size / 16)
  pen.fill(SHAPES[open === 0 ? 'ok' : worst], 'evenodd')
  pen.restore()
}
