import { bodyFault } from '../schema/body-error.js'
import type { Sent } from '../schema/noun.js'
import { timestamp } from '../timestamp.js'
import { MAINTENANCE_WINDOW } from './maintenance-window.js'
import { compileRecurrence } from './recurrence.js'

/** The fields of a window that a caller sends, and `overTime`, which follows from them. The server sets the others. */
export type SentMaintenanceWindow = Sent<typeof MAINTENANCE_WINDOW> & { readonly overTime: string | null }

/**
 * Reads a new maintenance window (rules.md#maintenance-windows). By default it has one occurrence and the time zone
 * UTC. Yields for pauses.
 *
 * @throws OpsgraphError `invalid` with all faults
 */
export function* readNewMaintenanceWindow(body: unknown): Generator<undefined, SentMaintenanceWindow> {
  const sent = MAINTENANCE_WINDOW.readNew(body)
  return { ...sent, overTime: yield* findOverTime(sent) }
}

/**
 * Applies the sent fields to a maintenance window; other fields do not change (rules.md#maintenance-windows). Yields
 * for pauses.
 *
 * @throws OpsgraphError `invalid` with all faults
 */
export function* readMaintenanceWindow<Window extends SentMaintenanceWindow>(
  stored: Window,
  body: unknown,
): Generator<undefined, Window> {
  const window = { ...stored, ...MAINTENANCE_WINDOW.readChanges(body) }
  return { ...window, overTime: yield* findOverTime(window) }
}

/**
 * The end of the last occurrence; `null` = there is no last occurrence.
 *
 * @throws OpsgraphError `invalid` if the times or the recurrence rule cannot be used
 */
export function* findOverTime(window: Sent<typeof MAINTENANCE_WINDOW>): Generator<undefined, string | null> {
  const { startTime, endTime, timezone, rrule } = window
  if (endTime <= startTime) throw bodyFault('endTime', 'must be later than startTime')
  if (rrule === null) return endTime
  const start = Date.parse(startTime)
  const recurrence = yield* compileRecurrence({ start, timezone, rrule })
  if ('fault' in recurrence) throw bodyFault('rrule', recurrence.fault)
  if (recurrence.last === undefined) return null
  return timestamp(new Date(recurrence.last + Date.parse(endTime) - start))
}
