import { OpsgraphError } from '@opsgraph/core'
import { type ClientBase, Pool, type PoolClient } from 'pg'
import { columnParser } from './column-parser.js'
import {
  BEGIN,
  type Database,
  type Outcome,
  type Session,
  type Statement,
  type TransactionMode,
  type TransactionSession,
} from './database.js'
import { isUnreachable, sqlstateOf } from './sqlstate.js'

export interface PgOptions {
  /** `postgres://user:password@host:port/database` */
  readonly connectionString: string
  /** Connections held open at most; 10 unless given. */
  readonly maxConnections?: number
  /** How long to wait for a free connection, in milliseconds; 15,000 unless given. */
  readonly connectTimeout?: number
  /** How long one statement may take, in milliseconds; 60,000 unless given, 0 = any time. */
  readonly statementTimeout?: number
}

/** A PostgreSQL server, reached through a pool of connections that outlives restarts of the server. */
export class PgDatabase implements Database {
  readonly #pool: Pool

  constructor({
    connectionString,
    maxConnections = 10,
    connectTimeout = 15_000,
    statementTimeout = 60_000,
  }: PgOptions) {
    this.#pool = new Pool({
      connectionString,
      max: maxConnections,
      connectionTimeoutMillis: connectTimeout,
      application_name: 'opsgraph',
      keepAlive: true,
      // A statement goes out without waiting for the answers of those before it.
      pipeline: true,
      onConnect: (client) => prepareSession(client, statementTimeout),
    })
    // A connection that breaks while nobody uses it is dropped by the pool; the next call opens another one.
    this.#pool.on('error', () => undefined)
  }

  query<Row extends readonly unknown[]>(statement: Statement): Promise<Outcome<Row>> {
    return translating(() => send<Row>(this.#pool, statement))
  }

  async transaction<T>(mode: TransactionMode, work: (session: TransactionSession) => Promise<T>): Promise<T> {
    const client = await translating(() => this.#pool.connect())
    // Without a listener, a connection that breaks between two statements would end the process.
    client.on('error', ignore)
    try {
      const begun = translating(() => client.query(BEGIN[mode]))
      begun.catch(ignore)
      // What is read may be asked for right away. What is written may not: were the transaction refused, it would stay.
      if (mode === 'write') await begun
      const answer = await work(new PgSession(client))
      await begun
      const ended = translating(() => client.query('commit'))
      if (mode === 'snapshot') {
        // Nothing was written, so that nobody waits for the end.
        ended.then(() => giveBack(client)).catch(() => giveBack(client, false))
        return answer
      }
      const { command } = await ended
      if (command !== 'COMMIT') throw new Error('a statement of the transaction failed, so that nothing was kept')
      giveBack(client)
      return answer
    } catch (error) {
      giveBack(client, await rolledBack(client))
      throw error
    }
  }

  close(): Promise<void> {
    return this.#pool.ended ? Promise.resolve() : this.#pool.end()
  }
}

class PgSession implements TransactionSession {
  readonly #client: ClientBase

  constructor(client: ClientBase) {
    this.#client = client
  }

  query<Row extends readonly unknown[]>(statement: Statement): Promise<Outcome<Row>> {
    return translating(() => send<Row>(this.#client, statement))
  }

  async atomic<T>(work: (session: Session) => Promise<T>): Promise<T> {
    await this.query({ text: 'savepoint opsgraph' })
    try {
      const answer = await work(this)
      await this.query({ text: 'release savepoint opsgraph' })
      return answer
    } catch (error) {
      await this.query({ text: 'rollback to savepoint opsgraph' })
      throw error
    }
  }

  async script(text: string): Promise<void> {
    await translating(() => this.#client.query(text))
  }
}

/**
 * Settings go as statements, since poolers between here and the server refuse them as startup parameters. Nearly all
 * that is asked for is found through an index: a planner that takes that for four times as dear as reading on, as on
 * turning disks, builds a bitmap for every few rows.
 */
async function prepareSession(client: ClientBase, statementTimeout: number): Promise<void> {
  const timeout = Math.max(0, Math.trunc(statementTimeout))
  await client.query(
    `set timezone = 'UTC'; set datestyle = 'ISO'; set jit = off; set random_page_cost = 1.1;
     set statement_timeout = ${timeout};
     set idle_in_transaction_session_timeout = ${timeout}`,
  )
  // A deadlock is found after a second unless the server lets this user ask for less.
  await client.query(`set deadlock_timeout = '100ms'`).catch(() => undefined)
}

async function send<Row extends readonly unknown[]>(
  target: Pool | ClientBase,
  { text, values, name }: Statement,
): Promise<Outcome<Row>> {
  const { rows, rowCount } = await target.query<Row[]>({
    text,
    rowMode: 'array',
    types: COLUMN_TYPES,
    ...(values && { values: [...values] }),
    ...(name && { name }),
  })
  return { rows: rows as unknown as Row[], count: rowCount ?? rows.length }
}

const COLUMN_TYPES = { getTypeParser: columnParser }

function ignore(): void {}

function giveBack(client: PoolClient, isIntact = true): void {
  client.off('error', ignore)
  client.release(!isIntact)
}

async function rolledBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}

async function translating<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    throw translated(error)
  }
}

/** What is not an answer of the server comes from the way there: refused, broken off, timed out, no pool anymore. */
function translated(error: unknown): unknown {
  const state = sqlstateOf(error)
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof OpsgraphError) return error
  if (state !== undefined && !isUnreachable(state)) return error
  const reason = error instanceof AggregateError ? error.errors.map(String).join('; ') : error.message
  return new OpsgraphError('unavailable', `the database does not answer: ${reason}`, [], { cause: error })
}
