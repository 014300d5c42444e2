/** The date and time on the clocks of a time zone, in the format of RFC 5545: `20250131T023000`. */
export function localTime(time: number, timezone: string): string {
  const parts = new Map<string, string>(
    formatOf(timezone)
      .formatToParts(time)
      .map(({ type, value }): [string, string] => [type, value]),
  )
  const part = (type: string, length: number) => (parts.get(type) ?? '').padStart(length, '0')
  const date = `${part('year', 4)}${part('month', 2)}${part('day', 2)}`
  return `${date}T${part('hour', 2)}${part('minute', 2)}${part('second', 2)}`
}

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

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  })
}
