import { OpsgraphError } from '../../opsgraph-error.js'

/**
 * The maximum number of waiting callers, and the maximum number of milliseconds that a caller waits. By default, both
 * are unlimited.
 */
interface WaitLimits {
  readonly waiting?: number
  readonly maxWait?: number
}

/**
 * A semaphore: at most `size` callers hold a slot at the same time. Other callers wait in the order of their arrival.
 * With limits, a caller is refused if too many callers wait, or if it has waited too long.
 */
export class Semaphore {
  #free: number
  readonly #limits: WaitLimits
  readonly #waiting = new Set<() => void>()

  constructor(size: number, limits: WaitLimits = {}) {
    this.#free = size
    this.#limits = limits
  }

  /** The number of waiting callers. */
  get waiting(): number {
    return this.#waiting.size
  }

  /**
   * Waits for a free slot, runs `work`, frees the slot, and returns the result of `work`.
   *
   * @throws OpsgraphError `busy` if too many callers wait, or if this caller has waited too long
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
   * Waits for a free slot and takes it.
   *
   * @returns a function that frees the slot; the caller must call it exactly once
   * @throws OpsgraphError `busy` if too many callers wait, or if this caller has waited too long
   */
  async enter(): Promise<() => void> {
    if (this.#free > 0) this.#free--
    else await this.#wait()
    return () => this.#leave()
  }

  #wait(): Promise<void> {
    const { waiting = Number.POSITIVE_INFINITY, maxWait } = this.#limits
    if (this.#waiting.size >= waiting) throw serverBusyError()
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      const refuse = () => {
        this.#waiting.delete(enter)
        reject(serverBusyError())
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

function serverBusyError(): OpsgraphError {
  return new OpsgraphError('busy', 'others have been busy with the same for too long; try again in a moment')
}
