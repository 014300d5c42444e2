/** ISO 8601 in UTC with milliseconds, the one form in which opsgraph keeps and shows times: equal times are equal texts, and texts order as times do. */
export function timestamp(time: Date): string {
  return time.toISOString()
}

/** Reads what callers send; `undefined` unless it is an ISO 8601 time with a date, in the years 0000 to 9999. */
export function readTimestamp(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]{5,20}(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)) return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) return undefined
  const normalized = time.toISOString()
  return normalized.length === 24 ? normalized : undefined
}

/** `now`, but later than `previous` by at least a millisecond: for times that tell versions apart. */
export function timestampAfter(previous: string, now: string): string {
  return now > previous ? now : timestamp(new Date(Date.parse(previous) + 1))
}
