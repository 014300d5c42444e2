import { Client, type ClientBase, type ClientConfig, Pool } from 'pg'
import type { PoolCounts } from './database.js'
import { PLANNING } from './planning.js'

export interface PgOptions {
  /** `postgres://user:password@host:port/database` */
  readonly connectionString: string
  /** Connections held open at most; 10 unless given. */
  readonly maxConnections?: number
  /** How long to wait for a free connection, in milliseconds; 15,000 unless given. */
  readonly connectTimeout?: number
  /** How long one statement may take, in milliseconds; 60,000 unless given, 0 = any time. */
  readonly statementTimeout?: number
  /**
   * How long to wait for the answer to a statement, in milliseconds: a server that hangs, or that the network has lost,
   * ends no statement by itself. 5,000 more than a statement may take unless given, 0 = any time.
   */
  readonly answerTimeout?: number
}

/** Milliseconds for the way to the server and back, on top of what a statement may take. */
const WAY = 5_000
/** Milliseconds that those who still use a connection have to give it back when the database is closed. */
const CLOSING_GRACE = 3_000

/** Connections to a PostgreSQL server, in a pool that outlives restarts of the server. */
export class PgConnections {
  readonly pool: Pool
  readonly maxConnections: number
  readonly connectTimeout: number
  /** Those that are being opened among them. */
  readonly #open = new Set<Client>()
  /** Of those that have no answer from the pool yet. */
  readonly #refusals = new Set<(reason: Error) => void>()

  constructor({
    connectionString,
    maxConnections = 10,
    connectTimeout = 15_000,
    statementTimeout = 60_000,
    answerTimeout = statementTimeout && statementTimeout + WAY,
  }: PgOptions) {
    this.maxConnections = maxConnections
    this.connectTimeout = connectTimeout
    this.pool = new Pool({
      connectionString,
      max: maxConnections,
      connectionTimeoutMillis: connectTimeout,
      application_name: 'opsgraph',
      keepAlive: true,
      // A statement goes out without waiting for the answers of those before it.
      pipeline: true,
      query_timeout: answerTimeout,
      onConnect: (client) => prepareSession(client, statementTimeout),
      Client: noting(this.#open),
    })
    // A connection that breaks while nobody uses it is dropped by the pool; the next call opens another one.
    this.pool.on('error', () => undefined)
  }

  counts(): PoolCounts {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.pool
    return { max: this.maxConnections, open, idle, waiting }
  }

  /** What the pool answers; it forgets those who wait for a connection when it ends, so they are told here. */
  asked<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#refusals.add(reject)
      answer.then(resolve, reject).finally(() => this.#refusals.delete(reject))
    })
  }

  /** Breaks off, after a while, what waits for a server that does not answer any more. */
  async close(): Promise<void> {
    if (this.pool.ended || this.pool.ending) return
    // Goes on when the pool has ended: it does not wait for the last words of a connection that was idle.
    setTimeout(() => {
      for (const client of this.#open) breakOff(client)
    }, CLOSING_GRACE).unref()
    await this.pool.end()
    for (const refuse of this.#refusals) refuse(new Error('it was closed'))
  }
}

/** Settings go as statements, since poolers between here and the server refuse them as startup parameters. */
async function prepareSession(client: ClientBase, statementTimeout: number): Promise<void> {
  const timeout = Math.max(0, Math.trunc(statementTimeout))
  await client.query(
    `set timezone = 'UTC'; set datestyle = 'ISO'; ${PLANNING};
     set statement_timeout = ${timeout};
     set idle_in_transaction_session_timeout = ${timeout}`,
  )
  // A deadlock is found after a second unless the server lets this user ask for less.
  await client.query(`set deadlock_timeout = '100ms'`).catch(() => undefined)
}

/** Clients that outlive their connection, and stand in a set from their first step until it is closed. */
function noting(open: Set<Client>): typeof Client {
  return class extends Client {
    constructor(config?: string | ClientConfig) {
      super(config)
      open.add(this)
      // It may break at any moment, also just as it is handed out: without a listener that would end the process.
      this.on('error', () => undefined)
      this.once('end', () => open.delete(this))
    }
  }
}

/** What is in flight fails at once. `end` of the client would wait for the answers to what was sent. */
function breakOff({ connection }: Client): void {
  connection.stream.destroy()
}
