import type { PGlite } from '@electric-sql/pglite'
import { OpsgraphError } from '@opsgraph/core'
import { DatabaseError } from 'pg-protocol'
import { decodeAnswer, encodeScript, type WireAnswer } from './pg-protocol.js'
import { isUnreachable } from './sqlstate.js'

/** Milliseconds between two attempts to open a database that has failed. */
const PAUSE = 1_000
/** What a server says when it ends, or ends the session: what is said after that means nothing. */
const LAST_WORDS: ReadonlySet<string | undefined> = new Set(['PANIC', 'FATAL'])

/** The database that runs at present: after a failure, another one on the same files. */
export class PgliteInstance {
  #pglite: PGlite | undefined
  readonly #reopen: (() => Promise<PGlite>) | undefined
  #isClosed = false
  #failure = ''
  /** Of `performance.now()`. */
  #failedAt = Number.NEGATIVE_INFINITY

  constructor(pglite: PGlite, reopen: (() => Promise<PGlite>) | undefined) {
    this.#pglite = pglite
    this.#reopen = reopen
  }

  /** @throws OpsgraphError `unavailable` when it is closed, or has failed and cannot be opened again */
  async requireOpen(): Promise<void> {
    if (this.#isClosed || this.#pglite?.closed) throw unavailable('is closed')
    if (this.#pglite !== undefined) return
    if (this.#reopen === undefined || performance.now() - this.#failedAt < PAUSE) throw unavailable(this.#failure)
    try {
      this.#pglite = await this.#reopen()
    } catch (error) {
      throw this.#giveUp(error)
    }
  }

  /**
   * Sends bytes of the protocol and reads what is answered.
   *
   * @throws OpsgraphError `unavailable` when the database has failed, or the disk is full; DatabaseError with the SQLSTATE
   *   as `code`, when it refuses
   */
  async exchange(bytes: Uint8Array): Promise<WireAnswer> {
    if (this.#pglite === undefined) throw unavailable(this.#failure)
    try {
      return decodeAnswer(await this.#pglite.execProtocolRaw(bytes))
    } catch (error) {
      if (!(error instanceof DatabaseError) || LAST_WORDS.has(error.severity)) throw this.#giveUp(error)
      throw isUnreachable(error) ? unavailable(`refuses: ${error.message}`, error) : error
    }
  }

  /** Undoes what an open transaction has written; one that cannot be undone is left behind with its database. */
  async rollBack(): Promise<void> {
    if (this.#pglite === undefined) return
    await this.exchange(encodeScript('rollback')).catch((error) => this.#giveUp(error))
  }

  /** Of a database that has failed there is nothing to close. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#pglite?.closed === false) await this.#pglite.close()
  }

  #giveUp(error: unknown): OpsgraphError {
    this.#pglite = undefined
    this.#failedAt = performance.now()
    this.#failure = `has failed: ${error instanceof Error ? error.message : error}`
    return unavailable(this.#failure, error)
  }
}

function unavailable(reason: string, cause?: unknown): OpsgraphError {
  return new OpsgraphError('unavailable', `the embedded database ${reason}`, [], { cause })
}
