import type { PGlite } from '@electric-sql/pglite'
import { OpsgraphError } from '@opsgraph/core'
import { COLUMN_PARSERS } from './column-parser.js'
import type { Database, Outcome, Session, Statement, TransactionMode, TransactionSession } from './database.js'

/** What runs statements: the database, or a transaction in it. */
type Runner = Pick<PGlite, 'query' | 'exec'>

/**
 * PostgreSQL inside this process. It has one connection: while a transaction is open, calls from outside of it wait
 * until it ends.
 */
export class PgliteDatabase implements Database {
  readonly #pglite: PGlite
  readonly #release: () => Promise<void>

  /** @param release - frees what was held for the database, once it is closed */
  constructor(pglite: PGlite, release: () => Promise<void> = async () => {}) {
    this.#pglite = pglite
    this.#release = release
  }

  query<Row extends readonly unknown[]>(statement: Statement): Promise<Outcome<Row>> {
    return this.#whileOpen(() => send<Row>(this.#pglite, statement))
  }

  transaction<T>(mode: TransactionMode, work: (session: TransactionSession) => Promise<T>): Promise<T> {
    return this.#whileOpen(() =>
      this.#pglite.transaction(async (transaction) => {
        if (mode === 'snapshot') await transaction.exec('set transaction isolation level repeatable read, read only')
        const session = new PgliteSession(transaction)
        const answer = await work(session)
        session.requireIntact()
        return answer
      }),
    )
  }

  async close(): Promise<void> {
    if (!this.#pglite.closed) await this.#pglite.close()
    await this.#release()
  }

  async #whileOpen<T>(send: () => Promise<T>): Promise<T> {
    if (this.#pglite.closed) throw new OpsgraphError('unavailable', 'the embedded database is closed')
    return send()
  }
}

class PgliteSession implements TransactionSession {
  readonly #runner: Runner
  #hasFailed = false

  constructor(runner: Runner) {
    this.#runner = runner
  }

  async query<Row extends readonly unknown[]>(statement: Statement): Promise<Outcome<Row>> {
    try {
      return await send<Row>(this.#runner, statement)
    } catch (error) {
      this.#hasFailed = true
      throw error
    }
  }

  async atomic<T>(work: (session: Session) => Promise<T>): Promise<T> {
    await this.#runner.exec('savepoint opsgraph')
    try {
      const answer = await work(this)
      await this.#runner.exec('release savepoint opsgraph')
      return answer
    } catch (error) {
      await this.#runner.exec('rollback to savepoint opsgraph')
      this.#hasFailed = false
      throw error
    }
  }

  async script(text: string): Promise<void> {
    await this.#runner.exec(text)
  }

  /** PGlite would commit a transaction that failed half-way, which keeps nothing, and say nothing of it. */
  requireIntact(): void {
    if (this.#hasFailed) throw new Error('a statement of the transaction failed, so that nothing was kept')
  }
}

async function send<Row extends readonly unknown[]>(
  runner: Runner,
  { text, values = [] }: Statement,
): Promise<Outcome<Row>> {
  const { rows, affectedRows } = await runner.query<Row>(text, [...values], {
    rowMode: 'array',
    parsers: COLUMN_PARSERS,
  })
  return { rows, count: rows.length > 0 ? rows.length : (affectedRows ?? 0) }
}
