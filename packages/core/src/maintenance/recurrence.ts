import { LIMITS } from '../limits.js'
import { clockAt, instantOf } from './local-time.js'
import { RuleDays } from './rule-days.js'
import { type RuleParts, readRule } from './rule-parts.js'

/** The times at which the turns of a window begin, in milliseconds since 1970. */
export interface Recurrence {
  /** The latest beginning that is not after `time`. */
  latest(time: number): number | undefined
  /** The earliest beginning that is after `time`. */
  next(time: number): number | undefined
  /** The last beginning; `undefined` = the rule has no end. */
  readonly last: number | undefined
}

/** The first turn of a window, and how the window recurs. */
export interface RecurrenceInput {
  /** The beginning of the first turn, in milliseconds since 1970; a whole second. */
  readonly start: number
  readonly timezone: string
  readonly rrule: string
}

const DAY = 86_400_000
/** Later times cannot be written as a date. */
const LATEST = 8.64e15 - 400 * DAY

/**
 * Compiles a recurrence rule (rules.md#maintenance-windows). If the rule has no COUNT, a look-up starts near the given
 * time, and not at the first turn. So it does not need more steps when the first turn is many years ago.
 *
 * @returns the compiled rule; or `fault` if the rule cannot be used: words that follow the name of the field `rrule`
 */
export function compileRecurrence(input: RecurrenceInput): Recurrence | { readonly fault: string } {
  const { start } = input
  const parts = readRule(input.rrule)
  if ('fault' in parts) return parts
  const { count, until } = parts
  if (until !== undefined && until < start) return { fault: 'ends (UNTIL) before startTime' }
  const turns = new RuleTurns(parts, input)
  const first = turns.after(start - 1)
  if (first === undefined) return TOO_MANY_STEPS
  if (first !== start) {
    return { fault: `has no turn at startTime: its first turn is at ${new Date(first).toISOString()}` }
  }
  const recurrence = count === undefined ? endless(turns, parts) : counted(turns, { start, count })
  return recurrence ?? TOO_MANY_STEPS
}

const TOO_MANY_STEPS = { fault: `needs more than ${LIMITS.recurrenceSteps} steps` }

/** A rule without COUNT; `undefined` if its second turn is not found. */
function endless(turns: RuleTurns, { until }: RuleParts): Recurrence | undefined {
  const { start } = turns
  const isOver = (time: number) => until !== undefined && time > until
  // A look-up from the second turn on would need as many steps as this one.
  const second = turns.after(start)
  if (second === undefined && until === undefined) return undefined
  return {
    latest: (time) => turns.before(isOver(time) ? (until as number) : time),
    next: (time) => {
      const next = turns.after(time)
      return next === undefined || isOver(next) ? undefined : next
    },
    last: until === undefined ? undefined : turns.before(until),
  }
}

/** A rule with COUNT. All its turns are computed once, because each look-up would otherwise count them again. */
function counted(
  turns: RuleTurns,
  { start, count }: { readonly start: number; readonly count: number },
): Recurrence | undefined {
  const starts = turns.first(count)
  if (starts === undefined) return undefined
  return {
    latest: (time) => starts.findLast((each) => each <= time),
    next: (time) => starts.find((each) => each > time),
    last: starts.at(-1) ?? start,
  }
}

/** The turns of a rule, without its COUNT and UNTIL. */
class RuleTurns {
  readonly start: number
  readonly #timezone: string
  readonly #days: RuleDays
  /** The time of day on the clocks, in milliseconds. */
  readonly #clock: number

  constructor(parts: RuleParts, { start, timezone }: RecurrenceInput) {
    this.start = start
    this.#timezone = timezone
    const clock = clockAt(start, timezone)
    this.#days = new RuleDays(parts, Math.floor(clock / DAY))
    const begin = new Date(clock)
    const { hour = begin.getUTCHours(), minute = begin.getUTCMinutes(), second = begin.getUTCSeconds() } = parts
    this.#clock = ((hour * 60 + minute) * 60 + second) * 1_000
  }

  /** The earliest turn after a time; `undefined` if it is not found within `LIMITS.recurrenceSteps` periods. */
  after(time: number): number | undefined {
    const first = this.#periodBefore(time)
    for (let period = first; period <= first + LIMITS.recurrenceSteps + 1; period++) {
      const found = this.#turnsOf(period, (turn) => turn > time).next()
      if (found.done !== true) return found.value
      if (this.#isTooLate(period)) return undefined
    }
    return undefined
  }

  /** The latest turn that is not after a time; `undefined` if it is not found within `LIMITS.recurrenceSteps` periods. */
  before(time: number): number | undefined {
    // Two days before, and one day after, because the clocks may show another day than in UTC.
    const last = this.#periodBefore(time) + 3
    for (let period = last; period >= Math.max(0, last - LIMITS.recurrenceSteps - 3); period--) {
      const found = [...this.#turnsOf(period, (turn) => turn <= time)].at(-1)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** The first turns; `undefined` if they are not found within `LIMITS.recurrenceDays` days of the rule. */
  first(count: number): readonly number[] | undefined {
    const starts: number[] = []
    const periods = LIMITS.recurrenceDays / this.#days.daysAtOnce
    for (let period = 0; period < periods && !this.#isTooLate(period); period++) {
      for (const turn of this.#turnsOf(period, () => true)) if (starts.push(turn) === count) return starts
    }
    return undefined
  }

  /** The turns of a period that are not before the first turn, in ascending order. */
  *#turnsOf(period: number, isWanted: (turn: number) => boolean): Generator<number, void> {
    for (const day of this.#days.daysOf(period)) {
      const turn = instantOf(day * DAY + this.#clock, this.#timezone)
      if (turn !== undefined && turn >= this.start && isWanted(turn)) yield turn
    }
  }

  /** A period that no turn after `time` precedes. */
  #periodBefore(time: number): number {
    return Math.max(0, this.#days.periodOf(Math.floor(time / DAY) - 2))
  }

  #isTooLate(period: number): boolean {
    return this.#days.lastDayOf(period) * DAY > LATEST
  }
}
