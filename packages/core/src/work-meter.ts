import { LIMITS } from './limits.js'

/** A meter asks for a pause after this many steps. They usually take 5 ms, and at most 20 ms. */
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
 * request needs too many of them (rules.md#running-alert-policies-10). A step is the work for one instruction of a
 * pattern at one character: 20 to 50 nanoseconds. Steps are counted, and not measured, so that the same request always
 * has the same result.
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
   * Counts steps of work that is done. The next call of `spend` asks for the pause.
   *
   * @throws WorkExceeded if the budget is spent
   */
  count(steps: number): void {
    this.#spent += steps
    if (this.#spent > this.#budget) throw new WorkExceeded(this.#budget)
  }

  /**
   * Counts steps. Call it before the work.
   *
   * @returns true if the caller must yield before it does this work
   * @throws WorkExceeded if the budget is spent
   */
  spend(steps: number): boolean {
    const before = this.#spent
    this.count(steps)
    if (this.#spent - this.#pausedAt <= STEPS_AT_ONCE) return false
    this.#pausedAt = before
    return true
  }
}

/** The rest of a computation that must pause first. */
export type Rest<T> = Generator<undefined, T>
/**
 * The result of a computation, or its rest if it must pause first. Most computations need no pause, and a generator for
 * each of them would take longer than the computation itself.
 */
export type Stepwise<T> = T | Rest<T>

export function isRest<T>(computed: Stepwise<T>): computed is Rest<T> {
  return typeof computed === 'object' && computed !== null && 'next' in computed
}

/** Does work after a pause. */
export function* afterPause<T>(work: () => T): Rest<T> {
  yield
  return work()
}

/** A function that works on a subject, and counts its steps. */
export type CountedTest<Subject> = (subject: Subject, meter: WorkMeter) => Stepwise<boolean>

/**
 * Calls the tests in their order until one of them returns `last`. Returns `last` if one of them does, and the opposite
 * if none does.
 */
export function testUntil<Subject>(
  last: boolean,
  tests: readonly CountedTest<Subject>[],
  subject: Subject,
  meter: WorkMeter,
): Stepwise<boolean> {
  // A loop over `entries()` would take a tenth more of the time of a delivery.
  for (let at = 0; at < tests.length; at++) {
    const result = (tests[at] as CountedTest<Subject>)(subject, meter)
    if (typeof result !== 'boolean') return testRest(result, last, tests.slice(at + 1), { subject, meter })
    if (result === last) return last
  }
  return !last
}

function* testRest<Subject>(
  begun: Rest<boolean>,
  last: boolean,
  tests: readonly CountedTest<Subject>[],
  { subject, meter }: { readonly subject: Subject; readonly meter: WorkMeter },
): Rest<boolean> {
  if ((yield* begun) === last) return last
  for (const test of tests) {
    const result = test(subject, meter)
    if ((isRest(result) ? yield* result : result) === last) return last
  }
  return !last
}

/** Runs a computation to its end without a pause, where nothing else waits for the process. */
export function runWithoutPauses<T>(computation: Stepwise<T>): T {
  if (!isRest(computation)) return computation
  for (;;) {
    const { done, value } = computation.next()
    if (done) return value
  }
}
