/**
 * Computes a value for many callers, one computation at a time. A caller never gets the value of a computation that
 * began before the call. All callers that arrive during a computation share the next one. So no more than one
 * computation waits, however many callers there are.
 */
export class SharedTurns<Value> {
  /** The computation that has not begun yet. */
  #next: Promise<Value> | undefined
  /** Settles when all computations that have begun, and all readings of their values, are over. */
  #done: Promise<unknown> = Promise.resolve()

  /**
   * Computes the value, and returns what `read` makes of it. The next computation begins when all readings are over. So
   * it may change the value in place.
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
