/** The size of the table in bytes from which index scans are always the best plan. */
const WORTH_KEEPING = 1024 * 1024

/**
 * Whether a server may cache the plans of walks: only once the table is large. Planning takes as long as a short query,
 * but a plan made while the table was small would scan the whole table at any later size.
 */
export class WalkPlans {
  /** The last known size of the table. */
  #bytes = 0

  get areKept(): boolean {
    return this.#bytes >= WORTH_KEEPING
  }

  noteSize(bytes: number): void {
    this.#bytes = bytes
  }
}
