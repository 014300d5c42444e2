/** What would have to be done to take back every change since the log was last forgotten. */
export class UndoLog {
  readonly #steps: (() => void)[] = []

  /** How many changes can be taken back: a mark to roll back to. */
  get length(): number {
    return this.#steps.length
  }

  record(step: () => void): void {
    this.#steps.push(step)
  }

  /** Takes back the changes made since the log had this length, newest first. */
  rollBackTo(length: number): void {
    while (this.#steps.length > length) this.#steps.pop()?.()
  }

  /** Makes the changes final. */
  forget(): void {
    this.#steps.length = 0
  }
}
