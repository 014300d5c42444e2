import type { AlertCount, Inheritance } from './alert-counts.js'

/** The mark before the number of roll-ups (see {@link AlertCount}). */
export const ROLL_UP_SIGN = '↑'
/** The mark before the number of active alerts that are acknowledged or silenced. */
export const ATTENDED = '✓'

/** The mark before a severity that a node inherits from the nodes below it. */
export const FROM_BELOW_SIGN = '↓'

/**
 * Formats the numbers on a badge, for example `1 +11 ↑2 ✓3`: open alerts with the worst severity, less severe open
 * alerts (`+`), open alerts of resources that have no node (`↑`), and acknowledged or silenced alerts (`✓`). Omits
 * zeros, as in `1` or `✓3`.
 */
export function countText({ open, openWorst, rolledUp, acknowledged, silenced }: AlertCount): string {
  const attended = acknowledged + silenced
  return [
    ...(open > 0 ? [String(openWorst)] : []),
    ...(open > openWorst ? [`+${open - openWorst}`] : []),
    ...(rolledUp > 0 ? [`${ROLL_UP_SIGN}${rolledUp}`] : []),
    ...(attended > 0 ? [`${ATTENDED}${attended}`] : []),
  ].join(' ')
}

/** Formats the numbers in words, for example `3 open alerts, 1 critical, 2 acknowledged`. */
export function alertSentence({ open, openWorst, worst, rolledUp, acknowledged, silenced }: AlertCount): string {
  return [
    `${open === 0 ? 'no' : open} open ${open === 1 ? 'alert' : 'alerts'}`,
    ...(open > 0 ? [`${openWorst} ${worst}`] : []),
    ...(rolledUp > 0 ? [`${rolledUp} rolled up from resources that are not drawn`] : []),
    ...(acknowledged > 0 ? [`${acknowledged} acknowledged`] : []),
    ...(silenced > 0 ? [`${silenced} silenced`] : []),
    ...(open === 0 ? [`the worst ${worst}`] : []),
  ].join(', ')
}

/**
 * Formats the inherited severity of a node, for example `↓ critical`, or `↓ critical ✓` if it comes from acknowledged
 * alerts.
 */
export function inheritedText({ severity, isOpen }: Inheritance): string {
  return `${FROM_BELOW_SIGN} ${severity}${isOpen ? '' : ` ${ATTENDED}`}`
}

/**
 * Formats the severity that a node inherits in words, for example `inherits critical from disk-sdb`.
 *
 * @param labelOf returns the label of a node
 */
export function inheritedSentence({ severity, from, isOpen }: Inheritance, labelOf: (id: string) => string): string {
  const source = from === null ? 'alerts that are on no node' : labelOf(from)
  return `inherits ${severity}${isOpen ? '' : ' (acknowledged)'} from ${source}`
}
