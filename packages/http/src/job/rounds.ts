import { OpsgraphError } from '@opsgraph/core'
import { type Logger, loggable } from '../log/log.js'

/** Milliseconds between the end of a round and the start of the next one. */
const PAUSE = 30_000

interface RoundsOptions {
  /** The work of one round. */
  readonly work: () => Promise<void>
  readonly logger: Logger
  /** The message that is logged if a round fails. */
  readonly failure: string
  /**
   * Milliseconds between the end of a round and the start of the next one; default: 30,000. A function is passed how
   * many milliseconds the round took.
   */
  readonly pause?: number | ((took: number) => number) | undefined
}

/**
 * Repeats work in rounds, from `start` to `stop`. A round that fails is logged, and the next round repeats its work. If
 * rounds fail again and again, one of them is logged every 30 seconds.
 * The rounds do not keep the process running.
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
   * Starts no further round, and does not wait for a running round. That round ends by itself, or it fails when the
   * store is closed. An incomplete transaction changes nothing.
   */
  stop(): void {
    this.#isRunning = false
    clearTimeout(this.#timer)
  }

  async #round(): Promise<void> {
    const { work, logger, failure, pause = PAUSE } = this.#options
    const begun = performance.now()
    try {
      await work()
    } catch (error) {
      const stack = !(error instanceof OpsgraphError)
      if (this.#isRunning && begun - this.#loggedAt >= PAUSE) {
        this.#loggedAt = begun
        logger.error({ error: loggable(error, { stack }) }, failure)
      }
    }
    const wait = typeof pause === 'number' ? pause : pause(performance.now() - begun)
    if (this.#isRunning) this.#timer = setTimeout(() => void this.#round(), wait).unref()
  }
}
