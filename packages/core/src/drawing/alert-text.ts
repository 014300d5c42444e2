import type { AlertCount } from './alert-counts.js'

/** The mark of alerts that came up from resources that are not drawn. */
export const ROLL_UP = '↑'

/** How many alerts a node has, and how many of them came up: `3`, `3 ↑2`. */
export function countText({ count, rolledUp }: AlertCount): string {
  return rolledUp === 0 ? String(count) : `${count} ${ROLL_UP}${rolledUp}`
}

export function alertSentence({ count, worst, rolledUp }: AlertCount): string {
  const alerts = `${count} ${count === 1 ? 'alert' : 'alerts'}, the worst ${worst}`
  return rolledUp === 0 ? alerts : `${alerts}, ${rolledUp} rolled up from resources that are not drawn`
}
