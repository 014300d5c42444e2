import { OpsgraphError } from '@opsgraph/core'

/** How many may be in at a time, and how many may wait for that, and for how long in milliseconds. */
export interface TurnstileLimits {
  readonly inside: number
  readonly waiting: number
  readonly patience: number
}

/** Lets so many in at a time; the others wait, first come, first served, until there are too many or it takes too long. */
export class Semaphore {
  readonly #limits: TurnstileLimits
  #inside = 0
  readonly #waiting = new Set<() => void>()

  constructor(limits: TurnstileLimits) {
    this.#limits = limits
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /**
   * @returns to be called once whoever came in leaves
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
      }, this.#limits.patience)
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
