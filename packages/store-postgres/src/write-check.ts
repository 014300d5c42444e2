import { isDiskFull } from './sqlstate.js'

/** Milliseconds for which a write that got through speaks for the next ones: anybody may ask, as often as they like. */
const VALID = 1_000

/**
 * Locks one row of a table that nobody writes to once the schema is made, and commits. That takes all the way of a write,
 * from the right to write at all to the log on the disk, and to the standbys that a commit waits for. It changes no row and
 * adds none, and waits for nobody but another check.
 */
const LOCK_ONE_ROW = 'select 1 from schema_migration where version = 1 for no key update'

/**
 * Needs 2 MiB of room on the disk, for a moment, as a list does that does not fit in memory. What is written to a table
 * would be there for good.
 */
const TAKE_ROOM = `set local work_mem = '64kB'; set local temp_tablespaces = '';
  with room as materialized (select repeat('x', 8192) from generate_series(1, 256)) select count(*) from room`

/** Finds out whether writes get through, without changing anything. */
export class WriteCheck {
  readonly #send: (text: string) => Promise<unknown>
  #validUntil = 0
  #running: Promise<void> | undefined
  #mayBeFull = false

  /** @param send runs a text of one or more statements */
  constructor(send: (text: string) => Promise<unknown>) {
    this.#send = send
  }

  /** Rejects with what the database answers; those who ask meanwhile get the same. */
  run(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /**
   * Room is only looked for after a write has found none. To take it at each check would show up in the statistics of the
   * server, and in its log (`log_temp_files`).
   */
  noteFailure(error: unknown): void {
    if (!isDiskFull(error)) return
    this.#mayBeFull = true
    this.#validUntil = 0
  }

  async #run(): Promise<void> {
    if (performance.now() < this.#validUntil) return
    await this.#send(LOCK_ONE_ROW)
    if (this.#mayBeFull) await this.#send(TAKE_ROOM)
    this.#mayBeFull = false
    this.#validUntil = performance.now() + VALID
  }
}
