import type { Alert } from './alert.js'
import { type Arrival, withHistory } from './alert-history.js'
import { type AlertStatus, isActive } from './alert-status.js'
import { takeStatus } from './take-status.js'
import { changeUnheld, SYSTEM, unheld } from './unheld.js'

/**
 * The time at which the server must change the status of the alert (rules.md#expiry-and-timed-statuses); `null` =
 * never, unless a caller changes the alert or the alert is received again.
 */
export function dueTime(alert: Alert): string | null {
  return nextStep(alert)?.time ?? null
}

/**
 * Makes every change of status that is due by now. Returns the alert unchanged if its {@link dueTime} is later.
 */
export function changeDueAlert(stored: Alert, { now, newId }: Omit<Arrival, 'actor'>): Alert {
  const step = nextStep(stored)
  if (step === undefined || step.time > now) return stored
  const entered = changeUnheld(stored, (own) => {
    const changed = takeStatus(own, step.status, { now })
    return withHistory(changed, 'status', { now, newId, actor: SYSTEM }, step.text)
  })
  return changeDueAlert(entered, { now, newId })
}

/** A change of status that the server makes at a certain time. */
interface Step {
  readonly time: string
  readonly status: AlertStatus
  /** The text of the history entry. */
  readonly text: string
}

/** Returns the next step, if any. If an alert would expire at the time at which its status ends, it only expires. */
function nextStep(alert: Alert): Step | undefined {
  const [expiry, end] = [expiryOf(alert), endOfStatus(alert)]
  if (expiry === undefined || end === undefined) return expiry ?? end
  return end.time < expiry.time ? end : expiry
}

/** An alert with the status `blackout`, such as an alert in a maintenance window, does not expire. */
function expiryOf({ status, expireTime, timeout }: Alert): Step | undefined {
  if (expireTime === null || !isActive(status) || status === 'blackout') return undefined
  return { time: expireTime, status: 'expired', text: `not received for ${timeout} seconds` }
}

function endOfStatus(alert: Alert): Step | undefined {
  const { status, statusUntil } = unheld(alert)
  if (statusUntil === null) return undefined
  return { time: statusUntil, status: 'open', text: `the time of the status ${status} is over` }
}
