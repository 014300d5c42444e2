import { RRuleTemporal } from 'rrule-temporal'
import { LIMITS } from '../limits.js'
import { localTime } from '../local-time.js'
import { truncateForMessage } from '../truncate-for-message.js'

/** Finds the start times of the occurrences of a window, in milliseconds since 1970. Each look-up yields for pauses. */
export interface Recurrence {
  /** The start of the latest occurrence that starts at or before `time`. */
  latest(time: number): TimeSearch
  /** The start of the first occurrence that starts after `time`. */
  next(time: number): TimeSearch
  /** The start of the last occurrence; `undefined` = the rule has no end. */
  readonly last: number | undefined
}

type TimeSearch = Generator<undefined, number | undefined>

/** The first occurrence of a window, and how the window recurs. */
export interface RecurrenceInput {
  /** The beginning of the first occurrence, in milliseconds since 1970; a whole second. */
  readonly start: number
  readonly timezone: string
  readonly rrule: string
}

interface RecurrenceFault {
  /** The rest of a message that begins with `rrule`. */
  readonly fault: string
}

const TOO_MANY_STEPS: RecurrenceFault = { fault: `needs more than ${LIMITS.recurrenceSteps} steps` }

/**
 * Compiles a recurrence rule (rules.md#maintenance-windows). If the rule has no COUNT, a look-up starts near the given
 * time and not at the first occurrence, so it stays fast when the first occurrence is many years ago. Yields for
 * pauses.
 *
 * @returns the compiled rule, or why the rule cannot be used
 */
export function* compileRecurrence(input: RecurrenceInput): Generator<undefined, Recurrence | RecurrenceFault> {
  const { start, rrule } = input
  const fault = faultOfRule(rrule)
  if (fault !== undefined) return { fault }
  const parsed = parseRule(input)
  if ('fault' in parsed) return parsed
  const { count, until } = parsed
  if (until !== undefined && until < start) return { fault: 'ends (UNTIL) before startTime' }
  const occurrences = new RuleOccurrences(parsed.endless, start)
  const first = yield* occurrences.after(start - 1)
  if (first === undefined) return TOO_MANY_STEPS
  if (first !== start) {
    return { fault: `has no turn at startTime: its first turn is at ${new Date(first).toISOString()}` }
  }
  return (
    (yield* count === undefined ? compileWithoutCount(occurrences, until) : compileWithCount(occurrences, count)) ??
    TOO_MANY_STEPS
  )
}

interface ParsedRule {
  /**
   * The rule without COUNT and UNTIL. With them, the library would go through all occurrences from the first one on.
   */
  readonly endless: RRuleTemporal
  readonly count: number | undefined
  readonly until: number | undefined
}

