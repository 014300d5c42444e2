import type { JsonValue } from '../json-value.js'
import { LIMITS } from '../limits.js'
import type { LocalClock } from '../local-time.js'
import { timestampAfterSeconds } from '../timestamp.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { ALERT_FIELD_NAMES, ALERT_FIELDS, type AlertFieldName } from './alert-fields.js'
import type { ArrivingAlert } from './arriving-alert.js'
import { isZonedIso, readSenderTime } from './sender-time.js'

/** The options of {@link readTimes}. */
export interface TimeOptions {
  /** Converts the times of the sender that have no zone; `undefined` = the time zone of the sender is unknown. */
  readonly clock: LocalClock | undefined
  /** When the alert was received; `undefined` = times in the future are not rejected. */
  readonly now: string | undefined
}

/** A time that a sender gave in a form that `POST /api/alert` does not accept, and how it was read. */
export interface TimeReading {
  readonly field: string
  /** The time as the mapping, the default value or the policy gives it. */
  readonly sent: JsonValue
  /** The time that was read from `sent`; `null` = the time is left out. */
  readonly time: string | null
  /** Why the time is left out; `null` = it was read, or the sender says that there is no time. */
  readonly fault: string | null
}

export interface AlertWithTimes {
  readonly alert: ArrivingAlert
  /** The times that were sent in another form than ISO 8601 with a zone. */
  readonly times: readonly TimeReading[]
}

const TIME_FIELDS = ALERT_FIELD_NAMES.filter((name) => ALERT_FIELDS[name].kind === 'time')

/** True for the name of a field that is a time. */
export function isTimeField(name: string): boolean {
  return TIME_FIELDS.some((field) => field === name)
}

/**
 * Reads the times of a received alert as {@link readSenderTime} does. Leaves out times that cannot be true, so that the
 * alert itself is not lost (rules.md#sender-time-formats).
 *
 * @param strict the alert as the sender posted it. Times that are unchanged since then are not read here, so that
 *   `readAlert` refuses the invalid ones. `undefined` = all times are read here
 */
export function readTimes(sent: ArrivingAlert, options: TimeOptions, strict?: ArrivingAlert): AlertWithTimes {
  let alert: Record<AlertFieldName, JsonValue | undefined> | undefined
  const times: TimeReading[] = []
  for (const field of TIME_FIELDS) {
    const value = sent[field]
    if (value === undefined || value === null || value === strict?.[field]) continue
    const read = readTime(field, value, options)
    if (read.time === value) continue
    alert ??= { ...sent }
    alert[field] = read.time ?? undefined
    if (read.time === null || typeof value !== 'string' || !isZonedIso(value)) times.push(read)
  }
  return { alert: alert ?? sent, times }
}

/**
 * The steps to count on a {@link WorkMeter} for reading the times of one alert, in addition to `countStepsForReading`.
 */
export function countStepsForTimes(clock: LocalClock | undefined): number {
  return TIME_FIELDS.length * (clock?.steps ?? 0)
}

function readTime(field: AlertFieldName, sent: JsonValue, options: TimeOptions): TimeReading {
  const time = readSenderTime(sent, options.clock)
  const fault =
    time === undefined ? describeUnreadable(sent) : time === null ? null : findTimeFault(field, time, options)
  return { field, sent, time: fault === null ? (time ?? null) : null, fault }
}

function describeUnreadable(sent: JsonValue): string {
  return typeof sent === 'string' && DATE_WITH_YEAR_LAST_PATTERN.test(sent)
    ? 'does not begin with its year'
    : 'is not a time that can be read'
}

function findTimeFault(field: AlertFieldName, time: string, { now }: TimeOptions): string | null {
  if (time < EARLIEST_TIME) return 'is before the year 2000'
  // An end may be planned, so it may lie in the future. Any other time in the future is wrong.
  const isAhead =
    now !== undefined && field !== 'endTime' && time > (timestampAfterSeconds(LIMITS.senderTimeAhead, now) ?? time)
  return isAhead ? 'is more than a day ahead' : null
}

/** In a date such as 3.4.2026 or 03/04/2026, tools write the day or the month first. */
const DATE_WITH_YEAR_LAST_PATTERN = /^\s*\d{1,2}[./-]\d{1,2}[./-]\d{4}/
const EARLIEST_TIME = '2000-01-01T00:00:00.000Z'

/** The warning about a time that is left out; `undefined` if the time was read. */
export function timeWarning({ field, sent, fault }: TimeReading): string | undefined {
  if (fault === null) return undefined
  const shown =
    typeof sent === 'number' ? String(sent) : typeof sent === 'string' ? `"${truncateForMessage(sent)}"` : 'this'
  return `${field}: ${shown} ${fault}, so it is left out, and the alert counts as sent without it`
}

/** The note in the history of a webhook about times that are left out; `undefined` if there are none. */
export function noteOfLeftOutTimes(count: number, total: number): string | undefined {
  if (count === 0) return undefined
  return `times left out: ${count} of ${total} alerts have a time that cannot be read, is before 2000 or is more than a day ahead`
}
