import type { MaintenanceWindow } from '../../api/maintenance.js'

/**
 * The state of a maintenance window. The server does not say when the occurrences of a recurring window are. So between
 * its first and its last occurrence, such a window is `running` if it holds (silences) alerts, and otherwise
 * `recurring`.
 */
export type WindowState = 'running' | 'coming' | 'recurring' | 'over'

/** The states in the order in which the list shows them. */
const ORDER: readonly WindowState[] = ['running', 'coming', 'recurring', 'over']

type Timed = Pick<MaintenanceWindow, 'startTime' | 'endTime' | 'overTime' | 'rrule'>

/**
 * Returns the state of a window.
 *
 * @param now milliseconds since 1970
 * @param held the number of alerts that the window holds now; 0 if the number is unknown
 */
export function computeState({ startTime, endTime, overTime, rrule }: Timed, now: number, held: number): WindowState {
  if (now < Date.parse(startTime)) return 'coming'
  if (overTime !== null && now >= Date.parse(overTime)) return 'over'
  return rrule === null || held > 0 || now < Date.parse(endTime) ? 'running' : 'recurring'
}

/** Sorts by state. Coming windows are sorted by their beginning; all others keep their order. */
export function sortByState<Item extends { readonly window: Timed; readonly state: WindowState }>(
  items: readonly Item[],
): readonly Item[] {
  return items.toSorted((left, right) => {
    const difference = ORDER.indexOf(left.state) - ORDER.indexOf(right.state)
    if (difference !== 0 || left.state !== 'coming') return difference
    return left.window.startTime.localeCompare(right.window.startTime)
  })
}
