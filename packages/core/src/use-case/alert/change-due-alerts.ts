import type { Alert } from '../../alert/alert.js'
import { changeDueAlert } from '../../alert/due-alert.js'
import { unheld } from '../../alert/unheld.js'
import { LIMITS } from '../../limits.js'
import { underWindows } from '../../maintenance/hold-alert.js'
import { timestamp } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'
import { activePolicies } from '../policy/active-policies.js'

/** How many alerts got a status by themselves. */
export interface DueAlertCounts {
  /** Alerts that were not received for the time of their `timeout`. */
  readonly expired: number
  /** Alerts that are open again because the time of their status was over. */
  readonly reopened: number
}

/**
 * Changes the status of every alert whose time has come (rules.md#expiry-and-timed-statuses). A server calls this
 * function again and again. If several servers call it at the same time, only one of them does the work.
 *
 * The work is done in transactions of a limited number of alerts. So a failure undoes only the last transaction, and the
 * next call continues from there.
 */
export async function changeDueAlerts(dependencies: Dependencies): Promise<DueAlertCounts> {
  const now = timestamp(dependencies.clock())
  const total = { expired: 0, reopened: 0 }
  for (;;) {
    const batch = await changeBatch(dependencies, now)
    total.expired += batch.expired
    total.reopened += batch.reopened
    if (batch.found < LIMITS.dueAlerts) return total
  }
}

/** @returns the counts, and how many alerts the store found to be due */
async function changeBatch(
  dependencies: Dependencies,
  now: string,
): Promise<DueAlertCounts & { readonly found: number }> {
  const { store, newId, clock } = dependencies
  return await store.transaction(async (parts) => {
    if ((await parts.tryLock?.('dueAlerts')) === false) return { expired: 0, reopened: 0, found: 0 }
    const keys = await parts.alerts.due(now, LIMITS.dueAlerts)
    if (keys.length === 0) return { expired: 0, reopened: 0, found: 0 }
    const { maintenance } = await activePolicies(dependencies, parts)
    // An alert may have changed since it was found, so only its locked state counts.
    const stored = await parts.alerts.lock(keys)
    const windows = maintenance.activeAt(timestamp(clock()))
    const underCurrent = (alert: Alert) =>
      underWindows(unheld(alert), alert.maintenance, { windows, arrival: { now, newId } })
    const current = stored.map(underCurrent)
    const changed = current.map((alert) => changeDueAlert(alert, { now, newId }))
    // Unchanged alerts are saved too: the store then notes the time at which they are really due. A window may match an
    // alert because of its new status, or no longer match it.
    await parts.alerts.save(changed.map(underCurrent))
    const turned = changed.filter((alert, index) => alert !== current[index])
    const expired = turned.filter(({ status }) => status === 'expired').length
    return { expired, reopened: turned.length - expired, found: keys.length }
  })
}
