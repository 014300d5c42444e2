/** Formats a number of things, such as `1 alert` or `1,200 alerts`. */
export function formatCount(count: number, thing: string, things = `${thing}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? thing : things}`
}

/** Formats a duration, such as `5 s` or `2 min`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000)
  const { size, unit } = UNITS.find((each) => seconds >= each.size) ?? SECOND
  return `${Math.floor(seconds / size)} ${unit}`
}

/**
 * Formats the age of a time as text.
 *
 * @param now milliseconds since 1970
 */
export function formatAge(time: string, now: number): string {
  const age = Math.max(0, now - Date.parse(time))
  return Math.round(age / 1_000) < 60 ? 'just now' : `${formatDuration(age)} ago`
}

/** Formats a duration with its two largest units, such as `2 h 5 min`. */
export function formatLongDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000)
  if (seconds === 0 && milliseconds > 0) return 'less than 1 s'
  const parts = UNITS.map(({ unit, of, size }) => ({ unit, count: Math.floor(seconds / size) % of }))
  const largest = parts.findIndex(({ count }) => count > 0)
  if (largest === -1) return '0 s'
  return parts
    .slice(largest, largest + 2)
    .filter(({ count }) => count > 0)
    .map(({ count, unit }) => `${count} ${unit}`)
    .join(' ')
}

const SECOND = { unit: 's', size: 1, of: 60 }
/** The units of durations. `size` is their length in seconds, and `of` says how many of them the next larger unit has. */
const UNITS = [
  { unit: 'd', size: 86_400, of: Number.POSITIVE_INFINITY },
  { unit: 'h', size: 3_600, of: 24 },
  { unit: 'min', size: 60, of: 60 },
  SECOND,
]

/** Formats a time for an input of the type `datetime-local`: in the time zone of the browser, and without seconds. */
export function formatInputTime(instant: string): string {
  const time = new Date(instant)
  if (Number.isNaN(time.getTime())) return ''
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)
}

/** Converts the value of an input of the type `datetime-local` to a time; `''` if it is not complete. */
export function readInputTime(input: string): string {
  const time = new Date(input)
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}
