import type { Alert, Hold } from '../alert/alert.js'
import { type Arrival, withHistory } from '../alert/alert-history.js'
import { isActive } from '../alert/alert-status.js'
import { SYSTEM, unheld } from '../alert/unheld.js'
import type { CompiledWindow } from './compiled-window.js'

/**
 * Applies the active maintenance windows to an alert (rules.md#maintenance-windows). If the alert is active and a
 * window matches it, the alert gets the status `blackout`. If it is active and no window matches it any more, the alert
 * has its own status again. Both changes add a history entry.
 *
 * @param own the alert as it is without maintenance windows ({@link unheld})
 * @param hold the field `maintenance` of the stored alert; `undefined` = no window has held the alert so far
 * @param windows the windows that are active now
 */
export function underWindows(
  own: Alert,
  hold: Hold | undefined,
  { windows, arrival }: { readonly windows: readonly CompiledWindow[]; readonly arrival: Omit<Arrival, 'actor'> },
): Alert {
  if (!isActive(own.status)) return own
  const next = holdOf(own, hold, windows)
  const bySystem = { ...arrival, actor: SYSTEM }
  if (next === undefined) {
    return hold === undefined ? own : withHistory(own, 'status', bySystem, `maintenance window ${hold.name} is over`)
  }
  const held: Alert = { ...own, status: 'blackout', maintenance: next }
  return hold === undefined ? withHistory(held, 'status', bySystem, `maintenance window ${next.name}`) : held
}

/** Returns true if {@link underWindows} would change a stored alert. */
export function isMisheld(alert: Alert, windows: readonly CompiledWindow[]): boolean {
  const own = unheld(alert)
  const next = isActive(own.status) ? holdOf(own, alert.maintenance, windows) : undefined
  return next?.windowId !== alert.maintenance?.windowId || next?.name !== alert.maintenance?.name
}

/**
 * Chooses the window that holds the alert from now on: the window that has held it so far, if this window still matches
 * the alert; otherwise the first window that matches.
 */
function holdOf(own: Alert, hold: Hold | undefined, windows: readonly CompiledWindow[]): Hold | undefined {
  const matching = windows.filter(({ matches }) => matches(own))
  const { window } = matching.find((each) => each.window.id === hold?.windowId) ?? matching[0] ?? {}
  return window && { windowId: window.id, name: window.name, statusBefore: own.status }
}
