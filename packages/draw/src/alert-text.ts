import type { AlertCount } from './alert-counts.js'

/** Marks alerts that rolled up from resources without a node. */
export const ROLL_UP = '↑'
/** Marks alerts that are active but not open: acknowledged or silenced. */
export const ATTENDED = '✓'

/**
 * The text of a badge that shows `worst`: the open alerts with that severity, the less severe ones, those of both that
 * rolled up, and the active alerts that are not open: `1`, `1 +11 ↑2 ✓3`, `✓3`.
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
