import { RRuleTemporal } from 'rrule-temporal'
import { LIMITS } from '../limits.js'
import { localTime } from './local-time.js'
import { faultOfRule } from './rule-parts.js'

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
  /** The beginning of the first turn, in milliseconds since 1970. */
  readonly start: number
  readonly timezone: string
  readonly rrule: string
}

/**
 * Compiles a recurrence rule (rules.md#maintenance-windows). If the rule has no COUNT, a look-up starts near the given
 * time, and not at the first turn. So it does not need more steps when the first turn is many years ago.
 *
 * @returns the compiled rule; or `fault` if the rule cannot be used: words that follow the name of the field `rrule`,
 *   such as `has no turn at startTime`
 */
export function compileRecurrence(input: RecurrenceInput): Recurrence | { readonly fault: string } {
  const { start, rrule } = input
  const fault = faultOfRule(rrule)
  if (fault !== undefined) return { fault }
  const found = parse(input)
  if ('fault' in found) return found
  const { rule } = found
  const { count, until } = rule.options()
  if (until !== undefined && until.epochMilliseconds < start) return { fault: 'ends (UNTIL) before startTime' }
  const recurrence = count === undefined ? endless(rule, start) : counted(rule)
  if (recurrence === undefined) return { fault: `needs more than ${LIMITS.recurrenceSteps} steps` }
  const first = recurrence.next(start - 1)
  if (first === undefined) return { fault: 'has no turn at startTime' }
  if (first !== start)
    return { fault: `has no turn at startTime: its first turn is at ${new Date(first).toISOString()}` }
  return until === undefined ? recurrence : { ...recurrence, last: recurrence.latest(until.epochMilliseconds) }
}

function parse({ start, timezone, rrule }: RecurrenceInput): { rule: RRuleTemporal } | { fault: string } {
  try {
    const rule = new RRuleTemporal({
      rruleString: `DTSTART;TZID=${timezone}:${localTime(start, timezone)}\nRRULE:${rrule}`,
      strict: true,
      maxIterations: LIMITS.recurrenceSteps,
      maxCandidateEvaluations: LIMITS.recurrenceCandidates,
    })
    return { rule }
  } catch (error) {
    return { fault: `is not a rule of RFC 5545: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** A rule without COUNT. */
function endless(rule: RRuleTemporal, start: number): Recurrence | undefined {
  // If the second turn needs too many steps, this look-up fails, and the rule is refused. Later look-ups would not find
  // this turn either.
  const found = attempt(() => [rule.next(new Date(start - 1), true), rule.next(new Date(start), false)])
  if (!found?.[0]) return undefined
  return {
    latest: (time) => attempt(() => rule.previous(new Date(time), true)?.epochMilliseconds),
    next: (time) => attempt(() => rule.next(new Date(time), false)?.epochMilliseconds),
    last: undefined,
  }
}

/** A rule with COUNT. All its turns are computed once, because each look-up would otherwise count them again. */
function counted(rule: RRuleTemporal): Recurrence | undefined {
  const starts = attempt(() => rule.all().map(({ epochMilliseconds }) => epochMilliseconds))
  if (starts === undefined) return undefined
  return {
    latest: (time) => starts.findLast((start) => start <= time),
    next: (time) => starts.find((start) => start > time),
    last: starts.at(-1),
  }
}

/**
 * The result of a look-up; `undefined` if the rule needs too many steps to its next turn, or leaves the range of dates.
 * The library throws plain errors for both.
 */
function attempt<Result>(look: () => Result): Result | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
