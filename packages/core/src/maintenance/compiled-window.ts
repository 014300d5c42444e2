import { compileForIndex, type PausingTest } from '../filter/compile-filter.js'
import { timestamp } from '../timestamp.js'
import type { MaintenanceWindow, Turn } from './maintenance-window.js'
import { compileRecurrence, type Recurrence } from './recurrence.js'

/** A window with its compiled filter, and its turns. */
export interface CompiledWindow {
  readonly window: MaintenanceWindow
  readonly steps: PausingTest
  readonly turns: Turns
}

export function compileWindow(window: MaintenanceWindow): CompiledWindow {
  return { window, steps: compileForIndex(window.filters).steps, turns: new Turns(window) }
}

/** The turns of a window (rules.md#maintenance-windows-2, rules.md#maintenance-windows-3). */
export class Turns {
  readonly #recurrence: Recurrence
  readonly #duration: number
  #span: Span | undefined

  /** @param window a window that `readMaintenanceWindow` has read */
  constructor({ startTime, endTime, timezone, rrule }: MaintenanceWindow) {
    const start = Date.parse(startTime)
    this.#duration = Date.parse(endTime) - start
    const recurrence = rrule === null ? once(start) : compileRecurrence({ start, timezone, rrule })
    // An update of the time zones can make a saved rule unusable. Then the window has only its first turn.
    this.#recurrence = 'fault' in recurrence ? once(start) : recurrence
  }

  /**
   * The turn that lasts at `time`, in milliseconds since 1970; `undefined` = the window is not active then. If several
   * turns overlap, the result is the turn that began last.
   */
  at(time: number): Turn | undefined {
    return this.#spanAt(time).turn
  }

  /**
   * When the window begins or ends next, in milliseconds since 1970; `Infinity` = never. If the next turn is not found
   * because the rule needs too many steps, the result is at the latest one day after `time`. Then the caller looks
   * again.
   */
  nextChange(time: number): number {
    return this.#spanAt(time).until
  }

  /** Remembers the last answer: a look-up in a recurrence rule takes up to some milliseconds. */
  #spanAt(time: number): Span {
    const known = this.#span
    if (known !== undefined && time >= known.from && time < known.until) return known
    const span = this.#findSpan(time)
    this.#span = span
    return span
  }

  #findSpan(time: number): Span {
    const { latest, next, last } = this.#recurrence
    const start = latest(time)
    const turn = start === undefined || time >= start + this.#duration ? undefined : this.#turn(start)
    const change = next(time) ?? (last === undefined ? time + LOOK_AGAIN : Number.POSITIVE_INFINITY)
    return { from: time, until: turn === undefined ? change : Math.min(change, Date.parse(turn.endTime)), turn }
  }

  #turn(start: number): Turn {
    return { startTime: timestamp(new Date(start)), endTime: timestamp(new Date(start + this.#duration)) }
  }
}

/** A time in which a window neither begins nor ends. */
interface Span {
  readonly from: number
  /** Exclusive. */
  readonly until: number
  readonly turn: Turn | undefined
}

/** Milliseconds. */
const LOOK_AGAIN = 86_400_000

function once(start: number): Recurrence {
  return {
    latest: (time) => (time >= start ? start : undefined),
    next: (time) => (time < start ? start : undefined),
    last: start,
  }
}
