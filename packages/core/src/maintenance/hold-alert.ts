import type { Alert, Hold } from '../alert/alert.js'
import { type Arrival, withHistory } from '../alert/alert-history.js'
import { isActive } from '../alert/alert-status.js'
import { SYSTEM, unheld } from '../alert/unheld.js'
import type { CompiledWindow } from './compiled-window.js'

/**
 * Gives an alert the status `blackout` if it is active and an active window matches it, or gives it back its own status
 * if no window matches it any more (rules.md#maintenance-windows). A history entry says so.
 *
 * @param own the alert without windows ({@link unheld})
 * @param hold what the alert remembers so far; `undefined` = no window has held it
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

/** The window that has held the alert so far goes on to hold it while it matches; otherwise the first that matches. */
function holdOf(own: Alert, hold: Hold | undefined, windows: readonly CompiledWindow[]): Hold | undefined {
  const matching = windows.filter(({ matches }) => matches(own))
  const { window } = matching.find((each) => each.window.id === hold?.windowId) ?? matching[0] ?? {}
  return window && { windowId: window.id, name: window.name, statusBefore: own.status }
}
