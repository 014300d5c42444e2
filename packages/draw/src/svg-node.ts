import type { Node, NodeKind, Severity } from '@opsgraph/core'
import { NODE_SIZE } from '@opsgraph/core/pure'
import type { AlertCount, Inheritance } from './alert-counts.js'
import { alertSentence, countText, inheritedSentence, inheritedText } from './alert-text.js'
import { formatPixels, type Point } from './geometry.js'
import { glyphOf } from './glyph.js'
import { alertClass, inheritedClass } from './svg-style.js'
import { textWidth } from './text-width.js'
import { CORNER_CUT, type Tile } from './tile.js'
import { visibleLabel, visibleText } from './visible-text.js'
import { wrapLabel } from './wrap-label.js'
import { escapeXml } from './xml.js'

const { width, height } = NODE_SIZE
/** Where the glyph and the label are within the box of a node, and how large the label is, in pixels. */
const GLYPH_POSITION = { x: 14, y: (height - 20) / 2 }
const LABEL_LAYOUT = { x: 43, right: 9, size: 15, line: 19 }

/**
 * How far a badge extends beyond the right border of its node, in pixels. This shift keeps the middle of the upper
 * border free, because edges end there.
 */
const BADGE_OVERHANG = 16

const OUTLINE_BY_KIND: Readonly<Record<NodeKind, string>> = {
  service: `<rect class="og-box" width="${width}" height="${height}" rx="${height / 2}"/>`,
  environment: `<path class="og-box" d="M${CORNER_CUT} 0H${width - CORNER_CUT}l${CORNER_CUT} ${CORNER_CUT}V${height - CORNER_CUT}l-${CORNER_CUT} ${CORNER_CUT}H${CORNER_CUT}l-${CORNER_CUT}-${CORNER_CUT}V${CORNER_CUT}Z"/>`,
  resource: `<rect class="og-box" width="${width}" height="${height}" rx="9"/>`,
}

export interface NodeMarks {
  /** The CSS class with the color of the node's environment. */
  readonly color: string
  readonly alerts: AlertCount | undefined
  readonly inherited: Inheritance | undefined
  readonly isSuggested: boolean
  /** Returns the label of a node. */
  readonly labelOf: (id: string) => string
}

/**
 * Draws a node with outline, glyph, label and badges. The badge of the node's own alerts is filled, and is at the top.
 * The badge of an inherited severity is hollow, and is at the bottom. A text that does not fit is in the `title`
 * element.
 */
export function svgNode({ node, left, top }: Tile, marks: NodeMarks): string {
  const { color, alerts, inherited } = marks
  const outline = OUTLINE_BY_KIND[node.kind]
  return [
    `<g class="og-${node.kind} ${color}" transform="translate(${formatPixels(left)} ${formatPixels(top)})">`,
    `<title>${escapeXml(buildTitle(node, marks))}</title>`,
    outline.replace('og-box', boxClasses(marks)),
    drawHalo(outline, marks),
    `<path class="og-glyph" transform="translate(${GLYPH_POSITION.x} ${GLYPH_POSITION.y})" d="${glyphOf(node)}"/>`,
    drawLabel(node),
    alerts === undefined ? '' : drawBadge(alerts, { x: width + BADGE_OVERHANG, y: 0 }),
    inherited === undefined ? '' : drawInheritedBadge(inherited, { x: width + BADGE_OVERHANG, y: height }),
    '</g>',
  ].join('')
}

/**
 * Returns the CSS classes of the box of a node. If the node only inherits a severity, the normal border is hidden: it
 * would be visible between the dots of the line for the inherited severity.
 */
function boxClasses({ alerts, inherited, isSuggested }: NodeMarks): string {
  const isBare = inherited !== undefined && alerts === undefined
  return ['og-box', ...(isSuggested ? ['og-suggested'] : []), ...(isBare ? ['og-bare'] : [])].join(' ')
}

/**
 * Draws the line around a node with alerts: solid if the node has alerts of its own, dotted if it only inherits a
 * severity.
 */
function drawHalo(outline: string, { alerts, inherited }: NodeMarks): string {
  if (alerts !== undefined) return outline.replace('og-box', `og-halo ${alertClass(alerts)}`)
  return inherited === undefined ? '' : outline.replace('og-box', `og-halo og-below ${inheritedClass(inherited)}`)
}

