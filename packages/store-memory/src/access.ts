/** A computation in steps: it yields where the process may do other work. */
export type Steps<T> = Generator<undefined, T>

/**
 * Gives the parts of a store access to the tables. Outside of a transaction, `work` runs after all earlier calls;
 * inside a transaction, it runs after the earlier calls of that transaction. `work` is atomic: if it throws, nothing is
 * changed.
 */
export interface TableAccess {
  <T>(work: () => T): Promise<T>
  /** Runs long work. The process does other work whenever `work` yields. */
  inSteps<T>(work: () => Steps<T>): Promise<T>
}

export function createAccess(inSteps: TableAccess['inSteps']): TableAccess {
  const access = <T>(work: () => T) =>
    // biome-ignore lint/correctness/useYield: a short computation is one step
    inSteps(function* () {
      return work()
    })
  return Object.assign(access, { inSteps })
}

/** After this many milliseconds without a pause, the process does other work before the next call. */
const PAUSE_AFTER_MILLISECONDS = 10

/**
 * Runs computations, and lets the process do other work in between. Without these pauses, a transaction with many calls
 * would block the event loop until its end, because the calls of this store wait for nothing outside of the process.
 */
export class StepPauses {
  #pausedAt = Date.now()

  async run<T>(steps: Steps<T>): Promise<T> {
    if (Date.now() - this.#pausedAt > PAUSE_AFTER_MILLISECONDS) await this.#pause()
    for (;;) {
      const { done, value } = steps.next()
      if (done) return value
      await this.#pause()
    }
  }

  async #pause(): Promise<void> {
    await nextTurn()
    this.#pausedAt = Date.now()
  }
}

/** Runs `work` for each item, and yields after every `size` items. */
export function* forEachInSteps<Item>(items: Iterable<Item>, size: number, work: (item: Item) => void): Steps<void> {
  let count = 0
  for (const item of items) {
    work(item)
    if (++count % size === 0) yield
  }
}

/** Waits for the next turn of the event loop, also in a browser, which has no `setImmediate`. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve)
    else setTimeout(resolve)
  })
}
