import { type Opsgraph, OpsgraphError } from '@opsgraph/core'
import { type Logger, loggable } from './log.js'

/** Milliseconds between the end of a round and the start of the next one. */
const PAUSE = 30_000

interface DueAlertsOptions {
  readonly opsgraph: Pick<Opsgraph, 'changeDueAlerts'>
  readonly logger: Logger
  /** Milliseconds between two rounds; default: 30 s. */
  readonly pause?: number
}

type Counts = Awaited<ReturnType<Opsgraph['changeDueAlerts']>>

/**
 * Changes the alerts whose time has come, in rounds, from `start` to `stop`: alerts expire, and timed statuses end. A
 * round that fails is logged, and the next round repeats its work. The rounds do not keep the process running.
 */
export class DueAlerts {
  readonly #options: DueAlertsOptions
  #total: Counts = { expired: 0, reopened: 0 }
  #timer: NodeJS.Timeout | undefined
  #isRunning = false

  constructor(options: DueAlertsOptions) {
    this.#options = options
  }

  /** How many alerts this process has changed. */
  counts(): Counts {
    return this.#total
  }

  /** Starts the first round immediately. */
  start(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    void this.#round()
  }

  /**
   * Starts no further round. A round that is running ends by itself, at the latest when the store is closed: no
   * transaction is left incomplete.
   */
  stop(): void {
    this.#isRunning = false
    clearTimeout(this.#timer)
  }

  async #round(): Promise<void> {
    const { opsgraph, logger, pause = PAUSE } = this.#options
    try {
      const { expired, reopened } = await opsgraph.changeDueAlerts()
      this.#total = { expired: this.#total.expired + expired, reopened: this.#total.reopened + reopened }
    } catch (error) {
      const stack = !(error instanceof OpsgraphError)
      if (this.#isRunning) logger.error({ error: loggable(error, { stack }) }, 'due alerts could not be changed')
    }
    if (this.#isRunning) this.#timer = setTimeout(() => void this.#round(), pause).unref()
  }
}
