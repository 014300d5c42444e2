import { compileTest } from '../filter/compile-filter.js'
import { clausesOf, KeyedFilter } from '../filter/keyed-filter.js'
import { timestamp } from '../timestamp.js'
import type { CountedTest } from '../work-meter.js'
import type { MaintenanceWindow, Occurrence } from './maintenance-window.js'
import { compileRecurrence, type Recurrence } from './recurrence.js'
import type { FilterBelow } from './resources-below.js'

/** A window with its compiled filter, and its occurrences. */
export interface CompiledWindow {
  readonly window: MaintenanceWindow
  readonly test: CountedTest<object>
  /**
   * The filter for the resources below the resource of an alert. `undefined` if the window does not look below, or if
   * no clause compares the resource, so that the filter gives the same result for every resource.
   */
  readonly below: FilterBelow | undefined
  readonly occurrences: Occurrences
}

/** Compiles a window. Yields for pauses. */
export function* compileWindow(window: MaintenanceWindow): Generator<undefined, CompiledWindow> {
  return { window, ...compileWindowFilter(window), occurrences: yield* Occurrences.compile(window) }
}

/** Compiles the filter of a window, for alerts and for the resources below them. */
export function compileWindowFilter({
  filters,
  hurtDepth,
}: Pick<MaintenanceWindow, 'filters' | 'hurtDepth'>): Pick<CompiledWindow, 'test' | 'below'> {
  const appliesBelow = hurtDepth > 0 && clausesOf(filters).some(({ key }) => key === RESOURCE_CLAUSE_KEY)
  const below = appliesBelow ? { keyed: new KeyedFilter(filters, RESOURCE_CLAUSE_KEY), depth: hurtDepth } : undefined
  return { test: compileTest(filters), below }
}

const RESOURCE_CLAUSE_KEY = 'resource'

/** The occurrences of a window (rules.md#maintenance-windows-2, rules.md#maintenance-windows-3). */
export class Occurrences {
  readonly #recurrence: Recurrence
  readonly #duration: number
  #span: StableSpan | undefined

  private constructor(recurrence: Recurrence, duration: number) {
    this.#recurrence = recurrence
    this.#duration = duration
  }

  /**
   * Compiles the recurrence rule of a window. Yields for pauses.
   *
   * @param window a window that `readMaintenanceWindow` has read
   */
  static *compile({ startTime, endTime, timezone, rrule }: MaintenanceWindow): Generator<undefined, Occurrences> {
    const start = Date.parse(startTime)
    const recurrence = rrule === null ? singleOccurrence(start) : yield* compileRecurrence({ start, timezone, rrule })
    // An update of the time zones can make a saved rule unusable. Then the window has only its first occurrence.
    return new Occurrences('fault' in recurrence ? singleOccurrence(start) : recurrence, Date.parse(endTime) - start)
  }

  /**
   * The occurrence at `time`, and how long this result stays valid. The last result is cached, because a look-up in a
   * recurrence rule takes some milliseconds. Yields for pauses.
   *
   * @param time milliseconds since 1970
   */
  *at(time: number): Generator<undefined, StableSpan> {
    const cached = this.#span
    if (cached !== undefined && time >= cached.from && time < cached.until) return cached
    const { latest, next, last } = this.#recurrence
    const start = yield* latest(time)
    const occurrence = start === undefined || time >= start + this.#duration ? undefined : this.#occurrence(start)
    const change =
      (yield* next(time)) ?? (last === undefined ? time + LOOK_AGAIN_AFTER_MILLISECONDS : Number.POSITIVE_INFINITY)
    const span = {
      from: time,
      until: occurrence === undefined ? change : Math.min(change, Date.parse(occurrence.endTime)),
      occurrence,
    }
    this.#span = span
    return span
  }

  #occurrence(start: number): Occurrence {
    return { startTime: timestamp(new Date(start)), endTime: timestamp(new Date(start + this.#duration)) }
  }
}

/** A span of time in which no occurrence of a window begins or ends. Times are in milliseconds since 1970. */
export interface StableSpan {
  readonly from: number
  /**
   * When an occurrence next begins or ends, exclusive; `Infinity` = never. If finding the next occurrence needs too
   * many steps, one day after `from`; the caller must then look again at that time.
   */
  readonly until: number
  /** If several occurrences overlap, the one that began last; `undefined` = the window is not active. */
  readonly occurrence: Occurrence | undefined
}

/** One day, in milliseconds. */
const LOOK_AGAIN_AFTER_MILLISECONDS = 86_400_000

function singleOccurrence(start: number): Recurrence {
  return {
    // biome-ignore lint/correctness/useYield: there is nothing to do between two pauses
    latest: function* (time) {
      return time >= start ? start : undefined
    },
    // biome-ignore lint/correctness/useYield: there is nothing to do between two pauses
    next: function* (time) {
      return time < start ? start : undefined
    },
    last: start,
  }
}
