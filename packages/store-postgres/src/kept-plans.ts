import type { Statement } from './database.js'

/** Bytes of a table from which on there is no better way into it than its indexes. */
const WORTH_KEEPING = 1024 * 1024

/**
 * Lets a server keep the plans of walks once there is much to walk through: to make one takes as long as a short answer,
 * and one that was made while the table was small reads all of it, however large it becomes.
 */
export class KeptPlans {
  /** Of the table, when it was last told. */
  #bytes = 0

  tell(bytes: number): void {
    this.#bytes = bytes
  }

  /** The name of a statement, if its plan may be kept. */
  named(name: string): Pick<Statement, 'name'> {
    return this.#bytes < WORTH_KEEPING ? {} : { name }
  }
}
