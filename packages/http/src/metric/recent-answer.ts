/** Milliseconds for which an answer is recent. */
const RECENT = 10_000
/** Milliseconds after which an answer is no longer used, even if there is no newer one. */
const OUTDATED = 60_000
/** Milliseconds that a caller waits for a newer answer. */
const PATIENCE = 2_000

/**
 * Caches the answer of an expensive function `ask`. However often `refresh` is called, `ask` runs at most once every 10
 * seconds. Without a call of `refresh`, `ask` does not run.
 */
export class RecentAnswer<Answer> {
  readonly #ask: () => Promise<Answer>
  #kept: { readonly answer: Answer | undefined; readonly time: number } | undefined
  #asking: Promise<void> | undefined

  constructor(ask: () => Promise<Answer>) {
    this.#ask = ask
  }

  /**
   * The last answer; `undefined` if there is none, if the last call of `ask` failed, or if the answer is a minute old.
   */
  get known(): Answer | undefined {
    return this.#kept !== undefined && this.#age() < OUTDATED ? this.#kept.answer : undefined
  }

  /** Calls `ask` if the last answer is not recent. Waits at most 2 seconds for the new answer. Never rejects. */
  async refresh(): Promise<void> {
    if (this.#age() < RECENT) return
    this.#asking ??= this.#askAnew()
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE)
    })
    await Promise.race([this.#asking, tooLate])
    clearTimeout(timer)
  }

  async #askAnew(): Promise<void> {
    // A failure is kept like an answer, so that `ask` is not called again for 10 seconds.
    const answer = await this.#ask().catch(() => undefined)
    this.#kept = { answer, time: performance.now() }
    this.#asking = undefined
  }

  #age(): number {
    return this.#kept === undefined ? Number.POSITIVE_INFINITY : performance.now() - this.#kept.time
  }
}
