import type { AlertCount } from './alert-counts.js'

/** The mark of alerts that came up from resources that are not drawn. */
export const ROLL_UP = '↑'
/** The mark of alerts that are active but not open: acknowledged or silenced. */
export const ATTENDED = '✓'

/**
 * The number in a badge that shows `worst`: how many open alerts have that severity, how many are less severe, how many
 * of both came up, and how many are not open: `1`, `1 +11 ↑2 ✓3`, `✓3`.
 */
export function countText({ open, openWorst, rolledUp, acknowledged, silenced }: AlertCount): string {
  const attended = acknowledged + silenced
  return [
    ...(open > 0 ? [String(openWorst)] : []),
    ...(open > openWorst ? [`+${open - openWorst}`] : []),
    ...(rolledUp > 0 ? [`${ROLL_UP}${rolledUp}`] : []),
    ...(attended > 0 ? [`${ATTENDED}${attended}`] : []),
  ].join(' ')
}

/** `3 open alerts, 1 critical, 2 acknowledged`. */
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
