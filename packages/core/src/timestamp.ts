/**
 * Formats a time as ISO 8601 in UTC with milliseconds, the only form that opsgraph stores and shows (rules.md#times).
 * Equal times are equal texts, and sorting the texts sorts the times.
 */
export function timestamp(time: Date): string {
  return time.toISOString()
}

const ISO_8601_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/**
 * Reads an ISO 8601 date, or date and time. A time without an offset is in UTC. Returns `undefined` for any other text.
 */
export function readTimestamp(text: string): string | undefined {
  const [, day = '', hour, zone] = ISO_8601_TIME.exec(text) ?? []
  // Refuses dates such as February 30, which `Date` would read as a day in March.
  if (toStoredFormat(day) !== `${day}T00:00:00.000Z`) return undefined
  return toStoredFormat(hour !== undefined && zone === undefined ? `${text}Z` : text)
}

/** The time in the stored format; `undefined` for an invalid time, and for a year outside of 0000 to 9999. */
function toStoredFormat(text: string): string | undefined {
  const time = new Date(text)
  const iso = Number.isNaN(time.getTime()) ? '' : time.toISOString()
  return iso.length === 24 ? iso : undefined
}

/** Returns the time that is `seconds` after `time`; `null` (never) if this is after the year 9999. */
export function timestampAfterSeconds(seconds: number, time: string): string | null {
  const end = Date.parse(time) + seconds * 1000
  return end <= LAST_STORABLE_MILLISECONDS ? timestamp(new Date(end)) : null
}

/** Returns the time that is `days` before `time`. */
export function daysBefore(time: Date, days: number): string {
  return timestamp(new Date(time.getTime() - days * 86_400_000))
}

const LAST_STORABLE_MILLISECONDS = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Returns `now` if it is later than `previous`, otherwise the time one millisecond after `previous`. So the result is
 * always later than `previous`, and can identify a new version.
 */
export function laterTimestamp(previous: string, now: string): string {
  return now > previous ? now : timestamp(new Date(Date.parse(previous) + 1))
}
