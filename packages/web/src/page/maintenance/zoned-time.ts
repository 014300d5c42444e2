import type { MaintenanceWindow } from '../../api/maintenance.js'

type Period = Pick<MaintenanceWindow, 'startTime' | 'endTime' | 'timezone'>

/**
 * Returns the instant at which the clocks of a time zone show a local time. If they show this time twice, because
 * daylight saving ends, the result is one of the two instants. If they skip this time, the result is one hour too early
 * or too late.
 *
 * @param local `2030-01-31T02:00`, as an input of the type `datetime-local` has it
 * @returns ISO 8601 in UTC; the same text if it is not a local time
 */
export function toInstant(local: string, timezone: string): string {
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return local
  // The offset of the zone depends on the instant, which depends on the offset. The second guess is right, unless the
  // clocks skip the local time.
  const guess = asUtc - computeOffset(asUtc, timezone)
  return new Date(asUtc - computeOffset(guess, timezone)).toISOString()
}

/**
 * Returns the local time that the clocks of a time zone show at an instant, without seconds.
 *
 * @param instant ISO 8601
 */
export function toLocalTime(instant: string, timezone: string): string {
  const time = Date.parse(instant)
  return new Date(time + computeOffset(time, timezone)).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)
}

/** Formats a period in a time zone, in the language of the browser. */
export function formatPeriod({ startTime, endTime, timezone }: Period): string {
  const timeZone = chooseZone(timezone)
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return `${format.formatRange(new Date(startTime), new Date(endTime))} ${timeZone}`
}

/** Returns the time zone of the browser. */
export function readBrowserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Returns how many milliseconds the clocks of a time zone are ahead of UTC at an instant. */
function computeOffset(time: number, timezone: string): number {
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    ...{ timeZone: chooseZone(timezone), hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  })
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return shown - Math.floor(time / 1_000) * 1_000
}

/** Returns the time zone if the browser knows it, and otherwise UTC. The server reports unknown time zones. */
function chooseZone(timezone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
