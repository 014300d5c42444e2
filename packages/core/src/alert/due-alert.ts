import type { Alert } from './alert.js'
import { type Arrival, withHistory } from './alert-history.js'
import { type AlertStatus, isActive } from './alert-status.js'
import { endDue, firstEnd } from './fingerprints.js'
import { withWorstFingerprint } from './receive.js'
import { takeStatus } from './take-status.js'
import { changeWithoutWindow, SYSTEM, unheld } from './unheld.js'

/**
 * The time at which the server must change the status of the alert (rules.md#expiry-and-timed-statuses); `null` =
 * never, unless a caller changes the alert or the alert is received again.
 */
export function dueTime(alert: Alert): string | null {
  return nextStep(alert)?.time ?? null
}

/**
 * Makes every change that is due by now. Returns the alert unchanged if its {@link dueTime} is later.
 */
export function changeDueAlert(stored: Alert, { now, newId }: Omit<Arrival, 'actor'>): Alert {
  let alert = stored
  for (let step = nextStep(alert); step !== undefined && step.time <= now; step = nextStep(alert)) {
    const { take } = step
    alert = changeWithoutWindow(alert, (own) => take(own, { now, newId, actor: SYSTEM }))
  }
  return alert
}

/** A change that the server makes at a certain time. */
interface Step {
  readonly time: string
  readonly take: (own: Alert, arrival: Arrival) => Alert
}

/**
 * Returns the earliest step; `undefined` = none. If steps are due at the same time, one that ends the alert comes
 * first.
 */
function nextStep(alert: Alert): Step | undefined {
  const steps = [expiryStep(alert), endStep(alert), statusEndStep(alert)].filter((step) => step !== undefined)
  return steps.length === 0 ? undefined : steps.reduce((first, step) => (step.time < first.time ? step : first))
}

/** An alert with the status `blackout`, such as an alert in a maintenance window, does not expire. */
function expiryStep({ status, expireTime, timeout }: Alert): Step | undefined {
  if (expireTime === null || !isActive(status) || status === 'blackout') return undefined
  return { time: expireTime, take: changeTo('expired', `not received for ${timeout} seconds`) }
}

/**
 * The earliest `endTime` of the open fingerprints. At this time, the fingerprint closes. When the last open fingerprint
 * closes, the alert closes too.
 */
function endStep({ firing }: Alert): Step | undefined {
  const time = firing === undefined ? null : firstEnd(firing)
  if (firing === undefined || time === null) return undefined
  const left = endDue(firing, time)
  return {
    time,
    take: (own, arrival) => {
      const ended = { ...own, firing: left, openCount: left.open.length }
      return left.open.length > 0
        ? withWorstFingerprint(ended, left, arrival)
        : changeTo('closed', 'its end time is over')(ended, arrival)
    },
  }
}

function statusEndStep(alert: Alert): Step | undefined {
  const { status, statusUntil } = unheld(alert)
  if (statusUntil === null) return undefined
  return { time: statusUntil, take: changeTo('open', `the time of the status ${status} is over`) }
}

function changeTo(status: AlertStatus, text: string): Step['take'] {
  return (own, arrival) => withHistory(takeStatus(own, status, { now: arrival.now }), 'status', arrival, text)
}
