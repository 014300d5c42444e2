import { LIMITS } from '../limits.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { WEEKDAYS, type Weekday } from './calendar-day.js'

const WEEKDAY = `(?:${WEEKDAYS.join('|')})`

/**
 * The parts that a recurrence rule may have, each with the form of its value. A rule with an
 * unknown part is refused, because the window would otherwise recur at other times than its author expects.
 */
const PARTS: Readonly<Record<string, RegExp>> = {
  FREQ: /^(?:YEARLY|MONTHLY|WEEKLY|DAILY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  COUNT: /^[1-9]\d{0,3}$/,
  UNTIL: /^\d{8}T\d{6}Z$/,
  WKST: new RegExp(`^${WEEKDAY}$`),
  BYMONTH: listOf('(?:[1-9]|1[0-2])'),
  BYWEEKNO: listOf('-?(?:[1-9]|[1-4]\\d|5[0-3])'),
  BYYEARDAY: listOf('-?(?:[1-9]|[1-9]\\d|[12]\\d\\d|3[0-5]\\d|36[0-6])'),
  BYMONTHDAY: listOf('-?(?:[1-9]|[12]\\d|3[01])'),
  BYDAY: listOf(`(?:[+-]?(?:[1-9]|[1-4]\\d|5[0-3]))?${WEEKDAY}`),
  BYSETPOS: listOf('-?(?:[1-9]|[1-9]\\d|[12]\\d\\d|3[0-5]\\d|36[0-6])'),
  BYHOUR: /^(?:\d|1\d|2[0-3])$/,
  BYMINUTE: /^[0-5]?\d$/,
  BYSECOND: /^[0-5]?\d$/,
}

/** What the value of some parts must be, in the words of a message. */
const EXPECTED: Readonly<Record<string, string>> = {
  FREQ: 'must be one of YEARLY, MONTHLY, WEEKLY, DAILY',
  INTERVAL: 'must be a whole number from 1 to 999',
  COUNT: `must be a whole number from 1 to ${LIMITS.recurrenceSteps}`,
  UNTIL: 'must be a time in UTC, such as 20301231T235959Z',
  BYHOUR: 'must be one hour',
  BYMINUTE: 'must be one minute',
  BYSECOND: 'must be one second',
}

/** A recurrence rule of RFC 5545. A part that is `undefined` is missing. */
export interface RuleParts {
  readonly freq: 'YEARLY' | 'MONTHLY' | 'WEEKLY' | 'DAILY'
  readonly interval: number
  readonly count: number | undefined
  /** Milliseconds since 1970. */
  readonly until: number | undefined
  /** The first day of a week; 0 = Monday. */
  readonly firstWeekday: number
  readonly months: readonly number[] | undefined
  /** Like the days, the weeks count from the end if their number is negative. */
  readonly weeks: readonly number[] | undefined
  readonly yearDays: readonly number[] | undefined
  readonly monthDays: readonly number[] | undefined
  readonly weekdays: readonly NthWeekday[] | undefined
  /** BYSETPOS: the places among the turns of a period. */
  readonly positions: readonly number[] | undefined
  readonly hour: number | undefined
  readonly minute: number | undefined
  readonly second: number | undefined
}

/** A weekday; if `nth` is given, only the nth of this weekday in a month or year. */
interface NthWeekday {
  /** 0 = Monday. */
  readonly weekday: number
  readonly nth: number | undefined
}

/**
 * Reads a recurrence rule.
 *
 * @returns the parts; or `fault` if the rule is refused: words that follow the name of its field
 */
export function readRule(rrule: string): RuleParts | { readonly fault: string } {
  const fault = faultOfParts(rrule)
  if (fault !== undefined) return { fault }
  const parts = new Map(rrule.split(';').map(nameAndValue))
  const rule = toRule(parts)
  const conflict = conflictIn(rule, parts)
  if (conflict !== undefined) return { fault: `is not a rule of RFC 5545: ${conflict}` }
  if (Number.isNaN(rule.until)) return { fault: `has a wrong value of UNTIL: it ${EXPECTED.UNTIL}` }
  return rule
}

function toRule(parts: ReadonlyMap<string, string>): RuleParts {
  const list = (name: string) => parts.get(name)?.split(',').map(Number)
  const number = (name: string) => list(name)?.[0]
  return {
    freq: parts.get('FREQ') as RuleParts['freq'],
    interval: number('INTERVAL') ?? 1,
    count: number('COUNT'),
    until: timeOf(parts.get('UNTIL')),
    firstWeekday: WEEKDAYS.indexOf((parts.get('WKST') ?? 'MO') as Weekday),
    months: list('BYMONTH'),
    weeks: list('BYWEEKNO'),
    yearDays: list('BYYEARDAY'),
    monthDays: list('BYMONTHDAY'),
    weekdays: parts.get('BYDAY')?.split(',').map(weekdayOf),
    positions: list('BYSETPOS'),
    hour: number('BYHOUR'),
    minute: number('BYMINUTE'),
    second: number('BYSECOND'),
  }
}

function weekdayOf(text: string): NthWeekday {
  const nth = text.slice(0, -2)
  return { weekday: WEEKDAYS.indexOf(text.slice(-2) as Weekday), nth: nth === '' ? undefined : Number(nth) }
}

/** The time of UNTIL; `NaN` if there is no such day or time. */
function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const [, year, month, day, hour, minute, second] = /^(....)(..)(..)T(..)(..)(..)Z$/.exec(text) ?? []
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  const time = Date.parse(iso)
  return Number.isNaN(time) || new Date(time).toISOString() !== iso ? Number.NaN : time
}