function parseRule({ start, timezone, rrule }: RecurrenceInput): ParsedRule | RecurrenceFault {
  const toRule = (text: string) =>
    new RRuleTemporal({
      rruleString: `DTSTART;TZID=${timezone}:${localTime(start, timezone)}\nRRULE:${text}`,
      strict: true,
      maxIterations: LIMITS.recurrenceSteps,
      maxCandidateEvaluations: LIMITS.recurrenceCandidates,
    })
  try {
    const { count, until } = toRule(rrule).options()
    const endless = toRule(rrule.replaceAll(/;(?:COUNT|UNTIL)=[^;]*|(?:COUNT|UNTIL)=[^;]*;/g, ''))
    return { endless, count, until: until?.epochMilliseconds }
  } catch (error) {
    return { fault: `is not a rule of RFC 5545: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Compiles a rule without COUNT; `undefined` if the second occurrence is not found. */
function* compileWithoutCount(
  occurrences: RuleOccurrences,
  until: number | undefined,
): Generator<undefined, Recurrence | undefined> {
  const end = until ?? Number.POSITIVE_INFINITY
  // If the second occurrence is not found within the limit of steps, later occurrences are not found either.
  if (until === undefined && (yield* occurrences.after(occurrences.start)) === undefined) return undefined
  return {
    latest: (time) => occurrences.latest(Math.min(time, end)),
    next: function* (time) {
      const next = yield* occurrences.after(time)
      return next === undefined || next > end ? undefined : next
    },
    last: until === undefined ? undefined : yield* occurrences.latest(until),
  }
}

/** Compiles a rule with COUNT. Computes all occurrences now, because each look-up would otherwise count them again. */
function* compileWithCount(occurrences: RuleOccurrences, count: number): Generator<undefined, Recurrence | undefined> {
  const starts = yield* occurrences.first(count)
  if (starts === undefined) return undefined
  return {
    latest: function* (time) {
      return starts.findLast((start) => start <= time)
    },
    next: function* (time) {
      return starts.find((start) => start > time)
    },
    last: starts.at(-1),
  }
}

/** The maximum number of days in a period of a rule. */
const PERIOD_DAYS = { YEARLY: 366, MONTHLY: 31, WEEKLY: 7, DAILY: 1 } as const
const DAY_MILLISECONDS = 86_400_000
/**
 * A slice has at most `periods` periods. If it contains at least `occurrences` occurrences, the next slice is not
 * longer.
 */
const SLICE_LIMITS = { periods: 128, occurrences: 32 }

/**
 * The occurrences of a rule without an end. They are found in slices of time, with a pause before each slice. A slice
 * takes a few milliseconds. The first slice has one period of the rule. As long as slices contain few occurrences, the
 * next slice has twice as many periods, so a rule with rare occurrences needs few slices.
 */
class RuleOccurrences {
  readonly start: number
  readonly #rule: RRuleTemporal
  /** The length of a period of the rule, in milliseconds. */
  readonly #period: number

  constructor(rule: RRuleTemporal, start: number) {
    this.start = start
    this.#rule = rule
    const { freq, interval = 1 } = rule.options()
    this.#period = PERIOD_DAYS[freq as keyof typeof PERIOD_DAYS] * interval * DAY_MILLISECONDS
  }

  /** The earliest occurrence after a time. */
  *after(time: number): TimeSearch {
    for (const occurrences of this.#slices(Math.max(time, this.start - 1), 1)) {
      if (occurrences === undefined) yield
      else if (occurrences[0] !== undefined) return occurrences[0]
    }
    return undefined
  }

  /** The latest occurrence that is not after a time. */
  *latest(time: number): TimeSearch {
    for (const occurrences of this.#slices(time, -1)) {
      if (occurrences === undefined) yield
      else if (occurrences.length > 0) return occurrences.at(-1)
    }
    return undefined
  }

  /** The first occurrences; `undefined` if not all of them are found. */
  *first(count: number): Generator<undefined, readonly number[] | undefined> {
    const found: number[] = []
    for (const occurrences of this.#slices(this.start - 1, 1)) {
      if (occurrences === undefined) yield
      else if (found.push(...occurrences) >= count) return found.slice(0, count)
    }
    return undefined
  }

  /**
   * Yields the occurrences of one slice after another, starting at `time`, and `undefined` for a pause. Ends after
   * `LIMITS.recurrenceSteps` periods without an occurrence, after `LIMITS.recurrenceSlices` slices, or when the next
   * slice would be before the first occurrence.
   *
   * @param direction 1 = towards later times, -1 = towards earlier times
   */
  *#slices(time: number, direction: 1 | -1): Generator<readonly number[] | undefined, void> {
    let maxPeriods = SLICE_LIMITS.periods
    let periods = 1
    let emptyPeriods = 0
    let at = time
    for (
      let slice = 0;
      slice < LIMITS.recurrenceSlices && emptyPeriods < LIMITS.recurrenceSteps && at >= this.start - 1;
      slice++
    ) {
      yield undefined
      const next = at + direction * periods * this.#period
      const occurrences = this.#between(Math.min(at, next), Math.max(at, next))
      if (occurrences === undefined) {
        if (periods === 1) return
        maxPeriods = periods >> 1
        periods = maxPeriods
        continue
      }
      yield occurrences
      emptyPeriods = occurrences.length > 0 ? 0 : emptyPeriods + periods
      if (occurrences.length < SLICE_LIMITS.occurrences) periods = Math.min(periods * 2, maxPeriods)
      at = next
    }
  }

  /**
   * The occurrences after `from` and up to `to`; `undefined` if finding them needs too many steps, or if they leave the
   * range of dates.
   */
  #between(from: number, to: number): readonly number[] | undefined {
    try {
      const occurrences = this.#rule.between(new Date(from + 1), new Date(to), true)
      return occurrences.map(({ epochMilliseconds }) => epochMilliseconds)
    } catch {
      // The library throws plain errors in both cases.
      return undefined
    }
  }
}

const WEEKDAY_PATTERN = '(?:MO|TU|WE|TH|FR|SA|SU)'

/**
 * The parts that a recurrence rule may have, each with the form of its value. The library for recurrence rules ignores
 * unknown parts and some wrong values. opsgraph refuses them, because the window would otherwise recur at other times
 * than its author expects.
 */
const RULE_PART_PATTERNS: Readonly<Record<string, RegExp>> = {
  FREQ: /^(?:YEARLY|MONTHLY|WEEKLY|DAILY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  COUNT: /^[1-9]\d{0,3}$/,
  UNTIL: /^\d{8}T\d{6}Z$/,
  WKST: new RegExp(`^${WEEKDAY_PATTERN}$`),
  BYMONTH: listPattern('(?:[1-9]|1[0-2])'),
  BYWEEKNO: listPattern('-?(?:[1-9]|[1-4]\\d|5[0-3])'),
  BYYEARDAY: listPattern('-?(?:[1-9]|[1-9]\\d|[12]\\d\\d|3[0-5]\\d|36[0-6])'),
  BYMONTHDAY: listPattern('-?(?:[1-9]|[12]\\d|3[01])'),
  BYDAY: listPattern(`(?:[+-]?(?:[1-9]|[1-4]\\d|5[0-3]))?${WEEKDAY_PATTERN}`),
  BYSETPOS: listPattern('-?(?:[1-9]|[1-9]\\d|[12]\\d\\d|3[0-5]\\d|36[0-6])'),
  BYHOUR: /^(?:\d|1\d|2[0-3])$/,
  BYMINUTE: /^[0-5]?\d$/,
  BYSECOND: /^[0-5]?\d$/,
}

/** What messages say about the value of a part. Parts that are not listed get no hint. */
const RULE_PART_HINTS: Readonly<Record<string, string>> = {
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
function faultOfRule(rrule: string): string | undefined {
  if (rrule.length > LIMITS.recurrenceText) return `is longer than ${LIMITS.recurrenceText} characters`
  const parts = rrule.split(';').map(splitPart)
  const names = parts.map(([name]) => name)
  const unknown = names.find((name) => !Object.hasOwn(RULE_PART_PATTERNS, name))
  if (unknown !== undefined) return describeUnknownPart(unknown)
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) return `has the part ${repeated} twice`
  if (!names.includes('FREQ')) return 'has no part FREQ'
  if (names.includes('COUNT') && names.includes('UNTIL')) return 'must not have both COUNT and UNTIL'
  const [wrong] = parts.find(([name, value]) => !isValidPart(name, value)) ?? []
  if (wrong === undefined) return undefined
  const expected = RULE_PART_HINTS[wrong]
  return `has a wrong value of ${wrong}${expected === undefined ? '' : `: it ${expected}`}`
}

function splitPart(part: string): readonly [name: string, value: string] {
  const at = part.indexOf('=')
  return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
}

function isValidPart(name: string, value: string): boolean {
  if (RULE_PART_PATTERNS[name]?.test(value) !== true) return false
  return name !== 'COUNT' || Number(value) <= LIMITS.recurrenceSteps
}

function describeUnknownPart(name: string): string {
  return `has the part ${truncateForMessage(name)}; known are ${Object.keys(RULE_PART_PATTERNS).join(', ')}, joined by semicolons`
}

function listPattern(item: string): RegExp {
  return new RegExp(`^${item}(?:,${item})*$`)
}
