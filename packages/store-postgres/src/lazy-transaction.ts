import type { Database, Outcome, Session, Statement } from './database.js'

/**
 * A transaction that takes a connection only when its work sends the first statement. Before its first statement, the
 * work may wait for a lock of this process; it occupies no connection while it waits.
 */
export class LazyTransaction implements Session {
  readonly #database: Database
  #ended: Promise<void> = Promise.resolve()
  #begun: Promise<Session> | undefined
  readonly #work: Promise<unknown>

  private constructor(database: Database, work: (session: LazyTransaction) => Promise<unknown>) {
    this.#database = database
    this.#work = Promise.resolve().then(() => work(this))
    this.#work.catch(ignore)
  }

  /** Runs `work` and commits its writes; rolls back if it throws. */
  static async run<T>(database: Database, work: (session: LazyTransaction) => Promise<T>): Promise<T> {
    const transaction = new LazyTransaction(database, work)
    await transaction.#work.catch(ignore)
    await transaction.#ended
    return (await transaction.#work) as T
  }

  get hasBegun(): boolean {
    return this.#begun !== undefined
  }

  async query<Row extends readonly unknown[]>(statement: Statement): Promise<Outcome<Row>> {
    return (await this.#session()).query<Row>(statement)
  }

  async atomic<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return (await this.#session()).atomic(work)
  }

  #session(): Promise<Session> {
    this.#begun ??= new Promise((resolve, reject) => {
      this.#ended = this.#database.transaction('write', async (session) => {
        resolve(session)
        await this.#work
      })
      // Rejects the callers of `query` if the transaction could not be opened. `run` reports the failure in any case.
      this.#ended.catch(reject)
    })
    return this.#begun
  }
}

function ignore(): void {}
