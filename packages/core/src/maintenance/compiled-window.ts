import type { Alert } from '../alert/alert.js'
import { compileFilter } from '../filter/compile-filter.js'
import { timestamp } from '../timestamp.js'
import type { MaintenanceWindow, Turn } from './maintenance-window.js'
import { compileRecurrence, type Recurrence } from './recurrence.js'

/** A window with its compiled filter, and its turns. */
export interface CompiledWindow {
  readonly window: MaintenanceWindow
  readonly matches: (alert: Alert) => boolean
  readonly turns: Turns
}

export function compileWindow(window: MaintenanceWindow): CompiledWindow {
  return { window, matches: compileFilter(window.filters), turns: new Turns(window) }
}

/** The turns of a window. */
export class Turns {
  readonly #recurrence: Recurrence
  readonly #duration: number

  /** @param window a window that `readMaintenanceWindow` has read */
  constructor({ startTime, endTime, timezone, rrule }: MaintenanceWindow) {
    const start = Date.parse(startTime)
    this.#duration = Date.parse(endTime) - start
    const recurrence = rrule === null ? once(start) : compileRecurrence({ start, timezone, rrule })
    // A rule that cannot be used any more, after an update of the time zones, leaves the first turn.
    this.#recurrence = 'fault' in recurrence ? once(start) : recurrence
  }

  /** The turn that lasts at `time`; `undefined` if none does. If turns overlap, it is the latest. */
  at(time: number): Turn | undefined {
    const start = this.#recurrence.latest(time)
    return start === undefined || time >= start + this.#duration ? undefined : this.#turn(start)
  }

  /** When the window begins or ends next, in milliseconds since 1970; `Infinity` = never. */
  nextChange(time: number): number {
    const turn = this.at(time)
    const next = this.#recurrence.next(time) ?? Number.POSITIVE_INFINITY
    return turn === undefined ? next : Math.min(next, Date.parse(turn.endTime))
  }

  #turn(start: number): Turn {
    return { startTime: timestamp(new Date(start)), endTime: timestamp(new Date(start + this.#duration)) }
  }
}

function once(start: number): Recurrence {
  return {
    latest: (time) => (time >= start ? start : undefined),
    next: (time) => (time < start ? start : undefined),
    last: start,
  }
}
