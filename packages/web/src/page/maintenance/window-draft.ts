import { changesOf } from '../../api/changes-of.js'
import type { MaintenanceWindow, SentWindow } from '../../api/maintenance.js'
import type { SentFilter } from '../policy/sent-filter.js'
import { type Recurrence, recurrenceOf, ruleOf } from './recurrence.js'
import { instantOf, localOf } from './zoned-time.js'

/** A maintenance window in the form. */
export interface WindowDraft extends Recurrence, Readonly<Pick<MaintenanceWindow, 'name' | 'text' | 'timezone'>> {
  /** The beginning and the end of the first turn, as local times of the time zone, such as `2030-01-31T02:00`. */
  readonly start: string
  readonly end: string
  readonly filters: SentFilter
}

/** The duration of a new window in milliseconds. */
const DURATION = 3_600_000

export function draftOf(window: MaintenanceWindow): WindowDraft {
  const { name, text, startTime, endTime, timezone, rrule, filters } = window
  return {
    ...{ name, text, timezone, ...recurrenceOf(rrule), filters: filters as SentFilter },
    ...{ start: localOf(startTime, timezone), end: localOf(endTime, timezone) },
  }
}

/** Returns a new window that begins now. */
export function newDraft(now: Date, timezone: string): WindowDraft {
  const end = new Date(now.getTime() + DURATION)
  return {
    ...{ name: '', text: '', timezone, ...recurrenceOf(null), filters: {} },
    ...{ start: localOf(now.toISOString(), timezone), end: localOf(end.toISOString(), timezone) },
  }
}

/** Returns the body of the request. It may have faults, because the form does not validate it. */
export function bodyOf(draft: WindowDraft): SentWindow {
  const { name, text, start, end, timezone, filters } = draft
  return {
    ...{ name, text, timezone, rrule: ruleOf(draft), filters: filters as NonNullable<SentWindow['filters']> },
    ...{ startTime: instantOf(start, timezone), endTime: instantOf(end, timezone) },
  }
}

/**
 * Returns the fields of a stored window that the user has changed. A new recurrence is sent together with the start and
 * the end as the form shows them: a stored start may have milliseconds, and the server refuses such a start in a window
 * that repeats.
 */
export function changedFields(draft: WindowDraft, start: WindowDraft): Partial<SentWindow> {
  const body = bodyOf(draft)
  const changes = changesOf(body, bodyOf(start))
  const { startTime, endTime } = body
  return typeof changes.rrule === 'string' ? { ...changes, startTime, endTime } : changes
}
