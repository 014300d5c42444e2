import { LIMITS } from './limits.js'
import { withoutPauses } from './steps.js'

/** A meter asks for a pause after this many steps, which usually take 5 ms, and at most 20 ms. */
const STEPS_AT_ONCE = 250_000

/**
 * Thrown if a computation needs more steps than its budget. Only the use-cases that set the budget catch this error.
 */
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
 * Counts the steps of filters, patterns and policies. Asks for a pause every few milliseconds, and ends the computation
 * if a request needs too many steps (rules.md#running-alert-policies-10). A step is the work for one instruction of a
 * pattern at one character: 20 to 50 nanoseconds. The meter counts steps instead of measuring time, so that the same
 * request always has the same result.
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
   * Counts the steps of work that is already done. If a pause is due, the next call of `spend` asks for it.
   *
   * @throws WorkExceeded if the steps exceed the budget
   */
  count(steps: number): void {
    this.#spent += steps
    if (this.#spent > this.#budget) throw new WorkExceeded(this.#budget)
  }

  /**
   * Counts the steps of work that is about to begin.
   *
   * @returns true if the caller must yield before it does this work
   * @throws WorkExceeded if the steps exceed the budget
   */
  spend(steps: number): boolean {
    const before = this.#spent
    this.count(steps)
    if (this.#spent - this.#pausedAt <= STEPS_AT_ONCE) return false
    this.#pausedAt = before
    return true
  }
}

/** The unfinished rest of a computation that pauses. */
export type RestOfWork<T> = Generator<undefined, T>
/**
 * The result of a computation; or, if the computation pauses, its unfinished rest. Most computations need no pause, and
 * creating a generator for each of them would take longer than the computation itself.
 */
export type Stepwise<T> = T | RestOfWork<T>

export function isRest<T>(computed: Stepwise<T>): computed is RestOfWork<T> {
  return typeof computed === 'object' && computed !== null && 'next' in computed
}

/** Yields once, then does the work. */
export function* afterPause<T>(work: () => T): RestOfWork<T> {
  yield
  return work()
}

/** A test of a subject, which counts its steps on the meter. */
export type CountedTest<Subject> = (subject: Subject, meter: WorkMeter) => Stepwise<boolean>

/**
 * Calls the tests in their order until one of them returns `last`. If one does, returns `last`, otherwise the opposite.
 */
export function testUntil<Subject>(
  last: boolean,
  tests: readonly CountedTest<Subject>[],
  subject: Subject,
  meter: WorkMeter,
): Stepwise<boolean> {
  // With a loop over `entries()`, a delivery would take 10 % more time.
  for (let at = 0; at < tests.length; at++) {
    const result = (tests[at] as CountedTest<Subject>)(subject, meter)
    if (typeof result !== 'boolean') return testRest(result, last, tests.slice(at + 1), { subject, meter })
    if (result === last) return last
  }
  return !last
}

function* testRest<Subject>(
  begun: RestOfWork<boolean>,
  last: boolean,
  tests: readonly CountedTest<Subject>[],
  { subject, meter }: { readonly subject: Subject; readonly meter: WorkMeter },
): RestOfWork<boolean> {
  if ((yield* begun) === last) return last
  for (const test of tests) {
    const result = test(subject, meter)
    if ((isRest(result) ? yield* result : result) === last) return last
  }
  return !last
}

/** Runs a computation to its end without pauses, for callers that block nothing else. */
export function runWithoutPauses<T>(computation: Stepwise<T>): T {
  return isRest(computation) ? withoutPauses(computation) : computation
}
