import type { Node, NodeKind } from '@opsgraph/core'
import { NODE_SIZE } from '@opsgraph/core/pure'
import type { AlertCount } from './alert-counts.js'
import { alertSentence } from './alert-text.js'
import { pixels } from './geometry.js'
import { glyphOf } from './glyph.js'
import { badge } from './svg-badge.js'
import { alertClass } from './svg-style.js'
import { CUT, type Tile } from './tile.js'
import { visibleLabel, visibleText } from './visible-text.js'
import { wrapped } from './wrap-label.js'
import { xml } from './xml.js'

const { width, height } = NODE_SIZE
/** The positions and sizes of a node's parts within its box, in pixels. */
const GLYPH = { x: 14, y: (height - 20) / 2 }
const LABEL = { x: 43, right: 9, size: 15, line: 19 }

/**
 * How far a badge extends beyond the right border of its node, in pixels. This shift keeps the middle of the upper
 * border free, because edges end there.
 */
const BADGE_BEYOND = 16

const OUTLINES: Readonly<Record<NodeKind, string>> = {
  service: `<rect class="og-box" width="${width}" height="${height}" rx="${height / 2}"/>`,
  environment: `<path class="og-box" d="M${CUT} 0H${width - CUT}l${CUT} ${CUT}V${height - CUT}l-${CUT} ${CUT}H${CUT}l-${CUT}-${CUT}V${CUT}Z"/>`,
  resource: `<rect class="og-box" width="${width}" height="${height}" rx="9"/>`,
}

export interface NodeMarks {
  /** The CSS class with the color of the node's environment. */
  readonly color: string
  readonly alerts: AlertCount | undefined
  readonly isSuggested: boolean
}

/** A node with outline, glyph, label and alert badge. Text that does not fit is in the `title` element. */
export function svgNode({ node, left, top }: Tile, { color, alerts, isSuggested }: NodeMarks): string {
  const outline = OUTLINES[node.kind]
  const halo = alerts === undefined ? '' : outline.replace('og-box', `og-halo ${alertClass(alerts)}`)
  return [
    `<g class="og-${node.kind} ${color}" transform="translate(${pixels(left)} ${pixels(top)})">`,
    `<title>${xml(titleOf(node, alerts, isSuggested))}</title>`,
    isSuggested ? outline.replace('og-box', 'og-box og-suggested') : outline,
    halo,
    `<path class="og-glyph" transform="translate(${GLYPH.x} ${GLYPH.y})" d="${glyphOf(node)}"/>`,
    label(node),
    alerts === undefined ? '' : badge(alerts, { x: width + BADGE_BEYOND, y: 0 }),
    '</g>',
  ].join('')
}

function label(node: Node): string {
  const lines = wrapped(visibleLabel(node.label), (width - LABEL.x - LABEL.right) / LABEL.size)
  const first = height / 2 + LABEL.size * 0.36 - ((lines.length - 1) * LABEL.line) / 2
  const spans = lines.map((line, index) => {
    const y = pixels(first + index * LABEL.line)
    return `<text class="og-text og-label" x="${LABEL.x}" y="${y}">${xml(line)}</text>`
  })
  return spans.join('')
}

function titleOf({ kind, label, environment }: Node, alerts: AlertCount | undefined, isSuggested: boolean): string {
  const name = visibleLabel(label)
  const place = kind === 'resource' && environment !== null ? ` in ${visibleText(environment) || 'no environment'}` : ''
  const alertTexts = alerts === undefined ? [] : [alertSentence(alerts)]
  return [`${name}: ${isSuggested ? 'suggested ' : ''}${kind}${place}`, ...alertTexts].join(', ')
}
