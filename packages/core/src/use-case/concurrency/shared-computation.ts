/**
 * Computes a value for many callers, one computation at a time. A caller gets the value of a computation that began
 * after its call: all callers that arrive during a computation share the next one. So at most one computation waits,
 * regardless of the number of callers.
 */
export class SharedComputation<Value> {
  /** The computation that has not begun yet; `undefined` = none waits. */
  #next: Promise<Value> | undefined
  /** Settles when all computations that have begun have ended, and also all `read` functions that got their values. */
  #done: Promise<unknown> = Promise.resolve()

  /**
   * Computes the value, and returns the result of `read`. The next computation begins only when all `read` functions
   * have ended, so that it may change the value in place.
   */
  async read<T>(compute: () => Promise<Value>, read: (value: Value) => Promise<T>): Promise<T> {
    this.#next ??= this.#done.then(() => {
      this.#next = undefined
      return compute()
    })
    const reading = this.#next.then(read)
    this.#done = Promise.allSettled([this.#done, reading])
    return await reading
  }
}
