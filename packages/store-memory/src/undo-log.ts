/** A list of functions, each of which reverts one change since the last commit. */
export class UndoLog {
  readonly #steps: (() => void)[] = []

  /** The number of changes in the log. It can be passed to `rollBackTo` later. */
  get length(): number {
    return this.#steps.length
  }

  record(step: () => void): void {
    this.#steps.push(step)
  }

  /** Reverts all changes after the first `length` ones, newest first. */
  rollBackTo(length: number): void {
    while (this.#steps.length > length) this.#steps.pop()?.()
  }

  /** Empties the log, so that the changes can no longer be reverted. */
  forget(): void {
    this.#steps.length = 0
  }
}
