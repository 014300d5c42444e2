import { isDiskFull } from '../sql/sqlstate.js'

/**
 * How long a successful check is cached, in milliseconds. Anybody may request any number of checks, so not every
 * request may cause a write.
 */
const CACHE_MILLISECONDS = 1_000

/**
 * Locks one row of a table that is never written after the migration, and commits. This tests everything that a write
 * needs: the permission, the log on disk, and the standbys that a commit waits for. The check changes no row, and waits
 * only for other checks.
 */
const LOCK_ONE_ROW_SQL = 'select 1 from schema_migration where version = 1 for no key update'

/** Uses 2 MiB of disk space for a moment, in a temporary file. Rows in a table would keep their space. */
const USE_DISK_SPACE_SQL = `set local work_mem = '64kB'; set local temp_tablespaces = '';
  with room as materialized (select repeat('x', 8192) from generate_series(1, 256)) select count(*) from room`

/** Checks whether writes succeed, without changing anything. */
export class WriteCheck {
  readonly #send: (text: string) => Promise<unknown>
  #validUntil = 0
  #running: Promise<void> | undefined
  #mayBeFull = false

  /** @param send runs a text of one or more statements */
  constructor(send: (text: string) => Promise<unknown>) {
    this.#send = send
  }

  /** Rejects with the error of the database. Concurrent calls share one check. */
  run(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /**
   * If the error of a write says that the disk was full, the next check also tests the disk space. Other checks do not,
   * because each such test appears in the statistics and in the log of the server (`log_temp_files`).
   */
  noteFailure(error: unknown): void {
    if (!isDiskFull(error)) return
    this.#mayBeFull = true
    this.#validUntil = 0
  }

  async #run(): Promise<void> {
    if (performance.now() < this.#validUntil) return
    await this.#send(LOCK_ONE_ROW_SQL)
    if (this.#mayBeFull) await this.#send(USE_DISK_SPACE_SQL)
    this.#mayBeFull = false
    this.#validUntil = performance.now() + CACHE_MILLISECONDS
  }
}
