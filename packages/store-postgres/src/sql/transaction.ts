import { setTimeout as delay } from 'node:timers/promises'
import { OpsgraphError } from '@opsgraph/core/store'
import type { Database, Session, Statement, StatementResult } from './database.js'
import { isTransactionCollision, sqlstateOf, UNIQUE_VIOLATION } from './sqlstate.js'

/**
 * A transaction that takes a connection only when its work sends the first statement. So the work occupies no
 * connection if it first waits for a lock of this process.
 */
export class LazyTransaction implements Session {
  readonly #database: Database
  #ended: Promise<void> = Promise.resolve()
  #begun: Promise<Session> | undefined
  /** The numbers of the advisory locks that this transaction shares. */
  readonly #shared = new Map<number, Promise<unknown>>()
  readonly #work: Promise<unknown>

  private constructor(database: Database, work: (session: LazyTransaction) => Promise<unknown>) {
    this.#database = database
    this.#work = Promise.resolve().then(() => work(this))
    this.#work.catch(ignoreError)
  }

  /** Runs `work` and commits its writes; rolls back if it throws. */
  static async run<T>(database: Database, work: (session: LazyTransaction) => Promise<T>): Promise<T> {
    const transaction = new LazyTransaction(database, work)
    await transaction.#work.catch(ignoreError)
    await transaction.#ended
    return (await transaction.#work) as T
  }

  get hasBegun(): boolean {
    return this.#begun !== undefined
  }

  async query<Row extends readonly unknown[]>(statement: Statement): Promise<StatementResult<Row>> {
    return (await this.#session()).query<Row>(statement)
  }

  async atomic<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return (await this.#session()).atomic(work)
  }

  /**
   * Takes an advisory lock in shared mode. If the transaction already has the lock, nothing is sent. If this is the
   * first statement of the transaction, it is sent with `begin`, to save a round trip. Do not call this within a
   * savepoint: rolling back to it would release the lock.
   */
  async share(lockNumber: number): Promise<void> {
    const text = `select pg_advisory_xact_lock_shared(${lockNumber})`
    const taken =
      this.#shared.get(lockNumber) ??
      (this.hasBegun ? this.query({ text, name: `share-${lockNumber}`, keepsPlan: true }) : this.#session(text))
    this.#shared.set(lockNumber, taken)
    await taken
  }

  /** @param first a statement to send with `begin` */
  #session(first?: string): Promise<Session> {
    this.#begun ??= new Promise((resolve, reject) => {
      const work = async (session: Session) => {
        resolve(session)
        await this.#work
      }
      this.#ended = this.#database.transaction('write', work, first)
      // Rejects the callers of `query` if the transaction could not be opened. `run` reports the failure in any case.
      this.#ended.catch(reject)
    })
    return this.#begun
  }
}

function ignoreError(): void {}

const MAX_ATTEMPTS = 10
const MAX_PAUSE_MILLISECONDS = 200

/**
 * Retries `work` if it collides with concurrent work: after a deadlock, or if another transaction has added the same
 * key first. Uses exponential backoff with jitter, so that colliding transactions do not retry at the same time.
 *
 * @throws OpsgraphError `conflict` if the work collides every time
 */
export async function runWithRetries<T>(work: (isRepeated: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt > 1)
    } catch (error) {
      if (!isTransactionCollision(error)) throw error
      if (attempt === MAX_ATTEMPTS) throw toConflict(error)
      await delay(Math.random() * Math.min(MAX_PAUSE_MILLISECONDS, 5 * 2 ** attempt))
    }
  }
}

function toConflict(error: unknown): OpsgraphError {
  const reason = sqlstateOf(error) === UNIQUE_VIOLATION ? 'there is such an entry already' : 'others write the same'
  return new OpsgraphError('conflict', reason, [], { cause: error })
}
