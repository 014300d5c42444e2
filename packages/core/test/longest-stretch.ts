import type { WorkMeter } from '../src/work-meter.js'

/** Runs a computation to its end. Returns its result, and the most steps that it does between two pauses. */
export function longestStretch<T>(
  computation: Generator<undefined, T>,
  meter: WorkMeter,
): { readonly result: T; readonly longest: number } {
  let longest = 0
  for (let before = meter.spent; ; before = meter.spent) {
    const { done, value } = computation.next()
    longest = Math.max(longest, meter.spent - before)
    if (done) return { result: value, longest }
  }
}