function drawLabel(node: Node): string {
  const lines = wrapLabel(visibleLabel(node.label), (width - LABEL_LAYOUT.x - LABEL_LAYOUT.right) / LABEL_LAYOUT.size)
  const first = height / 2 + LABEL_LAYOUT.size * 0.36 - ((lines.length - 1) * LABEL_LAYOUT.line) / 2
  const spans = lines.map((line, index) => {
    const y = formatPixels(first + index * LABEL_LAYOUT.line)
    return `<text class="og-text og-label" x="${LABEL_LAYOUT.x}" y="${y}">${escapeXml(line)}</text>`
  })
  return spans.join('')
}

function buildTitle(
  { kind, label, environment }: Node,
  { alerts, inherited, isSuggested, labelOf }: NodeMarks,
): string {
  const name = visibleLabel(label)
  const place = kind === 'resource' && environment !== null ? ` in ${visibleText(environment) || 'no environment'}` : ''
  const alertTexts = [
    ...(alerts === undefined ? [] : [alertSentence(alerts)]),
    ...(inherited === undefined ? [] : [inheritedSentence(inherited, labelOf)]),
  ]
  return [`${name}: ${isSuggested ? 'suggested ' : ''}${kind}${place}`, ...alertTexts].join(', ')
}

const BADGE_HEIGHT = 22
const BADGE_FONT_SIZE = 13
const BADGE_PADDING = 7

/** Abbreviations of severities with long names. */
const SHORT_NAMES: Readonly<Partial<Record<Severity, string>>> = { indeterminate: 'indeterm.', informational: 'info' }

/**
 * Draws a badge: the worst severity as a color and a word, and the numbers of alerts ({@link countText}), such as `1
 * +11`.
 */
function drawBadge(alerts: AlertCount, right: Point): string {
  const { worst } = alerts
  const word = SHORT_NAMES[worst] ?? worst
  const number = countText(alerts)
  const [wordWidth, numberWidth] = [word, number].map((text) => textWidth(text) * BADGE_FONT_SIZE + 2 * BADGE_PADDING)
  const width = (wordWidth ?? 0) + (numberWidth ?? 0)
  const left = right.x - width
  const top = right.y - BADGE_HEIGHT / 2
  const baseline = formatPixels(top + BADGE_HEIGHT / 2 + BADGE_FONT_SIZE * 0.36)
  const middleOfNumber = right.x - (numberWidth ?? 0) / 2 - 1
  return [
    `<g class="${alertClass(alerts)}">`,
    `<rect class="og-badge" x="${formatPixels(left)}" y="${formatPixels(top)}" width="${formatPixels(width)}" height="${BADGE_HEIGHT}" rx="${BADGE_HEIGHT / 2}"/>`,
    `<path class="og-count" d="${halfPill(right.x - (numberWidth ?? 0), right.x - 1.5, top + 1.5, BADGE_HEIGHT - 3)}"/>`,
    `<text class="og-word" x="${formatPixels(left + (wordWidth ?? 0) / 2 + 1)}" y="${baseline}" text-anchor="middle">${word}</text>`,
    `<text class="og-number" x="${formatPixels(middleOfNumber)}" y="${baseline}" text-anchor="middle">${number}</text>`,
    '</g>',
  ].join('')
}

/** Draws the badge of an inherited severity: a hollow pill with the text of {@link inheritedText}. */
function drawInheritedBadge(inherited: Inheritance, right: Point): string {
  const { severity } = inherited
  const text = inheritedText(inherited).replace(severity, SHORT_NAMES[severity] ?? severity)
  const width = textWidth(text) * BADGE_FONT_SIZE + 2 * BADGE_PADDING
  const [left, top] = [right.x - width, right.y - BADGE_HEIGHT / 2]
  return [
    `<g class="${inheritedClass(inherited)}">`,
    `<rect class="og-count og-hollow" x="${formatPixels(left)}" y="${formatPixels(top)}" width="${formatPixels(width)}" height="${BADGE_HEIGHT}" rx="${BADGE_HEIGHT / 2}"/>`,
    `<text class="og-number" x="${formatPixels(left + width / 2)}" y="${formatPixels(top + BADGE_HEIGHT / 2 + BADGE_FONT_SIZE * 0.36)}" text-anchor="middle">${text}</text>`,
    '</g>',
  ].join('')
}

/** Returns the outline of a box that is straight on the left and round on the right. */
function halfPill(left: number, right: number, top: number, height: number): string {
  const radius = height / 2
  return `M${formatPixels(left)} ${formatPixels(top)}H${formatPixels(right - radius)}a${radius} ${radius} 0 0 1 0 ${height}H${formatPixels(left)}Z`
}
