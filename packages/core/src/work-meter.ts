import { LIMITS } from './limits.js'

/** So many steps take 5 ms, and at most 20 ms. */
const STEPS_AT_ONCE = 250_000

/** A computation needs more steps than its budget. Only the use-cases that set the budget catch this error. */
export class WorkExceeded extends Error {
  override readonly name = 'WorkExceeded'

  constructor(budget: number) {
    super(
      `the policies, filters and patterns need more than ${budget} steps (policyWork); ` +
        'send less at a time, or shorten the policies that look at long texts and lists',
    )
  }
}

/**
 * Counts the steps of filters, patterns and policies, so that they yield after every few milliseconds, and end if a
 * request needs too many of them (rules.md#running-alert-policies-10). A step is the work for one instruction of a pattern at one character: about 20
 * nanoseconds. Steps are counted, and not measured, so that the same request always has the same result.
 */
export class WorkMeter {
  readonly #budget: number
  #spent = 0
  #pausedAt = 0

  /** @param budget the maximum number of steps; by default, the meter only asks for pauses */
  constructor(budget: number = Number.POSITIVE_INFINITY) {
    this.#budget = budget
  }

  /** A meter for one request (`LIMITS.policyWork`). */
  static forRequest(): WorkMeter {
    return new WorkMeter(LIMITS.policyWork)
  }

  /** The number of steps so far. */
  get spent(): number {
    return this.#spent
  }

  /**
   * Counts steps. Call it before the work.
   *
   * @returns true if the caller must yield before it does this work
   * @throws WorkExceeded if the budget is spent
   */
  spend(steps: number): boolean {
    const before = this.#spent
    this.#spent += steps
    if (this.#spent > this.#budget) throw new WorkExceeded(this.#budget)
    if (this.#spent - this.#pausedAt <= STEPS_AT_ONCE) return false
    this.#pausedAt = before
    return true
  }
}

/** Runs a computation to its end without a pause, where nothing else waits for the process. */
export function runWithoutPauses<T>(computation: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = computation.next()
    if (done) return value
  }
}
