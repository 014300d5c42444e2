import type { Alert } from '../../alert/alert.js'
import type { AlertStatus } from '../../alert/alert-status.js'
import { changeDueAlert } from '../../alert/due-alert.js'
import { unheld } from '../../alert/unheld.js'
import { LIMITS } from '../../limits.js'
import { applyWindowsToAll } from '../../maintenance/hold-alert.js'
import { timestamp } from '../../timestamp.js'
import { WorkMeter } from '../../work-meter.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { holdingWindows } from '../maintenance/holding-windows.js'
import { readActivePolicies } from '../policy/active-policies.js'

/** How many alerts have changed their status because their time was over. */
export interface DueAlertCounts {
  /** The number of alerts that were not received again within their `timeout`. */
  readonly expired: number
  /** The number of alerts that closed because their `endTime` had passed. */
  readonly ended: number
  /** The number of alerts that became `open` because the time of their status (`ack` or `shelved`) was over. */
  readonly reopened: number
}

/**
 * Expires every alert that is due to expire, and ends every fingerprint and every timed status that is due to end
 * (rules.md#expiry-and-timed-statuses). A server calls this function repeatedly. If several servers call it at the same
 * time, only one of them does the work.
 *
 * Each transaction changes a limited number of alerts, so that a failure undoes only the last transaction. The next
 * call continues from there.
 */
export async function changeDueAlerts(dependencies: Dependencies): Promise<DueAlertCounts> {
  const now = timestamp(dependencies.clock())
  const total = { ...NO_DUE_ALERTS }
  for (;;) {
    const batch = await changeDueBatch(dependencies, now)
    total.expired += batch.expired
    total.ended += batch.ended
    total.reopened += batch.reopened
    if (batch.found < LIMITS.dueAlerts) return total
  }
}

const NO_DUE_ALERTS: DueAlertCounts = { expired: 0, ended: 0, reopened: 0 }

/** @returns the counts, and in `found` the number of alerts that were due according to the store */
async function changeDueBatch(
  dependencies: Dependencies,
  now: string,
): Promise<DueAlertCounts & { readonly found: number }> {
  const { store, newId, clock } = dependencies
  return await store.transaction(async (parts) => {
    if ((await parts.tryLock?.('dueAlerts')) === false) return { ...NO_DUE_ALERTS, found: 0 }
    const keys = await parts.alerts.due(now, LIMITS.dueAlerts)
    if (keys.length === 0) return { ...NO_DUE_ALERTS, found: 0 }
    const { maintenance } = await readActivePolicies(dependencies, parts)
    // An alert may have changed since the store found it, so its locked state is used.
    const stored = await parts.alerts.lock(keys)
    const holdingInput = { alerts: stored, relations: parts.relations }
    const holding = await holdingWindows(maintenance, timestamp(clock()), holdingInput)
    const applyCurrentWindows = (alerts: readonly Alert[]) =>
      runWithPauses(applyWindowsToAll(alerts, { ...holding, arrival: { now, newId }, meter: new WorkMeter() }))
    const current = await applyCurrentWindows(stored)
    const changed = current.map((alert) => changeDueAlert(alert, { now, newId }))
    // Unchanged alerts are saved too, so that the store corrects the time at which they are due. The windows are
    // applied again, because the new status of an alert may decide whether a window matches the alert.
    await parts.alerts.save(await applyCurrentWindows(changed))
    const before = current.map(ownStatus)
    const changedStatuses = changed.map(ownStatus).filter((status, index) => status !== before[index])
    const count = (wanted: AlertStatus) => changedStatuses.filter((status) => status === wanted).length
    return { expired: count('expired'), ended: count('closed'), reopened: count('open'), found: keys.length }
  })
}

function ownStatus(alert: Alert): AlertStatus {
  return unheld(alert).status
}
