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

  private constructor(all: readonly CompiledWindow[]) {
    this.#all = all
  }

  /**
   * Compiles windows, and finds those that are active now. Yields for pauses.
   *
   * @param known a plan made earlier; what was compiled for an unchanged window is reused
   */
  static *compile(
    windows: readonly MaintenanceWindow[],
    { known, now }: { readonly known: WindowPlan | undefined; readonly now: Date },
  ): Generator<undefined, WindowPlan> {
    const compiled = new Map<string, CompiledWindow>()
    for (const each of known === undefined ? [] : known.#all) compiled.set(compiledText(each.window), each)
    const all: CompiledWindow[] = []
    for (const window of windows) {
      const reused = compiled.get(compiledText(window))
      const { steps, turns } = reused ?? compileWindow(window)
      all.push({ window, steps, turns })
      // The answer is remembered until the window begins or ends.
      turns.nextChange(now.getTime())
      if (reused === undefined) yield
    }
    return new WindowPlan(all)
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
