import { timestampAfterSeconds } from '../timestamp.js'
import type { Alert } from './alert.js'
import { type AlertStatus, attentionOf, isActive } from './alert-status.js'
import { endAllFingerprints, reopenEndedFingerprints } from './fingerprints.js'

/** When an alert gets a status, and for how long. */
interface StatusTiming {
  /** ISO 8601 in UTC with milliseconds. */
  readonly now: string
  /** Seconds after which the alert becomes `open` again; 0 or `undefined` = the status does not end by itself. */
  readonly timeout?: number | undefined
  /** The `activeSince` of an alert that becomes active again; `undefined` = now. */
  readonly since?: string | undefined
}

/**
 * Gives a stored alert a status (rules.md#expiry-and-timed-statuses). If the earlier status had a time at which it
 * would end, this time no longer applies. An alert that is open or over has no assignee. If the alert was closed or
 * expired and becomes active again, its `activeSince` is `since`, and the time until it expires starts again.
 */
export function applyStatus(
  stored: Alert,
  status: AlertStatus,
  { now, timeout = 0, since = now }: StatusTiming,
): Alert {
  const assignee = keepsAssignee(status) ? stored.assignee : null
  const alert = { ...stored, status, assignee, statusUntil: timeout === 0 ? null : timestampAfterSeconds(timeout, now) }
  if (!isActive(status)) return withoutOpenFingerprints(alert)
  if (isActive(stored.status)) return alert
  return { ...alert, activeSince: since, expireTime: expireTimeOf(stored, now) }
}

/** True if an alert with this status may have an assignee: it is active, and somebody has seen it. */
export function keepsAssignee(status: AlertStatus): boolean {
  return isActive(status) && attentionOf(status) !== 'open'
}

/** Closes all fingerprints of an alert that a person closed or that expired (rules.md#fingerprints). */
function withoutOpenFingerprints(alert: Alert): Alert {
  return { ...alert, openCount: 0, ...(alert.firing !== undefined && { firing: endAllFingerprints(alert.firing) }) }
}

/**
 * Gives a stored alert back a status that it had before a user changed it. If this status has ended by itself
 * meanwhile, the alert is `open`. Unlike in {@link applyStatus}, `activeSince` does not change if a closed alert
 * becomes active again.
 */
export function restoreStatus(
  stored: Alert,
  earlier: Pick<Alert, 'status' | 'statusUntil' | 'assignee'>,
  now: string,
): Alert {
  const { status, statusUntil, assignee } = earlier
  const isOver = statusUntil !== null && statusUntil <= now
  const alert: Alert = isOver
    ? { ...stored, status: 'open', statusUntil: null, assignee: null }
    : { ...stored, status, statusUntil, assignee }
  if (!isActive(alert.status) || isActive(stored.status) || alert.firing === undefined) return alert
  const firing = reopenEndedFingerprints(alert.firing)
  return { ...alert, firing, openCount: firing.open.length }
}

/**
 * The time at which an active alert expires unless it is received again; `null` = never.
 *
 * @param now the time at which the alert was received or reopened
 */
export function expireTimeOf({ timeout }: Pick<Alert, 'timeout'>, now: string): string | null {
  return timeout === 0 ? null : timestampAfterSeconds(timeout, now)
}
