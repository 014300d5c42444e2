import { type CompiledWindow, compileWindow } from './compiled-window.js'
import type { MaintenanceWindow, Occurrence } from './maintenance-window.js'

/** A window that is active, with the occurrence that is in effect. */
export interface ActiveWindow extends CompiledWindow {
  readonly occurrence: Occurrence
}

/** A time in which the same windows are active, in milliseconds since 1970. */
interface Phase {
  readonly from: number
  /** The end of this time, exclusive. */
  readonly until: number
  readonly windows: readonly ActiveWindow[]
}

/**
 * All windows that are not over, compiled (rules.md#maintenance-windows-6). The plan caches the active windows until
 * the next window begins or ends, so the cost of a look-up does not depend on the number of windows.
 */
export class WindowPlan {
  readonly #windows: readonly CompiledWindow[]
  #phase: Phase | undefined

  private constructor(all: readonly CompiledWindow[]) {
    this.#windows = all
  }

  /**
   * Compiles windows, and finds those that are active now. Yields for pauses.
   *
   * @param known an earlier plan, whose compiled windows are reused for unchanged windows
   */
  static *compile(
    windows: readonly MaintenanceWindow[],
    { known: earlier, now }: { readonly known: WindowPlan | undefined; readonly now: string },
  ): Generator<undefined, WindowPlan> {
    const compiled = new Map<string, CompiledWindow>()
    for (const each of earlier === undefined ? [] : earlier.#windows) compiled.set(compiledFieldsOf(each.window), each)
    const all: CompiledWindow[] = []
    for (const window of windows) {
      const reused = compiled.get(compiledFieldsOf(window))
      if (reused === undefined) yield
      all.push({ ...(reused ?? (yield* compileWindow(window))), window })
    }
    const plan = new WindowPlan(all)
    yield* plan.activeAt(now)
    return plan
  }

  /**
   * The windows that are active, in the order of the plan. Returns the same list until a window begins or ends. Yields
   * for pauses.
   *
   * @param now ISO 8601
   */
  *activeAt(now: string): Generator<undefined, readonly ActiveWindow[]> {
    const time = Date.parse(now)
    const earlier = this.#windowsAt(time)
    if (earlier !== undefined) return earlier
    let until = Number.POSITIVE_INFINITY
    const windows: ActiveWindow[] = []
    for (const each of this.#windows) {
      const span = yield* each.occurrences.at(time)
      until = Math.min(until, span.until)
      if (span.occurrence !== undefined) windows.push({ ...each, occurrence: span.occurrence })
    }
    // Another caller may have found the active windows during a pause. Then both callers get the same list.
    const found = this.#windowsAt(time)
    if (found !== undefined) return found
    this.#phase = { from: time, until, windows }
    return windows
  }

  #windowsAt(time: number): readonly ActiveWindow[] | undefined {
    const phase = this.#phase
    return phase !== undefined && time >= phase.from && time < phase.until ? phase.windows : undefined
  }
}

function compiledFieldsOf({ filters, hurtDepth, startTime, endTime, timezone, rrule }: MaintenanceWindow): string {
  return JSON.stringify([filters, hurtDepth, startTime, endTime, timezone, rrule])
}
