import type { Alert, MaintenanceHold } from '../alert/alert.js'
import { type ChangeContext, withHistory } from '../alert/alert-history.js'
import { isActive } from '../alert/alert-status.js'
import { SYSTEM_ACTOR, unheld } from '../alert/unheld.js'
import { isRest, WorkMeter } from '../work-meter.js'
import type { CompiledWindow } from './compiled-window.js'
import type { ResourcesBelow } from './resources-below.js'

/** The windows that may silence alerts, and the resources below those alerts, to which the windows also apply. */
export interface HoldingWindows {
  /** The windows that are active now. */
  readonly windows: readonly CompiledWindow[]
  /** The resources below the resources of the alerts. */
  readonly below: ResourcesBelow
}

interface WindowRun extends HoldingWindows {
  readonly arrival: Omit<ChangeContext, 'actor'>
  readonly meter: WorkMeter
}

/**
 * Applies the active maintenance windows to an alert (rules.md#maintenance-windows). If the alert is active and a
 * window matches it, the alert gets the status `blackout`. If the alert is active and no window matches it any more, it
 * gets back the status that it had before. Both changes add a history entry. Yields for pauses.
 *
 * @param own the alert as it is without maintenance windows ({@link unheld})
 * @param hold the field `maintenance` of the stored alert; `undefined` = no window silences the alert so far
 */
export function* applyWindows(
  own: Alert,
  hold: MaintenanceHold | undefined,
  run: WindowRun,
): Generator<undefined, Alert> {
  if (!isActive(own.status)) return own
  const next = yield* chooseHold(own, hold, run)
  const { arrival } = run
  const bySystem = { ...arrival, actor: SYSTEM_ACTOR }
  if (next === undefined) {
    return hold === undefined ? own : withHistory(own, 'status', bySystem, `maintenance window ${hold.name} is over`)
  }
  const heldAlert: Alert = { ...own, status: 'blackout', maintenance: next }
  return hold === undefined ? withHistory(heldAlert, 'status', bySystem, `maintenance window ${next.name}`) : heldAlert
}

/** Applies the active maintenance windows to stored alerts. Yields for pauses. */
export function* applyWindowsToAll(alerts: readonly Alert[], run: WindowRun): Generator<undefined, readonly Alert[]> {
  const heldAlerts: Alert[] = []
  for (const alert of alerts) heldAlerts.push(yield* applyWindows(unheld(alert), alert.maintenance, run))
  return heldAlerts
}

/** The stored alerts that {@link applyWindowsToAll} would change. Yields for pauses. */
export function* findWronglyHeld(
  alerts: readonly Alert[],
  holding: HoldingWindows,
): Generator<undefined, readonly Alert[]> {
  const run = { ...holding, meter: new WorkMeter() }
  const found: Alert[] = []
  for (const alert of alerts) {
    const own = unheld(alert)
    const next = isActive(own.status) ? yield* chooseHold(own, alert.maintenance, run) : undefined
    const { windowId, name } = alert.maintenance ?? {}
    if (next?.windowId !== windowId || next?.name !== name) found.push(alert)
  }
  return found
}

/**
 * Chooses the window that silences the alert from now on: the window that has silenced it so far, if this window still
 * matches the alert; otherwise the first window that matches.
 */
function* chooseHold(
  own: Alert,
  hold: MaintenanceHold | undefined,
  run: FilterRun,
): Generator<undefined, MaintenanceHold | undefined> {
  const { windows, meter } = run
  const current = hold && windows.find(({ window }) => window.id === hold.windowId)
  for (const { window, test, below } of current === undefined ? windows : [current, ...windows]) {
    const matched = test(own, meter)
    const matches = isRest(matched) ? yield* matched : matched
    if (matches || (below !== undefined && (yield* run.below.nearest(own, below, meter)) !== undefined))
      return { windowId: window.id, name: window.name, statusBefore: own.status }
  }
  return undefined
}

type FilterRun = HoldingWindows & { readonly meter: WorkMeter }
