import type { Alert } from './alert.js'
import { isActive } from './alert-status.js'

/** The actor of the history entries that the server writes. */
export const SYSTEM = 'system'

/** The alert as it is without maintenance windows. Its filters and its rules see this alert. */
export function unheld(alert: Alert): Alert {
  if (alert.maintenance === undefined) return alert
  const { maintenance, ...own } = alert
  return { ...own, status: maintenance.statusBefore }
}

/**
 * Changes the status that an alert has without maintenance windows. A window that holds the alert goes on to hold it,
 * unless the alert is closed or expired now.
 */
export function changeUnheld(alert: Alert, change: (own: Alert) => Alert): Alert {
  const own = change(unheld(alert))
  if (alert.maintenance === undefined || !isActive(own.status)) return own
  return { ...own, status: 'blackout', maintenance: { ...alert.maintenance, statusBefore: own.status } }
}
