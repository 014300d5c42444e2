import { OpsgraphError } from '@opsgraph/core/store'
import { DatabaseError } from 'pg-protocol'
import { isUnreachable, reasonOfError } from '../sql/sqlstate.js'
import { decodeAnswer, encodeScript, type WireAnswer } from './pg-protocol.js'
import type { EmbeddedInstance } from './pglite-thread.js'

/** Milliseconds between two attempts to open a database that has failed. */
const REOPEN_PAUSE_MILLISECONDS = 1_000
/**
 * After an error with one of these severities, a PostgreSQL server ends itself or the session. Answers after such an
 * error mean nothing.
 */
const FATAL_SEVERITIES: ReadonlySet<string | undefined> = new Set(['PANIC', 'FATAL'])

/** The running instance of the database. After a failure, it is replaced by a new instance on the same files. */
export class PgliteInstance {
  #pglite: EmbeddedInstance | undefined
  readonly #reopen: (() => Promise<EmbeddedInstance>) | undefined
  #isClosed = false
  #failure = ''
  /** The time of the last failure, as a value of `performance.now()`. */
  #failedAt = Number.NEGATIVE_INFINITY

  constructor(pglite: EmbeddedInstance, reopen: (() => Promise<EmbeddedInstance>) | undefined) {
    this.#pglite = pglite
    this.#reopen = reopen
  }

  /** @throws OpsgraphError `unavailable` if the database is closed, or has failed and cannot be opened again */
  async requireOpen(): Promise<void> {
    if (this.#isClosed || this.#pglite?.closed) throw unavailableError('is closed')
    if (this.#pglite !== undefined) return
    if (this.#reopen === undefined || performance.now() - this.#failedAt < REOPEN_PAUSE_MILLISECONDS)
      throw unavailableError(this.#failure)
    try {
      this.#pglite = await this.#reopen()
    } catch (error) {
      throw this.#giveUp(error)
    }
  }

  /**
   * Sends bytes of the protocol and decodes the answer.
   *
   * @throws OpsgraphError `unavailable` if the database has failed or the disk is full; DatabaseError with the SQLSTATE
   *   as `code`, if the database refuses the statement
   */
  async exchange(bytes: Uint8Array): Promise<WireAnswer> {
    if (this.#pglite === undefined) throw unavailableError(this.#failure)
    try {
      return await decodeAnswer(await this.#pglite.execProtocolRaw(bytes))
    } catch (error) {
      if (!(error instanceof DatabaseError) || FATAL_SEVERITIES.has(error.severity)) throw this.#giveUp(error)
      throw isUnreachable(error) ? unavailableError(`refuses: ${error.message}`, error) : error
    }
  }

  /**
   * Runs a text of several statements.
   *
   * @returns the command tag of the last statement, such as `COMMIT`
   */
  async script(text: string): Promise<string> {
    return (await this.exchange(encodeScript(text))).tag
  }

  /** Rolls back the open transaction; if that fails, abandons the instance. */
  async rollBack(): Promise<void> {
    if (this.#pglite === undefined) return
    await this.script('rollback').catch((error) => this.#giveUp(error))
  }

  /** Closes the instance. A failed instance is already abandoned. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#pglite?.closed === false) await this.#pglite.close()
  }

  #giveUp(error: unknown): OpsgraphError {
    void this.#pglite?.abandon?.()
    this.#pglite = undefined
    this.#failedAt = performance.now()
    this.#failure = `has failed: ${reasonOfError(error)}`
    return unavailableError(this.#failure, error)
  }
}

function unavailableError(reason: string, cause?: unknown): OpsgraphError {
  return new OpsgraphError('unavailable', `the embedded database ${reason}`, [], { cause })
}
