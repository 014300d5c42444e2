import type { Alert } from './alert.js'
import { type ChangeContext, withHistory } from './alert-history.js'
import { type AlertStatus, isActive } from './alert-status.js'
import { closeDueFingerprints, earliestEndTime } from './fingerprints.js'
import { withWorstFingerprint } from './receive.js'
import { applyStatus } from './take-status.js'
import { changeOwnStatus, SYSTEM_ACTOR, unheld } from './unheld.js'

/**
 * The time at which the server must change the status of the alert (rules.md#expiry-and-timed-statuses); `null` =
 * never, unless a caller changes the alert or the alert is received again.
 */
export function dueTime(alert: Alert): string | null {
  return findNextChange(alert)?.time ?? null
}

/**
 * Makes every change that is due by now. Returns the alert unchanged if its {@link dueTime} is later.
 */
export function changeDueAlert(stored: Alert, { now, newId }: Omit<ChangeContext, 'actor'>): Alert {
  let alert = stored
  for (let change = findNextChange(alert); change !== undefined && change.time <= now; change = findNextChange(alert)) {
    const { apply } = change
    alert = changeOwnStatus(alert, (own) => apply(own, { now, newId, actor: SYSTEM_ACTOR }))
  }
  return alert
}

/** A change that the server makes to an alert at a certain time. */
interface DueChange {
  readonly time: string
  readonly apply: (own: Alert, context: ChangeContext) => Alert
}

/**
 * Returns the earliest change; `undefined` = none. If changes are due at the same time, one that ends the alert comes
 * first.
 */
function findNextChange(alert: Alert): DueChange | undefined {
  const changes = [findExpiryChange(alert), findFingerprintEnd(alert), findStatusEnd(alert)].filter(
    (change) => change !== undefined,
  )
  return changes.length === 0
    ? undefined
    : changes.reduce((first, change) => (change.time < first.time ? change : first))
}

/** An alert with the status `blackout`, such as an alert in a maintenance window, does not expire. */
function findExpiryChange({ status, expireTime, timeout }: Alert): DueChange | undefined {
  if (expireTime === null || !isActive(status) || status === 'blackout') return undefined
  return { time: expireTime, apply: changeTo('expired', `not received for ${timeout} seconds`) }
}

/**
 * The earliest `endTime` of the open fingerprints. At this time, the fingerprint closes. When the last open fingerprint
 * closes, the alert closes too.
 */
function findFingerprintEnd({ firing }: Alert): DueChange | undefined {
  const time = firing === undefined ? null : earliestEndTime(firing)
  if (firing === undefined || time === null) return undefined
  const openFingerprints = closeDueFingerprints(firing, time)
  return {
    time,
    apply: (own, context) => {
      const ended = { ...own, firing: openFingerprints, openCount: openFingerprints.open.length }
      return openFingerprints.open.length > 0
        ? withWorstFingerprint(ended, openFingerprints, context)
        : changeTo('closed', 'its end time is over')(ended, context)
    },
  }
}

function findStatusEnd(alert: Alert): DueChange | undefined {
  const { status, statusUntil } = unheld(alert)
  if (statusUntil === null) return undefined
  return { time: statusUntil, apply: changeTo('open', `the time of the status ${status} is over`) }
}

function changeTo(status: AlertStatus, text: string): DueChange['apply'] {
  return (own, context) => withHistory(applyStatus(own, status, { now: context.now }), 'status', context, text)
}
