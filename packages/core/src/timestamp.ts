/** ISO 8601 in UTC with milliseconds, the one form in which opsgraph keeps and shows times: equal times are equal texts, and texts order as times do. */
export function timestamp(time: Date): string {
  return time.toISOString()
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** Reads what callers send: an ISO 8601 date, or date and time, UTC unless it says otherwise; `undefined` for anything else. */
export function readTimestamp(text: string): string | undefined {
  const [, day = '', hour, zone] = ISO.exec(text) ?? []
  // JavaScript takes February 30 for a day in March.
  if (normalized(day) !== `${day}T00:00:00.000Z`) return undefined
  return normalized(hour !== undefined && zone === undefined ? `${text}Z` : text)
}

/** `undefined` for what is no time, or outside of the years 0000 to 9999. */
function normalized(text: string): string | undefined {
  const time = new Date(text)
  const iso = Number.isNaN(time.getTime()) ? '' : time.toISOString()
  return iso.length === 24 ? iso : undefined
}

/** `now`, but later than `previous` by at least a millisecond: for times that tell versions apart. */
export function timestampAfter(previous: string, now: string): string {
  return now > previous ? now : timestamp(new Date(Date.parse(previous) + 1))
}
