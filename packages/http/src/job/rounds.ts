import { OpsgraphError } from '@opsgraph/core'
import { type Logger, loggable } from '../log/log.js'

/** Milliseconds between the end of a round and the start of the next one. */
const DEFAULT_PAUSE_MILLISECONDS = 30_000

interface RoundsOptions {
  /** The work of one round. */
  readonly work: () => Promise<void>
  readonly logger: Logger
  /** The message that is logged if a round fails. */
  readonly failure: string
  /**
   * Milliseconds between the end of a round and the start of the next one; default: 30,000. A function computes the
   * pause from the duration of the round before it, in milliseconds.
   */
  readonly pause?: number | ((took: number) => number) | undefined
}

/**
 * Repeats work in rounds, from `start` to `stop`. If a round fails, the error is logged, and the next round repeats the
 * work. While rounds keep failing, one error is logged every 30 seconds. The rounds do not keep the process running.
 */
export class Rounds {
  readonly #options: RoundsOptions
  #timer: NodeJS.Timeout | undefined
  #isRunning = false
  #loggedAt = Number.NEGATIVE_INFINITY

  constructor(options: RoundsOptions) {
    this.#options = options
  }

  /** Starts the first round immediately. */
  start(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    void this.#round()
  }

  /**
   * Starts no further round. A running round is not waited for: it ends by itself, or fails when the store is closed,
   * and its unfinished transaction then changes nothing.
   */
  stop(): void {
    this.#isRunning = false
    clearTimeout(this.#timer)
  }

  async #round(): Promise<void> {
    const { work, logger, failure, pause = DEFAULT_PAUSE_MILLISECONDS } = this.#options
    const begun = performance.now()
    try {
      await work()
    } catch (error) {
      const showsStack = !(error instanceof OpsgraphError)
      if (this.#isRunning && begun - this.#loggedAt >= DEFAULT_PAUSE_MILLISECONDS) {
        this.#loggedAt = begun
        logger.error({ error: loggable(error, { stack: showsStack }) }, failure)
      }
    }
    const wait = typeof pause === 'number' ? pause : pause(performance.now() - begun)
    if (this.#isRunning) this.#timer = setTimeout(() => void this.#round(), wait).unref()
  }
}
