import { type CompiledWindow, compileWindow } from './compiled-window.js'
import type { MaintenanceWindow } from './maintenance-window.js'

/** The windows that are active during a certain time. */
interface Phase {
  readonly from: number
  /** Exclusive. */
  readonly until: number
  readonly windows: readonly CompiledWindow[]
}

/**
 * All windows that are not over, compiled (rules.md#maintenance-windows-6). The plan keeps the windows that are active
 * now until the next window begins or ends, so the cost of a look-up does not depend on the number of windows.
 */
export class WindowPlan {
  readonly #all: readonly CompiledWindow[]
  #phase: Phase | undefined

  /** @param known a plan made earlier; what was compiled for an unchanged window is reused */
  constructor(windows: readonly MaintenanceWindow[], known?: WindowPlan) {
    const compiled = new Map((known === undefined ? [] : known.#all).map((each) => [compiledText(each.window), each]))
    this.#all = windows.map((window) => ({ ...(compiled.get(compiledText(window)) ?? compileWindow(window)), window }))
  }

  /**
   * The windows that are active, in the order of the plan. Returns the same list until a window begins or ends.
   *
   * @param now ISO 8601
   */
  activeAt(now: string): readonly CompiledWindow[] {
    const time = Date.parse(now)
    if (this.#phase === undefined || time < this.#phase.from || time >= this.#phase.until) {
      const windows = this.#all.filter(({ turns }) => turns.at(time) !== undefined)
      const until = this.#all.reduce((first, { turns }) => Math.min(first, turns.nextChange(time)), Infinity)
      this.#phase = { from: time, until, windows }
    }
    return this.#phase.windows
  }
}

function compiledText({ filters, startTime, endTime, timezone, rrule }: MaintenanceWindow): string {
  return JSON.stringify([filters, startTime, endTime, timezone, rrule])
}
