import type { Alert } from '../../alert/alert.js'
import { ACTIVE_STATUSES, type AlertStatus } from '../../alert/alert-status.js'
import { chunksOf } from '../../impact/work-budget.js'
import { LIMITS } from '../../limits.js'
import type { CompiledWindow } from '../../maintenance/compiled-window.js'
import { applyWindowsToAll, findWronglyHeld, type HoldingWindows } from '../../maintenance/hold-alert.js'
import { timestamp } from '../../timestamp.js'
import { WorkMeter } from '../../work-meter.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readActivePolicies } from '../policy/active-policies.js'
import { holdingWindows, readBelow } from './holding-windows.js'

/**
 * After the active windows or the relations have changed, the stored alerts are checked this many times. The second
 * check finds alerts that another transaction saved during the first check, if it still used the earlier windows or
 * relations.
 */
const CHECK_COUNT = 2

/** The maximum number of alerts that are checked together, with one walk through the resource graph. */
const ALERTS_AT_ONCE = 5_000

/**
 * Gives stored alerts the status that the maintenance windows require (rules.md#maintenance-windows). A server calls
 * this function repeatedly. While no window begins, ends or changes, a call usually costs one short statement, or two
 * if a window depends on the resource graph (rules.md#maintenance-windows-13). If relations change meanwhile, it costs
 * more. Several servers may call this function at the same time, because each alert is locked and checked again before
 * it is changed.
 *
 * @returns the number of changed alerts
 */
export async function applyMaintenance(dependencies: Dependencies): Promise<number> {
  const { store, clock, maintenanceCache } = dependencies
  const { maintenance } = await readActivePolicies(dependencies, store)
  // `activeAt` returns the same list object (`===`) until a window begins, ends or changes. It is not enough to compare
  // the contents of the lists: if a window has begun and ended between two calls, the contents are equal, but alerts
  // that were received meanwhile may still have the status `blackout`.
  const windows = await runWithPauses(maintenance.activeAt(timestamp(clock())))
  const looksBelow = windows.some(({ below }) => below !== undefined)
  // The version is read before the alerts: if relations change meanwhile, the next call finds another version.
  const relations = looksBelow ? await store.snapshot(async ({ relationLog }) => relationLog?.version()) : 'none'
  const { applied } = maintenanceCache
  const isSame = applied?.windows === windows && relations !== undefined && applied.relations === relations
  const rounds = isSame ? applied.rounds : 0
  if (rounds >= CHECK_COUNT) return 0
  let changed = 0
  const statuses: readonly AlertStatus[] = windows.length === 0 ? ['blackout'] : ACTIVE_STATUSES
  for (const status of statuses) changed += await applyToStatus(dependencies, status, windows)
  maintenanceCache.applied = { windows, relations, rounds: rounds + 1 }
  return changed
}

async function applyToStatus(
  dependencies: Dependencies,
  status: AlertStatus,
  windows: readonly CompiledWindow[],
): Promise<number> {
  let changed = 0
  let last: Alert | undefined
  do {
    const alerts = await readAlertsAfter(dependencies, status, last)
    last = alerts.length < ALERTS_AT_ONCE ? undefined : alerts.at(-1)
    const holding = { windows, below: await readBelow(dependencies, windows, alerts) }
    const found = await runWithPauses(findWronglyHeld(alerts, holding))
    for (const { items } of chunksOf(found, LIMITS.maintenanceBatch)) {
      changed += await correctStatuses(dependencies, items, holding)
    }
  } while (last !== undefined)
  return changed
}

async function readAlertsAfter(
  { store }: Dependencies,
  status: AlertStatus,
  after: Alert | undefined,
): Promise<Alert[]> {
  const limit = LIMITS.maintenanceBatch
  const alerts: Alert[] = []
  for (let last = after; alerts.length < ALERTS_AT_ONCE; last = alerts.at(-1)) {
    const page = await store.alerts.after(last, limit, { status: [status] })
    alerts.push(...page)
    if (page.length < limit) break
  }
  return alerts
}

/**
 * Locks alerts, checks them again, and corrects their status. The second check is needed because an alert or a window
 * may have changed since the first one. The relations are not read again: if they have changed, the next call checks
 * all alerts.
 *
 * @param checked the windows and relations of the first check
 * @returns the number of changed alerts
 */
async function correctStatuses(
  dependencies: Dependencies,
  alerts: readonly Alert[],
  checked: HoldingWindows,
): Promise<number> {
  const { store, clock, newId } = dependencies
  return await store.transaction(async (parts) => {
    const { maintenance } = await readActivePolicies(dependencies, parts)
    const locked = await parts.alerts.lock(alerts)
    const now = timestamp(clock())
    const windows = await runWithPauses(maintenance.activeAt(now))
    const holding =
      windows === checked.windows
        ? checked
        : await holdingWindows(maintenance, now, { alerts: locked, relations: parts.relations })
    const found = await runWithPauses(findWronglyHeld(locked, holding))
    const corrected = await runWithPauses(
      applyWindowsToAll(found, { ...holding, arrival: { now, newId }, meter: new WorkMeter() }),
    )
    await parts.alerts.save(corrected)
    return corrected.length
  })
}
