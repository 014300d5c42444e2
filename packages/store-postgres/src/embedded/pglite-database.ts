import { mapWithPauses } from '../sql/batches.js'
import {
  beginSql,
  type Database,
  inSavepoint,
  type Statement,
  type StatementResult,
  type TransactionMode,
  type TransactionSession,
} from '../sql/database.js'
import { findColumnParser } from '../sql/values.js'
import { encodeStatement } from './pg-protocol.js'
import { PgliteInstance } from './pglite-instance.js'
import type { EmbeddedInstance } from './pglite-thread.js'

/** How to reopen and release an embedded database. */
export interface PgliteOptions {
  /** Opens the database again with its committed data. Without it, the database stays closed after a failure. */
  readonly reopen?: () => Promise<EmbeddedInstance>
  /** Releases the resources of the database after it is closed. */
  readonly release?: () => Promise<void>
}

/**
 * An embedded PostgreSQL. It has one connection: while a transaction is open, other calls wait until it ends. Uses the
 * wire protocol directly, because the API of PGlite drops a U+FEFF at the start of a text.
 *
 * After some failures, such as a full disk for the PostgreSQL log, a PostgreSQL server would restart. After such a
 * failure, this class abandons the instance, and opens a new one, which recovers the committed data.
 */
export class PgliteDatabase implements Database {
  readonly #instance: PgliteInstance
  readonly #release: () => Promise<void>
  /** Resolves when the last call in the queue for the connection has ended. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(pglite: EmbeddedInstance, { reopen, release = async () => undefined }: PgliteOptions = {}) {
    this.#instance = new PgliteInstance(pglite, reopen)
    this.#release = release
  }

  query<Row extends readonly unknown[]>(statement: Statement): Promise<StatementResult<Row>> {
    return this.#inTurn(() => sendStatement<Row>(this.#instance, statement))
  }

  transaction<T>(mode: TransactionMode, work: (session: TransactionSession) => Promise<T>, first?: string): Promise<T> {
    return this.#inTurn(async () => {
      await this.#instance.script(beginSql(mode, first))
      try {
        const answer = await work(sessionOn(this.#instance))
        const tag = await this.#instance.script('commit')
        if (tag !== 'COMMIT') throw new Error('a statement of the transaction failed, so that nothing was kept')
        return answer
      } catch (error) {
        await this.#instance.rollBack()
        throw error
      }
    })
  }

  /**
   * Checks only reads. If PostgreSQL cannot write its log because the disk is full, the instance ends, and then reads
   * fail too.
   */
  async ping(): Promise<void> {
    await this.query({ text: 'select 1' })
  }

  async close(): Promise<void> {
    const closed = this.#turn.then(() => this.#instance.close())
    this.#turn = closed.catch(() => undefined)
    await closed
    await this.#release()
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(async () => {
      await this.#instance.requireOpen()
      return await work()
    })
    this.#turn = done.catch(() => undefined)
    return done
  }
}

function sessionOn(instance: PgliteInstance): TransactionSession {
  const session: TransactionSession = {
    query: <Row extends readonly unknown[]>(statement: Statement) => sendStatement<Row>(instance, statement),
    atomic: (work) => inSavepoint(session, work),
    script: (text) => instance.script(text),
  }
  return session
}

async function sendStatement<Row extends readonly unknown[]>(
  instance: PgliteInstance,
  { text, values = [] }: Statement,
): Promise<StatementResult<Row>> {
  const { rows, types, tag } = await instance.exchange(encodeStatement(text, values))
  const parsers = types.map(findColumnParser)
  const parsed = await mapWithPauses(rows, (row) =>
    row.map((column, index) => (column === null ? null : parsers[index]?.(column))),
  )
  return { rows: parsed as unknown as Row[], count: Number(tag.split(' ').at(-1)) }
}

/** Milliseconds between two runs of the upkeep: the default of a server (`autovacuum_naptime`). */
const UPKEEP_PAUSE_MILLISECONDS = 60_000

/**
 * Replaces autovacuum, which the embedded database does not have. Regularly vacuums and analyzes the tables that have
 * changed, so that they do not grow without limit and the planner knows their size.
 *
 * @returns a function that stops the runs
 */
export function startUpkeep(database: Database): () => void {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const wait = () => {
    if (isOver) return
    // If a run fails, the next run a minute later repeats its work.
    timer = setTimeout(() => vacuumTables(database).catch(ignoreError).finally(wait), UPKEEP_PAUSE_MILLISECONDS).unref()
  }
  wait()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** Selects the tables that autovacuum of a server would process, by its default thresholds. */
const SELECT_NEEDING_VACUUM_SQL = `select format('%I', relname) from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
  order by relname`

/** Vacuums and analyzes one table after another, so that other calls can run in between. */
export async function vacuumTables(database: Database): Promise<void> {
  const { rows } = await database.query<readonly [string]>({ text: SELECT_NEEDING_VACUUM_SQL })
  for (const [table] of rows) await database.query({ text: `vacuum analyze ${table}` })
}

function ignoreError(): void {}
