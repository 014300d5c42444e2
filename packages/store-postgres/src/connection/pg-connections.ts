import { setTimeout as delay } from 'node:timers/promises'
import { type Client, type ClientConfig, Pool, type PoolClient } from 'pg'
import type { PoolCounts } from '../sql/database.js'
import { readServers, requireTarget } from './database-servers.js'
import { ServerFinder } from './server-finder.js'
import { askServer, destroyConnection, endSessions, prepareSession, type ServerSession } from './server-session.js'
import { SilenceWatch, WatchedClient } from './silence-watch.js'

export interface PgOptions {
  /**
   * The connection string: `postgres://user:password@host:port/database`. It may name several hosts as
   * `host1:port,host2:port`. The parameter `target_session_attrs` of libpq may be `any`, `read-write` or `primary`.
   */
  readonly connectionString: string
  /** The maximum number of open connections; by default 10. */
  readonly maxConnections?: number | undefined
  /** How long to wait for a free connection, in milliseconds; by default 15,000. */
  readonly connectTimeout?: number | undefined
  /** How long one statement may take, in milliseconds; by default 60,000; 0 = unlimited. */
  readonly statementTimeout?: number | undefined
  /**
   * The longest wait for the answer to a statement, in milliseconds; by default 5,000 more than `statementTimeout`; 0 =
   * unlimited. It takes effect only if nothing else detects that the answer is lost.
   */
  readonly answerTimeout?: number | undefined
  /**
   * How long a server may send nothing while an answer is pending, in milliseconds; by default 10,000; 0 = unlimited.
   * After that time, the server counts as hanging if it does not answer on a new connection either. A statement that
   * the server is executing is not interrupted.
   */
  readonly hangTimeout?: number | undefined
}

/**
 * The time for the network round trip in milliseconds. `answerTimeout` is by default this much longer than
 * `statementTimeout`.
 */
const ROUND_TRIP_MILLISECONDS = 5_000
/** The time that running work has to finish when the database is closed, in milliseconds. */
const CLOSING_GRACE_MILLISECONDS = 3_000
const HANG_TIMEOUT_MILLISECONDS = 10_000
/** Milliseconds between two attempts to find a server. */
const PAUSE_MILLISECONDS = 1_000
/** If several servers are tried, each has this fraction of `hangTimeout` to answer. */
const SHARE_OF_TIMEOUT = 0.4

/** A pool of connections to a PostgreSQL server. The pool survives restarts of the server. */
export class PgConnections {
  readonly maxConnections: number
  readonly connectTimeout: number
  readonly #servers: ServerFinder
  readonly #newPool: () => Pool
  readonly #watch: SilenceWatch | undefined
  #pool: Pool
  /** All clients, including those that are still connecting. */
  readonly #open = new Set<WatchedClient>()
  /** Functions that reject the callers that still wait for a connection. */
  readonly #refusals = new Set<(reason: Error) => void>()
  /** Why no server is used at the moment; `undefined` = no outage. */
  #outage: Error | undefined
  #isClosed = false

