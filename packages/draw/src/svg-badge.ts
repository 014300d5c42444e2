import type { Severity } from '@opsgraph/core'
import type { AlertCount, Inheritance } from './alert-counts.js'
import { countText, inheritedText } from './alert-text.js'
import { type Point, pixels } from './geometry.js'
import { alertClass, inheritedClass } from './svg-style.js'
import { textWidth } from './text-width.js'

const HEIGHT = 22
const FONT = 13
const PADDING = 7

/** Abbreviations of severities with long names. */
const SHORT: Readonly<Partial<Record<Severity, string>>> = { indeterminate: 'indeterm.', informational: 'info' }

/** A badge: the worst severity as a color and a word, and the numbers of {@link countText}. */
export function badge(alerts: AlertCount, right: Point): string {
  const { worst } = alerts
  const word = SHORT[worst] ?? worst
  const number = countText(alerts)
  const [wordWidth, numberWidth] = [word, number].map((text) => textWidth(text) * FONT + 2 * PADDING)
  const width = (wordWidth ?? 0) + (numberWidth ?? 0)
  const left = right.x - width
  const top = right.y - HEIGHT / 2
  const baseline = pixels(top + HEIGHT / 2 + FONT * 0.36)
  const middleOfNumber = right.x - (numberWidth ?? 0) / 2 - 1
  return [
    `<g class="${alertClass(alerts)}">`,
    `<rect class="og-badge" x="${pixels(left)}" y="${pixels(top)}" width="${pixels(width)}" height="${HEIGHT}" rx="${HEIGHT / 2}"/>`,
    `<path class="og-count" d="${halfPill(right.x - (numberWidth ?? 0), right.x - 1.5, top + 1.5, HEIGHT - 3)}"/>`,
    `<text class="og-word" x="${pixels(left + (wordWidth ?? 0) / 2 + 1)}" y="${baseline}" text-anchor="middle">${word}</text>`,
    `<text class="og-number" x="${pixels(middleOfNumber)}" y="${baseline}" text-anchor="middle">${number}</text>`,
    '</g>',
  ].join('')
}

/** The badge of an inherited severity: a hollow pill with the text of {@link inheritedText}. */
export function inheritedBadge(inherited: Inheritance, right: Point): string {
  const { severity } = inherited
  const text = inheritedText(inherited).replace(severity, SHORT[severity] ?? severity)
  const width = textWidth(text) * FONT + 2 * PADDING
  const [left, top] = [right.x - width, right.y - HEIGHT / 2]
  return [
    `<g class="${inheritedClass(inherited)}">`,
    `<rect class="og-count og-hollow" x="${pixels(left)}" y="${pixels(top)}" width="${pixels(width)}" height="${HEIGHT}" rx="${HEIGHT / 2}"/>`,
    `<text class="og-number" x="${pixels(left + width / 2)}" y="${pixels(top + HEIGHT / 2 + FONT * 0.36)}" text-anchor="middle">${text}</text>`,
    '</g>',
  ].join('')
}

/** The outline of a box that is straight on the left and round on the right. */
function halfPill(left: number, right: number, top: number, height: number): string {
  const radius = height / 2
  return `M${pixels(left)} ${pixels(top)}H${pixels(right - radius)}a${radius} ${radius} 0 0 1 0 ${height}H${pixels(left)}Z`
}
