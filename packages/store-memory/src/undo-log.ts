import type { Steps } from './access.js'

/** Reverting this many changes takes a few milliseconds. */
const REVERTED_AT_ONCE = 1_000

/** A list of functions, each of which reverts one change since the last commit. */
export class UndoLog {
  readonly #steps: (() => Steps<void> | void)[] = []

  /** The number of changes in the log. It can be passed to `rollBackTo` later. */
  get length(): number {
    return this.#steps.length
  }

  record(step: () => Steps<void> | void): void {
    this.#steps.push(step)
  }

  /** Reverts all changes after the first `length` ones, newest first. */
  *rollBackTo(length: number): Steps<void> {
    while (this.#steps.length > length) {
      yield* this.#steps.pop()?.() ?? []
      if (this.#steps.length % REVERTED_AT_ONCE === 0) yield
    }
  }

  /** Empties the log, so that the changes can no longer be reverted. */
  forget(): void {
    this.#steps.length = 0
  }
}
