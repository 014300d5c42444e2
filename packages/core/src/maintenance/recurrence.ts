import { RRuleTemporal } from 'rrule-temporal'
import { LIMITS } from '../limits.js'
import { localTime } from '../local-time.js'
import { faultOfRule } from './rule-parts.js'

/** The times at which the occurrences of a window begin, in milliseconds since 1970. Each look-up yields for pauses. */
export interface Recurrence {
  /** The latest beginning that is not after `time`. */
  latest(time: number): Found
  /** The earliest beginning that is after `time`. */
  next(time: number): Found
  /** The last beginning; `undefined` = the rule has no end. */
  readonly last: number | undefined
}

type Found = Generator<undefined, number | undefined>

/** The first occurrence of a window, and how the window recurs. */
export interface RecurrenceInput {
  /** The beginning of the first occurrence, in milliseconds since 1970; a whole second. */
  readonly start: number
  readonly timezone: string
  readonly rrule: string
}

interface Fault {
  /** Words that follow the name of the field `rrule`. */
  readonly fault: string
}

const TOO_MANY_STEPS: Fault = { fault: `needs more than ${LIMITS.recurrenceSteps} steps` }

/**
 * Compiles a recurrence rule (rules.md#maintenance-windows). If the rule has no COUNT, a look-up starts near the given
 * time, and not at the first occurrence. So it does not need more steps when the first occurrence is many years ago. Yields for
 * pauses.
 *
 * @returns the compiled rule, or why the rule cannot be used
 */
export function* compileRecurrence(input: RecurrenceInput): Generator<undefined, Recurrence | Fault> {
  const { start, rrule } = input
  const fault = faultOfRule(rrule)
  if (fault !== undefined) return { fault }
  const parsed = parse(input)
  if ('fault' in parsed) return parsed
  const { count, until } = parsed
  if (until !== undefined && until < start) return { fault: 'ends (UNTIL) before startTime' }
  const occurrences = new RuleOccurrences(parsed.endless, start)
  const first = yield* occurrences.after(start - 1)
  if (first === undefined) return TOO_MANY_STEPS
  if (first !== start) {
    return { fault: `has no turn at startTime: its first turn is at ${new Date(first).toISOString()}` }
  }
  return (yield* count === undefined ? uncounted(occurrences, until) : counted(occurrences, count)) ?? TOO_MANY_STEPS
}

interface Parsed {
  /** The rule without COUNT and UNTIL. With them, the library goes through all occurrences from the first one on. */
  readonly endless: RRuleTemporal
  readonly count: number | undefined
  readonly until: number | undefined
}

function parse({ start, timezone, rrule }: RecurrenceInput): Parsed | Fault {
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

/** A rule without COUNT; `undefined` if its second occurrence is not found. */
function* uncounted(
  occurrences: RuleOccurrences,
  until: number | undefined,
): Generator<undefined, Recurrence | undefined> {
  const end = until ?? Number.POSITIVE_INFINITY
  // A look-up from the second occurrence on would need as many steps as this one.
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

/** A rule with COUNT. All its occurrences are computed once, because each look-up would otherwise count them again. */
function* counted(occurrences: RuleOccurrences, count: number): Generator<undefined, Recurrence | undefined> {
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
const DAYS = { YEARLY: 366, MONTHLY: 31, WEEKLY: 7, DAILY: 1 } as const
const DAY = 86_400_000
/** The maximum number of periods in a slice, and the number of occurrences from which a slice does not grow. */
const SLICE = { periods: 128, occurrences: 32 }

/**
 * The occurrences of a rule without an end. The library finds them in slices of time, with a pause before each slice. A slice
 * takes a few milliseconds. It begins with one period of the rule, and grows while it has few occurrences, so that also a
 * rule with few occurrences needs few slices.
 */
class RuleOccurrences {
  readonly start: number
  readonly #rule: RRuleTemporal
  /** Milliseconds. */
  readonly #period: number

  constructor(rule: RRuleTemporal, start: number) {
    this.start = start
    this.#rule = rule
    const { freq, interval = 1 } = rule.options()
    this.#period = DAYS[freq as keyof typeof DAYS] * interval * DAY
  }

  /** The earliest occurrence after a time. */
  *after(time: number): Found {
    for (const occurrences of this.#slices(Math.max(time, this.start - 1), 1)) {
      if (occurrences === undefined) yield
      else if (occurrences[0] !== undefined) return occurrences[0]
    }
    return undefined
  }

  /** The latest occurrence that is not after a time. */
  *latest(time: number): Found {
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
   * The occurrences of one slice after another, away from `time`; `undefined` = a pause. Ends if `LIMITS.recurrenceSteps`
   * periods have no occurrence, after `LIMITS.recurrenceSlices` slices, and before the first occurrence.
   */
  *#slices(time: number, direction: 1 | -1): Generator<readonly number[] | undefined, void> {
    let most = SLICE.periods
    let periods = 1
    let without = 0
    let at = time
    for (
      let slice = 0;
      slice < LIMITS.recurrenceSlices && without < LIMITS.recurrenceSteps && at >= this.start - 1;
      slice++
    ) {
      yield undefined
      const next = at + direction * periods * this.#period
      const occurrences = this.#between(Math.min(at, next), Math.max(at, next))
      if (occurrences === undefined) {
        if (periods === 1) return
        most = periods >> 1
        periods = most
        continue
      }
      yield occurrences
      without = occurrences.length > 0 ? 0 : without + periods
      if (occurrences.length < SLICE.occurrences) periods = Math.min(periods * 2, most)
      at = next
    }
  }

  /** The occurrences after `from` until `to`, inclusive; `undefined` if they need too many steps or leave the range of dates. */
  #between(from: number, to: number): readonly number[] | undefined {
    try {
      const occurrences = this.#rule.between(new Date(from + 1), new Date(to), true)
      return occurrences.map(({ epochMilliseconds }) => epochMilliseconds)
    } catch {
      // The library throws plain errors for both.
      return undefined
    }
  }
}
