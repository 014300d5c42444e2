import type { JsonValue } from '../json-value.js'
import type { LocalClock } from '../local-time.js'
import { readTimestamp, timestamp } from '../timestamp.js'

/**
 * Reads a time as monitoring tools write it (rules.md#sender-time-formats): ISO 8601 and similar forms with the year
 * first, a number of seconds, milliseconds, microseconds or nanoseconds since 1970, RFC 2822, and the format in which
 * Go prints times.
 *
 * @param clock converts a time without a zone to UTC; `undefined` = a time without a zone cannot be read
 * @returns the time in the stored format; `null` for the zero time of Go, which means that there is no time;
 *   `undefined` if the value is not a time
 */
export function readSenderTime(value: JsonValue, clock: LocalClock | undefined): string | null | undefined {
  if (typeof value === 'number') return readEpochTime(value)
  if (typeof value !== 'string' || value.length > MAX_TIME_CHARACTERS) return undefined
  const iso = isZonedIso(value) ? readTimestamp(value) : undefined
  if (iso !== undefined) return nullIfZero(iso)
  const text = value.trim()
  if (EPOCH_NUMBER_PATTERN.test(text)) return readEpochTime(Number(text))
  const written = readYearFirst(text) ?? readRfc2822(text)
  return written === undefined ? undefined : toTime(written, clock)
}

/**
 * True for the usual form, ISO 8601 with a zone, which is read most quickly. The date itself may still be wrong, such
 * as February 30.
 */
export function isZonedIso(text: string): boolean {
  return ZONED_ISO_PATTERN.test(text)
}

const ZONED_ISO_PATTERN = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/

/** A text with more characters is not a time. It is rejected before it is parsed. */
const MAX_TIME_CHARACTERS = 100

const EPOCH_NUMBER_PATTERN = /^\d+(?:\.\d+)?$/

/**
 * The size of a number shows its unit: a number below the first limit counts seconds since 1970, a number below the
 * second limit counts milliseconds, and so on. Each limit stands for a time in the year 5138.
 */
const EPOCH_UNITS: readonly (readonly [below: number, perMillisecond: number])[] = [
  [1e11, 1e-3],
  [1e14, 1],
  [1e17, 1e3],
  [Number.POSITIVE_INFINITY, 1e6],
]

function readEpochTime(epoch: number): string | undefined {
  const [, perMillisecond = 1] = EPOCH_UNITS.find(([below]) => Math.abs(epoch) < below) ?? []
  return toStoredTime(Math.round(epoch / perMillisecond))
}

/** The parts of a written date and time, not converted yet. */
interface ParsedTime {
  readonly date: readonly [year: string, month: string, day: string]
  /** Hours, minutes, seconds and a fraction of a second; parts may be missing. */
  readonly time: readonly (string | undefined)[]
  /** The UTC offset or the name of the zone; `undefined` = the text has no zone. */
  readonly zone: string | undefined
}

/**
 * The name of a zone, or a UTC offset. After an offset, Go also writes the name of the zone and the value of its
 * monotonic clock.
 */
const ZONE_PATTERN = '(z|[a-z]{2,4}$|[+-]\\d\\d(?::?\\d\\d)?)(?: (?:[a-z]{2,5}|[+-]\\d{2,4}))?(?: m=[+-][\\d.]+)?'
const DATE_WITH_YEAR_FIRST = new RegExp(
  `^(\\d{4})([-./])(\\d\\d?)\\2(\\d\\d?)(?:(?:t| +)(\\d\\d?):(\\d\\d)(?::(\\d\\d)(?:[.,](\\d+))?)?(?: ?${ZONE_PATTERN})?)?$`,
  'i',
)

function readYearFirst(text: string): ParsedTime | undefined {
  const [found, year = '', , month = '', day = '', hour, minute, second, fraction, zone] =
    DATE_WITH_YEAR_FIRST.exec(text) ?? []
  if (found === undefined) return undefined
  return { date: [year, month, day], time: [hour, minute, second, fraction], zone }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const RFC_2822_DATE =
  /^(?:[a-z]{3}, *)?(\d\d?) +([a-z]{3}) +(\d{4}) +(\d\d?):(\d\d)(?::(\d\d))?(?: +([+-]\d{4}|[a-z]{1,4}))?(?: +\([^()]*\))?$/i

function readRfc2822(text: string): ParsedTime | undefined {
  const [found, day = '', month = '', year = '', hour, minute, second, zone] = RFC_2822_DATE.exec(text) ?? []
  if (found === undefined) return undefined
  const number = MONTHS.indexOf(month.toLowerCase()) + 1
  return { date: [year, String(number), day], time: [hour, minute, second], zone }
}

/**
 * The offsets of the zone names in RFC 2822. Other zone names are rejected, because the same name can stand for several
 * zones.
 */
const NAMED_ZONES: Readonly<Record<string, string>> = {
  ...{ Z: 'Z', UT: 'Z', UTC: 'Z', GMT: 'Z' },
  ...{ EST: '-05:00', EDT: '-04:00', CST: '-06:00', CDT: '-05:00' },
  ...{ MST: '-07:00', MDT: '-06:00', PST: '-08:00', PDT: '-07:00' },
}

function toTime({ date, time, zone }: ParsedTime, clock: LocalClock | undefined): string | null | undefined {
  const [year, month, day] = date
  const [hour = '0', minute = '0', second = '0', fraction = '0'] = time
  const clockTime = `${padTwo(hour)}:${padTwo(minute)}:${padTwo(second)}.${fraction.slice(0, 9)}`
  const local = `${year}-${padTwo(month)}-${padTwo(day)}T${clockTime}`
  const offset = zone === undefined ? 'Z' : toZoneOffset(zone)
  const read = offset === undefined ? undefined : readTimestamp(local + offset)
  if (read === undefined) return undefined
  if (zone !== undefined || read === ZERO_TIME) return nullIfZero(read)
  return clock && toStoredTime(clock.toUtc(Date.parse(read)))
}

function nullIfZero(time: string | undefined): string | null | undefined {
  return time === ZERO_TIME ? null : time
}

/** The time that Go and other languages write for a missing time, in the stored format. */
const ZERO_TIME = '0001-01-01T00:00:00.000Z'

function toZoneOffset(zone: string): string | undefined {
  if (!/^[+-]/.test(zone)) return NAMED_ZONES[zone.toUpperCase()]
  return zone.length === '+00'.length ? `${zone}:00` : zone
}

function padTwo(digits: string): string {
  return digits.padStart(2, '0')
}

/** Converts milliseconds since 1970 to the stored format; `undefined` if the year is not in 0000 to 9999. */
function toStoredTime(time: number): string | undefined {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? undefined : readTimestamp(timestamp(date))
}
