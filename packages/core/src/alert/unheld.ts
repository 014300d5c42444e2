import type { Alert } from './alert.js'
import { isActive } from './alert-status.js'

/** The actor of the history entries that the server writes. */
export const SYSTEM_ACTOR = 'system'

/**
 * Returns the alert as it would be without maintenance windows: with the status `statusBefore`, and without the field
 * `maintenance`. The filters of maintenance windows, weight policies and relation policies are applied to this alert.
 */
export function unheld(alert: Alert): Alert {
  if (alert.maintenance === undefined) return alert
  const { maintenance, ...own } = alert
  return { ...own, status: maintenance.statusBefore }
}

/**
 * Changes an alert as if there were no maintenance windows. If the alert is active after the change, and a window
 * silences it, it keeps the status `blackout`, and `statusBefore` gets the new status. An alert that the change closes
 * or expires is no longer silenced by a window.
 */
export function changeOwnStatus(alert: Alert, change: (own: Alert) => Alert): Alert {
  const changed = change(unheld(alert))
  if (alert.maintenance === undefined || !isActive(changed.status)) return changed
  return { ...changed, status: 'blackout', maintenance: { ...alert.maintenance, statusBefore: changed.status } }
}
