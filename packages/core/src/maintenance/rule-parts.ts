import { LIMITS } from '../limits.js'
import { truncateForMessage } from '../truncate-for-message.js'

const WEEKDAY = '(?:MO|TU|WE|TH|FR|SA|SU)'

/**
 * The parts that a recurrence rule may have, each with the form of its value. The library for recurrence rules ignores
 * unknown parts and some wrong values. opsgraph refuses them, because the window would otherwise recur at other times
 * than its author expects.
 */
const RULE_PARTS: Readonly<Record<string, RegExp>> = {
  FREQ: /^(?:YEARLY|MONTHLY|WEEKLY|DAILY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  COUNT: /^[1-9]\d{0,3}$/,
  UNTIL: /^\d{8}T\d{6}Z$/,
  WKST: new RegExp(`^${WEEKDAY}$`),
  BYMONTH: listPattern('(?:[1-9]|1[0-2])'),
  BYWEEKNO: listPattern('-?(?:[1-9]|[1-4]\\d|5[0-3])'),
  BYYEARDAY: listPattern('-?(?:[1-9]|[1-9]\\d|[12]\\d\\d|3[0-5]\\d|36[0-6])'),
  BYMONTHDAY: listPattern('-?(?:[1-9]|[12]\\d|3[01])'),
  BYDAY: listPattern(`(?:[+-]?(?:[1-9]|[1-4]\\d|5[0-3]))?${WEEKDAY}`),
  BYSETPOS: listPattern('-?(?:[1-9]|[1-9]\\d|[12]\\d\\d|3[0-5]\\d|36[0-6])'),
  BYHOUR: /^(?:\d|1\d|2[0-3])$/,
  BYMINUTE: /^[0-5]?\d$/,
  BYSECOND: /^[0-5]?\d$/,
}

/** For messages: what the value of a part must be. The other parts get no hint. */
const VALUE_HINTS: Readonly<Record<string, string>> = {
  FREQ: 'must be one of YEARLY, MONTHLY, WEEKLY, DAILY',
  INTERVAL: 'must be a whole number from 1 to 999',
  COUNT: `must be a whole number from 1 to ${LIMITS.recurrenceSteps}`,
  UNTIL: 'must be a time in UTC, such as 20301231T235959Z',
  BYHOUR: 'must be one hour',
  BYMINUTE: 'must be one minute',
  BYSECOND: 'must be one second',
}

/**
 * Returns why a recurrence rule is refused, as the rest of a message that begins with the name of the field;
 * `undefined` = the rule is accepted.
 */
export function faultOfRule(rrule: string): string | undefined {
  if (rrule.length > LIMITS.recurrenceText) return `is longer than ${LIMITS.recurrenceText} characters`
  const parts = rrule.split(';').map(splitPart)
  const names = parts.map(([name]) => name)
  const unknown = names.find((name) => !Object.hasOwn(RULE_PARTS, name))
  if (unknown !== undefined) return describeUnknownPart(unknown)
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) return `has the part ${repeated} twice`
  if (!names.includes('FREQ')) return 'has no part FREQ'
  if (names.includes('COUNT') && names.includes('UNTIL')) return 'must not have both COUNT and UNTIL'
  const [wrong] = parts.find(([name, value]) => !isValidPart(name, value)) ?? []
  if (wrong === undefined) return undefined
  const expected = VALUE_HINTS[wrong]
  return `has a wrong value of ${wrong}${expected === undefined ? '' : `: it ${expected}`}`
}

function splitPart(part: string): readonly [name: string, value: string] {
  const at = part.indexOf('=')
  return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
}

function isValidPart(name: string, value: string): boolean {
  if (RULE_PARTS[name]?.test(value) !== true) return false
  return name !== 'COUNT' || Number(value) <= LIMITS.recurrenceSteps
}

function describeUnknownPart(name: string): string {
  return `has the part ${truncateForMessage(name)}; known are ${Object.keys(RULE_PARTS).join(', ')}, joined by semicolons`
}

function listPattern(item: string): RegExp {
  return new RegExp(`^${item}(?:,${item})*$`)
}
