import { OpsgraphError } from '../../opsgraph-error.js'

/** How many callers may wait, and for how many milliseconds. Default: any number, and forever. */
interface WaitLimits {
  readonly waiting?: number
  readonly maxWait?: number
}

/**
 * A semaphore: at most `size` callers are inside at the same time. Others wait in order of arrival. With limits, it
 * refuses callers if too many wait or if they wait too long.
 */
export class Semaphore {
  #free: number
  readonly #limits: WaitLimits
  readonly #waiting = new Set<() => void>()

  constructor(size: number, limits: WaitLimits = {}) {
    this.#free = size
    this.#limits = limits
  }

  /** The number of callers that wait. */
  get waiting(): number {
    return this.#waiting.size
  }

  /**
   * Enters, runs `work`, leaves and returns the result.
   *
   * @throws OpsgraphError `busy` beyond the limits
   */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await this.#wait()
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  /**
   * @returns a function to call once on leaving
   * @throws OpsgraphError `busy` beyond the limits
   */
  async enter(): Promise<() => void> {
    if (this.#free > 0) this.#free--
    else await this.#wait()
    return () => this.#leave()
  }

  #wait(): Promise<void> {
    const { waiting = Number.POSITIVE_INFINITY, maxWait } = this.#limits
    if (this.#waiting.size >= waiting) throw busy()
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      const refuse = () => {
        this.#waiting.delete(enter)
        reject(busy())
      }
      const timer = maxWait === undefined ? undefined : setTimeout(refuse, maxWait)
      this.#waiting.add(enter)
    })
  }

  #leave(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free++
      return
    }
    this.#waiting.delete(next)
    next()
  }
}

function busy(): OpsgraphError {
  return new OpsgraphError('busy', 'others have been busy with the same for too long; try again in a moment')
}
