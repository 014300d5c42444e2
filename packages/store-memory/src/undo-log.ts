/** The steps that revert each change since the last commit. */
export class UndoLog {
  readonly #steps: (() => void)[] = []

  /** The number of changes in the log; pass it to `rollBackTo` later. */
  get length(): number {
    return this.#steps.length
  }

  record(step: () => void): void {
    this.#steps.push(step)
  }

  /** Reverts the changes made since the log had this length, newest first. */
  rollBackTo(length: number): void {
    while (this.#steps.length > length) this.#steps.pop()?.()
  }

  /** Makes the changes final. */
  forget(): void {
    this.#steps.length = 0
  }
}