/** The parts that RFC 5545 does not allow together; `undefined` if there are none. */
function conflictIn({ freq, weekdays = [], weeks }: RuleParts, parts: ReadonlyMap<string, string>): string | undefined {
  const isNumbered = weekdays.some(({ nth }) => nth !== undefined)
  if (isNumbered && freq !== 'MONTHLY' && freq !== 'YEARLY')
    return 'a number in BYDAY needs FREQ=MONTHLY or FREQ=YEARLY'
  if (isNumbered && weeks !== undefined) return 'BYDAY must not have a number if there is a BYWEEKNO'
  if (freq === 'WEEKLY' && parts.has('BYMONTHDAY')) return 'BYMONTHDAY must not be used with FREQ=WEEKLY'
  for (const name of ['BYYEARDAY', 'BYWEEKNO']) {
    if (parts.has(name) && freq !== 'YEARLY') return `${name} needs FREQ=YEARLY`
  }
  const hasOther = [...parts.keys()].some((name) => name.startsWith('BY') && name !== 'BYSETPOS')
  return parts.has('BYSETPOS') && !hasOther ? 'BYSETPOS needs another part that begins with BY' : undefined
}

/** Returns what is wrong with the form of a rule; `undefined` = nothing. */
function faultOfParts(rrule: string): string | undefined {
  if (rrule.length > LIMITS.recurrenceText) return `is longer than ${LIMITS.recurrenceText} characters`
  const parts = rrule.split(';').map(nameAndValue)
  const names = parts.map(([name]) => name)
  const unknown = names.find((name) => !Object.hasOwn(PARTS, name))
  if (unknown !== undefined) return unknownPart(unknown)
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) return `has the part ${repeated} twice`
  if (!names.includes('FREQ')) return 'has no part FREQ'
  if (names.includes('COUNT') && names.includes('UNTIL')) return 'must not have both COUNT and UNTIL'
  const [wrong] = parts.find(([name, value]) => !isValid(name, value)) ?? []
  if (wrong === undefined) return undefined
  const expected = EXPECTED[wrong]
  return `has a wrong value of ${wrong}${expected === undefined ? '' : `: it ${expected}`}`
}

function nameAndValue(part: string): readonly [name: string, value: string] {
  const at = part.indexOf('=')
  return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
}

function isValid(name: string, value: string): boolean {
  if (PARTS[name]?.test(value) !== true) return false
  return name !== 'COUNT' || Number(value) <= LIMITS.recurrenceSteps
}

function unknownPart(name: string): string {
  return `has the part ${truncateForMessage(name)}; known are ${Object.keys(PARTS).join(', ')}, joined by semicolons`
}

function listOf(item: string): RegExp {
  return new RegExp(`^${item}(?:,${item})*$`)
}
