import { OpsgraphError, Semaphore } from '@opsgraph/core/store'
import type { ClientBase, PoolClient, QueryConfig } from 'pg'
import {
  beginSql,
  type Database,
  inSavepoint,
  type PoolCounts,
  type Statement,
  type StatementResult,
  type TransactionMode,
  type TransactionSession,
} from '../sql/database.js'
import {
  connectionFault,
  isReadOnly,
  isStaleSession,
  isUnreachable,
  reasonOfError,
  sqlstateOf,
} from '../sql/sqlstate.js'
import { findColumnParser } from '../sql/values.js'
import { PgConnections, type PgOptions } from './pg-connections.js'
import { WriteCheck } from './write-check.js'

/**
 * The number of connections that only reads can use. Otherwise writing transactions that wait for the same lock could
 * occupy every connection.
 */
const READER_CONNECTIONS = 2

/** A PostgreSQL server, used with a connection pool. The pool survives restarts of the server. */
export class PgDatabase implements Database {
  readonly #connections: PgConnections
  readonly #writers: Semaphore
  readonly #writeCheck = new WriteCheck((text) => this.#alone((client) => client.query(text)))

  constructor(options: PgOptions) {
    this.#connections = new PgConnections(options)
    const { maxConnections, connectTimeout } = this.#connections
    const inside = Math.max(1, maxConnections - READER_CONNECTIONS)
    this.#writers = new Semaphore(inside, { maxWait: connectTimeout })
  }

  /**
   * Reads the state of the pool. `waiting` includes writing transactions that wait at the semaphore and have not
   * requested a connection yet.
   */
  readonly poolCounts = (): PoolCounts => {
    const counts = this.#connections.counts()
    return { ...counts, waiting: counts.waiting + this.#writers.waiting }
  }

  query<Row extends readonly unknown[]>(statement: Statement): Promise<StatementResult<Row>> {
    return this.#alone((client) => sendStatement<Row>(client, statement))
  }

  async transaction<T>(
    mode: TransactionMode,
    work: (session: TransactionSession) => Promise<T>,
    first?: string,
  ): Promise<T> {
    const begin = beginSql(mode, first)
    if (mode === 'snapshot') return await this.#transact(mode, begin, work)
    return await this.#writers.pass(() => this.#transact(mode, begin, work))
  }

  /**
   * Checks reads and writes. The check of writes bypasses the semaphore of writers, because all writers may be waiting
   * for one lock.
   */
  async ping(): Promise<void> {
    await this.query({ text: 'select 1' })
    await this.#writeCheck.run()
  }

  /** Runs one statement, or a text of several statements, on a connection that is used exclusively. */
  #alone<T>(run: (client: ClientBase) => Promise<T>): Promise<T> {
    return withTranslatedErrors(async () => {
      const client = await this.#connections.connect()
      try {
        const answer = await run(client)
        client.release()
        return answer
      } catch (error) {
        this.#writeCheck.noteFailure(error)
        client.release(true)
        throw error
      }
    })
  }

  async #transact<T>(
    mode: TransactionMode,
    begin: string,
    work: (session: TransactionSession) => Promise<T>,
  ): Promise<T> {
    const client = await withTranslatedErrors(() => this.#connections.connect())
    try {
      const begun = withTranslatedErrors(() => client.query(begin))
      begun.catch(() => undefined)
      // Reads are sent without waiting for the answer to `begin`. Writes must wait: if `begin` failed, each write would
      // be committed by itself.
      if (mode === 'write') await begun
      const answer = await work(createSession(client, mode))
      await begun
      const ended = withTranslatedErrors(() => client.query('commit'))
      if (mode === 'snapshot') {
        // Does not wait for the commit, because a snapshot has written nothing.
        ended.then(
          () => client.release(),
          () => client.release(true),
        )
        return answer
      }
      const { command } = await ended
      if (command !== 'COMMIT') throw new Error('a statement of the transaction failed, so that nothing was kept')
      client.release()
      return answer
    } catch (error) {
      if (error instanceof OpsgraphError) this.#writeCheck.noteFailure(error.cause)
      const isUsable = !(error instanceof OpsgraphError && isStaleSession(error.cause)) && (await tryRollback(client))
      client.release(!isUsable)
      throw error
    }
  }

  close(): Promise<void> {
    return this.#connections.close()
  }
}

function createSession(client: ClientBase, mode: TransactionMode): TransactionSession {
  const session: TransactionSession = {
    query: <Row extends readonly unknown[]>(statement: Statement) =>
      withTranslatedErrors(() => sendStatement<Row>(client, statement), mode),
    atomic: (work) => inSavepoint(session, work),
    script: (text) =>
      withTranslatedErrors(() => client.query({ text, query_timeout: UNLIMITED_TIMEOUT_MILLISECONDS } as QueryConfig)),
  }
  return session
}

async function sendStatement<Row extends readonly unknown[]>(
  target: ClientBase,
  { text, values, name, keepsPlan }: Statement,
): Promise<StatementResult<Row>> {
  const { rows, rowCount } = await target.query<Row[]>({
    text,
    rowMode: 'array',
    types: COLUMN_TYPES,
    ...(values && { values: [...values] }),
    ...(keepsPlan && { name }),
  })
  return { rows: rows as unknown as Row[], count: rowCount ?? rows.length }
}

const COLUMN_TYPES = { getTypeParser: findColumnParser }

/**
 * A timeout that is practically unlimited, in milliseconds: the longest delay of a Node timer. The driver would replace
 * 0 by its default timeout.
 */
const UNLIMITED_TIMEOUT_MILLISECONDS = 2 ** 31 - 1

async function withTranslatedErrors<T>(send: () => Promise<T>, mode?: TransactionMode): Promise<T> {
  try {
    return await send()
  } catch (error) {
    throw translateError(error, mode)
  }
}

function tryRollback(client: PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => true,
    () => false,
  )
}

/**
 * Translates an error which means that the database is unavailable: the connection was refused, was lost or timed out,
 * or the pool is closed. Returns any other error unchanged.
 */
function translateError(error: unknown, mode: TransactionMode | undefined): unknown {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof OpsgraphError) return error
  // In a snapshot, a refused write is a bug of opsgraph. Outside of a snapshot, a refused write means that the server
  // has become a standby.
  const isStandby = isReadOnly(error) && mode !== 'snapshot'
  if (sqlstateOf(error) !== undefined && !isUnreachable(error) && !isStandby) return error
  const message = `the database ${connectionFault(error)}: ${reasonOfError(error)}`
  return new OpsgraphError('unavailable', message, [], { cause: error })
}
