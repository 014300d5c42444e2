const SECOND = 1_000
const DAY = 86_400_000

/** At most this many formats are kept. The name of a time zone may be written in any case of letters. */
const KEPT_FORMATS = 100
const FORMATS = new Map<string, Intl.DateTimeFormat>()

/**
 * Returns true if this is the IANA name of a time zone, such as `Europe/Berlin` or `UTC`. An offset such as `+02:00` is
 * not a name.
 */
export function isTimezone(timezone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(timezone)) return false
  try {
    formatOf(timezone)
    return true
  } catch {
    return false
  }
}

/**
 * The date and time on the clocks of a time zone at an instant, in milliseconds since 1970 on these clocks. For
 * example, at midnight in UTC the clocks in Berlin show one or two hours more.
 */
export function clockAt(time: number, timezone: string): number {
  const parts = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of formatOf(timezone).formatToParts(time)) {
    if (Object.hasOwn(parts, type)) parts[type as keyof typeof parts] = Number(value)
  }
  const { year, month, day, hour, minute, second } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((time % SECOND) + SECOND) % SECOND)
}

/**
 * The instant at which the clocks of a time zone show a date and time. `undefined` if they never do, because the clocks
 * are set forward over this time. If the clocks show it twice, the result is the first instant.
 *
 * @param clock milliseconds since 1970 on the clocks
 */
export function instantOf(clock: number, timezone: string): number | undefined {
  // The offsets a day before and a day after: the clocks are set at most once between them.
  const offsets = [clock - DAY, clock + DAY].map((time) => clockAt(time, timezone) - time)
  const instants = offsets.map((offset) => clock - offset).filter((time) => clockAt(time, timezone) === clock)
  return instants.length === 0 ? undefined : Math.min(...instants)
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = FORMATS.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  })
  if (FORMATS.size >= KEPT_FORMATS) FORMATS.clear()
  FORMATS.set(timeZone, format)
  return format
}