  /** @throws OpsgraphError `invalid` for an invalid connection string */
  constructor({
    connectionString,
    maxConnections = 10,
    connectTimeout = 15_000,
    statementTimeout = 60_000,
    answerTimeout = statementTimeout && statementTimeout + ROUND_TRIP_MILLISECONDS,
    hangTimeout = HANG_TIMEOUT_MILLISECONDS,
  }: PgOptions) {
    const servers = readServers(connectionString)
    this.maxConnections = maxConnections
    this.connectTimeout = connectTimeout
    this.#servers = new ServerFinder(servers, SHARE_OF_TIMEOUT * (hangTimeout || HANG_TIMEOUT_MILLISECONDS))
    this.#newPool = () => {
      const pool = new Pool({
        max: maxConnections,
        connectionTimeoutMillis: connectTimeout,
        application_name: 'opsgraph',
        keepAlive: true,
        // Each statement is sent without waiting for the answers to earlier statements.
        pipeline: true,
        query_timeout: answerTimeout,
        onConnect: async (client) => {
          const state = await prepareSession(client, statementTimeout)
          requireTarget(servers.target, state)
          ;(client as WatchedClient).session = state.session
        },
        Client: this.#watchedClient(),
      })
      // The pool drops an idle connection that breaks; the next call opens another connection.
      return pool.on('error', () => undefined)
    }
    this.#pool = this.#newPool()
    const onHang = (url: string) => this.#giveUp(url, hangTimeout)
    if (hangTimeout > 0) this.#watch = new SilenceWatch({ clients: this.#open, hangTimeout, onHang })
  }

  get pool(): Pool {
    return this.#pool
  }

  counts(): PoolCounts {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool
    return { max: this.maxConnections, open, idle, waiting }
  }

  /** Takes a connection for exclusive use. The caller releases it. */
  async connect(): Promise<PoolClient> {
    if (this.#outage !== undefined) throw this.#outage
    await this.#servers.ready()
    return await new Promise((resolve, reject) => {
      let isRefused = false
      // A pool that is being closed never answers callers that wait for a connection. So `refuse` rejects them.
      const refuse = (reason: Error) => {
        isRefused = true
        reject(reason)
      }
      this.#refusals.add(refuse)
      const answer = this.#pool.connect().finally(() => this.#refusals.delete(refuse))
      answer.then((client) => (isRefused ? client.release() : resolve(client)), reject)
    })
  }

  /** Closes the pool. After a grace period, aborts the work that still waits for answers of the server. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#watch?.stop()
    // The timer runs on after `end` has resolved, because the pool does not wait until idle connections are closed. The
    // timer aborts the connections that are still open.
    setTimeout(() => this.#breakOffAll(), CLOSING_GRACE_MILLISECONDS).unref()
    await this.#pool.end()
    this.#refuseAll(new Error('it was closed'))
  }

  /**
   * Creates a client class that registers itself in `#open` until its connection is closed, and handles a lost
   * connection.
   */
  #watchedClient(): typeof Client {
    const servers = this.#servers
    const open = this.#open
    return class extends WatchedClient {
      constructor(config: ClientConfig) {
        super(servers.current, config)
        open.add(this)
        // A connection may break at any moment. Without a listener, the error event would end the process.
        this.on('error', () => servers.lost(this.url))
        this.once('end', () => {
          open.delete(this)
          if (this.session === undefined) servers.lost(this.url)
        })
      }
    } as unknown as typeof Client
  }

  /** Abandons a server that hangs: rejects all waiting callers, and searches for another server. */
  #giveUp(url: string, hangTimeout: number): void {
    if (this.#isClosed) return
    if (url !== this.#servers.current) {
      for (const client of this.#open) if (client.url === url) destroyConnection(client)
      return
    }
    this.#servers.lost(url, { hangs: true })
    this.#outage = new Error(`it has sent nothing for ${hangTimeout / 1_000} s, on a new connection either`)
    const abandoned = [...this.#open].flatMap(({ session }) => session ?? [])
    const pool = this.#pool
    this.#pool = this.#newPool()
    this.#refuseAll(this.#outage)
    this.#breakOffAll()
    void pool.end()
    void this.#recover(abandoned)
  }

  async #recover(abandoned: readonly ServerSession[]): Promise<void> {
    while (this.#outage !== undefined && !this.#isClosed) {
      try {
        await this.#servers.find()
        await this.#endSessions(abandoned)
        this.#outage = undefined
      } catch (error) {
        this.#outage = error instanceof Error ? error : new Error(String(error))
        await delay(PAUSE_MILLISECONDS, undefined, { ref: false })
      }
    }
  }

  /**
   * Ends the abandoned sessions on the server. If the network was down when the connections were closed, the server
   * does not know that they are closed, and their sessions may still have locks.
   */
  async #endSessions(abandoned: readonly ServerSession[]): Promise<void> {
    const end = (server: Client) => endSessions(server, abandoned)
    await askServer(this.#servers.current, AbortSignal.timeout(PAUSE_MILLISECONDS), end).catch(() => undefined)
  }

  #refuseAll(reason: Error): void {
    for (const refuse of this.#refusals) refuse(reason)
    this.#refusals.clear()
  }

  #breakOffAll(): void {
    for (const client of this.#open) destroyConnection(client)
  }
}
