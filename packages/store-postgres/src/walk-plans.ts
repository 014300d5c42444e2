/** Bytes of a table from which on there is no better way into it than its indexes. */
const WORTH_KEEPING = 1024 * 1024

/**
 * Whether a server may keep the plans of walks: once there is much to walk through. To make one takes as long as a short
 * answer, and one that was made while the table was small reads all of it, however large it becomes.
 */
export class WalkPlans {
  /** Of the table, when it was last told. */
  #bytes = 0

  get areKept(): boolean {
    return this.#bytes >= WORTH_KEEPING
  }

  tell(bytes: number): void {
    this.#bytes = bytes
  }
}
