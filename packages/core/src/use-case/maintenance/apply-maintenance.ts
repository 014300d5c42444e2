import type { Alert } from '../../alert/alert.js'
import { ACTIVE_STATUSES, type AlertStatus } from '../../alert/alert-status.js'
import { LIMITS } from '../../limits.js'
import type { CompiledWindow } from '../../maintenance/compiled-window.js'
import { applyWindowsToAll, misheld } from '../../maintenance/hold-alert.js'
import { timestamp } from '../../timestamp.js'
import { WorkMeter } from '../../work-meter.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { activePolicies } from '../policy/active-policies.js'
import { holdingWindows, readBelow } from './holding-windows.js'

/**
 * After the active windows have changed, the stored alerts are checked this many times. The second check finds alerts
 * that another transaction saved during the first check, if this transaction still used the earlier windows.
 */
const ROUNDS = 2

/**
 * Gives stored alerts the status that the maintenance windows require (rules.md#maintenance-windows). A server calls
 * this function again and again. While no window begins, ends or changes, a call usually costs one short statement,
 * unless a window looks at the resource graph (rules.md#maintenance-windows-13).
 * Several servers may call this function at the same time, because each alert is locked and checked again before it is
 * changed.
 *
 * @returns how many alerts were changed
 */
export async function applyMaintenance(dependencies: Dependencies): Promise<number> {
  const { store, clock, maintenanceCache } = dependencies
  const { maintenance } = await activePolicies(dependencies, store)
  // `activeAt` returns the same list object (`===`) until a window begins, ends or changes. It is not enough to compare
  // the contents of the lists: if a window has begun and ended between two calls, the contents are equal, but alerts
  // that were received meanwhile may still have the status `blackout`.
  const windows = await runWithPauses(maintenance.activeAt(timestamp(clock())))
  const { applied } = maintenanceCache
  const rounds = applied?.windows === windows ? applied.rounds : 0
  // The resource graph may change at any time, and with it the alerts that a window with a depth holds.
  if (rounds >= ROUNDS && !windows.some(({ depth }) => depth > 0)) return 0
  let changed = 0
  const statuses: readonly AlertStatus[] = windows.length === 0 ? ['blackout'] : ACTIVE_STATUSES
  for (const status of statuses) changed += await applyTo(dependencies, status, windows)
  maintenanceCache.applied = { windows, rounds: rounds + 1 }
  return changed
}

async function applyTo(
  dependencies: Dependencies,
  status: AlertStatus,
  windows: readonly CompiledWindow[],
): Promise<number> {
  const limit = LIMITS.maintenanceBatch
  let changed = 0
  let last: Alert | undefined
  for (;;) {
    const alerts: readonly Alert[] = await dependencies.store.alerts.ofStatus(status, last, limit)
    const below = await readBelow(dependencies, windows, alerts)
    const found = await runWithPauses(misheld(alerts, { windows, below }))
    if (found.length > 0) changed += await correct(dependencies, found)
    last = alerts.at(-1)
    if (alerts.length < limit) return changed
  }
}

/**
 * Locks alerts, checks them again, and corrects their status. The second check is needed because an alert or a window
 * may have changed since the alert was read.
 *
 * @returns how many alerts were changed
 */
async function correct(dependencies: Dependencies, alerts: readonly Alert[]): Promise<number> {
  const { store, clock, newId } = dependencies
  return await store.transaction(async (parts) => {
    const { maintenance } = await activePolicies(dependencies, parts)
    const locked = await parts.alerts.lock(alerts)
    const now = timestamp(clock())
    const holding = await holdingWindows(maintenance, now, { alerts: locked, relations: parts.relations })
    const found = await runWithPauses(misheld(locked, holding))
    const corrected = await runWithPauses(
      applyWindowsToAll(found, { ...holding, arrival: { now, newId }, meter: new WorkMeter() }),
    )
    await parts.alerts.save(corrected)
    return corrected.length
  })
}
