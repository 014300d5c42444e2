import { OpsgraphError } from '@opsgraph/core/store'

/** How many callers may be inside at a time, how many may wait, and how long they may wait in milliseconds. */
export interface SemaphoreLimits {
  readonly inside: number
  readonly waiting: number
  readonly maxWait: number
}

/** A semaphore with a first-in, first-out queue. Refuses callers if too many wait or they wait too long. */
export class Semaphore {
  readonly #limits: SemaphoreLimits
  #inside = 0
  readonly #waiting = new Set<() => void>()

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /**
   * @returns a function to call once on leaving
   * @throws OpsgraphError `busy`
   */
  async enter(): Promise<() => void> {
    if (this.#inside < this.#limits.inside) this.#inside++
    else await this.#wait()
    return () => this.#leave()
  }

  #wait(): Promise<void> {
    if (this.#waiting.size >= this.#limits.waiting) throw busy()
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(enter)
        reject(busy())
      }, this.#limits.maxWait)
      this.#waiting.add(enter)
    })
  }

  #leave(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#inside--
      return
    }
    this.#waiting.delete(next)
    next()
  }
}

function busy(): OpsgraphError {
  return new OpsgraphError('busy', 'others have been writing the same for too long; try again in a moment')
}
