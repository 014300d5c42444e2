import { RRuleTemporal } from 'rrule-temporal'
import { LIMITS } from '../limits.js'
import { localTime } from '../local-time.js'
import { faultOfRule } from './rule-parts.js'

/** The times at which the turns of a window begin, in milliseconds since 1970. Each look-up yields for pauses. */
export interface Recurrence {
  /** The latest beginning that is not after `time`. */
  latest(time: number): Found
  /** The earliest beginning that is after `time`. */
  next(time: number): Found
  /** The last beginning; `undefined` = the rule has no end. */
  readonly last: number | undefined
}

type Found = Generator<undefined, number | undefined>

/** The first turn of a window, and how the window recurs. */
export interface RecurrenceInput {
  /** The beginning of the first turn, in milliseconds since 1970; a whole second. */
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
 * time, and not at the first turn. So it does not need more steps when the first turn is many years ago. Yields for
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
  const turns = new RuleTurns(parsed.endless, start)
  const first = yield* turns.after(start - 1)
  if (first === undefined) return TOO_MANY_STEPS
  if (first !== start) {
    return { fault: `has no turn at startTime: its first turn is at ${new Date(first).toISOString()}` }
  }
  return (yield* count === undefined ? uncounted(turns, until) : counted(turns, count)) ?? TOO_MANY_STEPS
}

interface Parsed {
  /** The rule without COUNT and UNTIL. With them, the library goes through all turns from the first one on. */
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

/** A rule without COUNT; `undefined` if its second turn is not found. */
function* uncounted(turns: RuleTurns, until: number | undefined): Generator<undefined, Recurrence | undefined> {
  const end = until ?? Number.POSITIVE_INFINITY
  // A look-up from the second turn on would need as many steps as this one.
  if (until === undefined && (yield* turns.after(turns.start)) === undefined) return undefined
  return {
    latest: (time) => turns.latest(Math.min(time, end)),
    next: function* (time) {
      const next = yield* turns.after(time)
      return next === undefined || next > end ? undefined : next
    },
    last: until === undefined ? undefined : yield* turns.latest(until),
  }
}

/** A rule with COUNT. All its turns are computed once, because each look-up would otherwise count them again. */
function* counted(turns: RuleTurns, count: number): Generator<undefined, Recurrence | undefined> {
  const starts = yield* turns.first(count)
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

/** The days of a period of a rule; at most so many. */
const DAYS = { YEARLY: 366, MONTHLY: 31, WEEKLY: 7, DAILY: 1 } as const
const DAY = 86_400_000
/** A slice has at most so many periods, and it does not grow while it has so many turns. */
const SLICE = { periods: 128, turns: 32 }

/**
 * The turns of a rule without an end. The library finds them in slices of time, with a pause before each slice. A slice
 * takes a few milliseconds. It begins with one period of the rule, and grows while it has few turns, so that also a
 * rule with few turns needs few slices.
 */
class RuleTurns {
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

  /** The earliest turn after a time. */
  *after(time: number): Found {
    for (const turns of this.#slices(Math.max(time, this.start - 1), 1)) {
      if (turns === undefined) yield
      else if (turns[0] !== undefined) return turns[0]
    }
    return undefined
  }

  /** The latest turn that is not after a time. */
  *latest(time: number): Found {
    for (const turns of this.#slices(time, -1)) {
      if (turns === undefined) yield
      else if (turns.length > 0) return turns.at(-1)
    }
    return undefined
  }

  /** The first turns; `undefined` if not all of them are found. */
  *first(count: number): Generator<undefined, readonly number[] | undefined> {
    const found: number[] = []
    for (const turns of this.#slices(this.start - 1, 1)) {
      if (turns === undefined) yield
      else if (found.push(...turns) >= count) return found.slice(0, count)
    }
    return undefined
  }

  /**
   * The turns of one slice after another, away from `time`; `undefined` = a pause. Ends if `LIMITS.recurrenceSteps`
   * periods have no turn, after `LIMITS.recurrenceSlices` slices, and before the first turn.
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
      const turns = this.#between(Math.min(at, next), Math.max(at, next))
      if (turns === undefined) {
        if (periods === 1) return
        most = periods >> 1
        periods = most
        continue
      }
      yield turns
      without = turns.length > 0 ? 0 : without + periods
      if (turns.length < SLICE.turns) periods = Math.min(periods * 2, most)
      at = next
    }
  }

  /** The turns after `from` until `to`, inclusive; `undefined` if they need too many steps or leave the range of dates. */
  #between(from: number, to: number): readonly number[] | undefined {
    try {
      const turns = this.#rule.between(new Date(from + 1), new Date(to), true)
      return turns.map(({ epochMilliseconds }) => epochMilliseconds)
    } catch {
      // The library throws plain errors for both.
      return undefined
    }
  }
}
