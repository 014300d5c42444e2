/** A mutex: runs one piece of work at a time, in the order of arrival. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    // The next work starts even if this work fails.
    this.#last = turn.then(ignore, ignore)
    return turn
  }
}

function ignore(): void {}
