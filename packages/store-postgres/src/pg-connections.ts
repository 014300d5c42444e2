import { setTimeout as delay } from 'node:timers/promises'
import { type Client, type ClientConfig, Pool, type PoolClient } from 'pg'
import { askServer, breakOff } from './ask-server.js'
import type { PoolCounts } from './database.js'
import { readServers, requireTarget } from './database-servers.js'
import { ServerFinder } from './server-finder.js'
import { endSessions, prepareSession, type ServerSession } from './server-session.js'
import { SilenceWatch } from './silence-watch.js'
import { WatchedClient } from './watched-client.js'

export interface PgOptions {
  /**
   * `postgres://user:password@host:port/database`, or with several hosts, `host1:port,host2:port`, and the parameter
   * `target_session_attrs` of libpq: `any`, `read-write` or `primary`.
   */
  readonly connectionString: string
  /** Connections held open at most; 10 unless given. */
  readonly maxConnections?: number | undefined
  /** How long to wait for a free connection, in milliseconds; 15,000 unless given. */
  readonly connectTimeout?: number | undefined
  /** How long one statement may take, in milliseconds; 60,000 unless given, 0 = any time. */
  readonly statementTimeout?: number | undefined
  /**
   * How long to wait for the answer to a statement, in milliseconds, where nothing else tells that it will not come. 5,000
   * more than a statement may take unless given, 0 = any time.
   */
  readonly answerTimeout?: number | undefined
  /**
   * How long a server may send nothing, in milliseconds, if it does not answer on a new connection either; 10,000 unless
   * given, 0 = any time. A statement that the server works on is not cut off.
   */
  readonly hangTimeout?: number | undefined
}

/** Milliseconds for the way to the server and back, on top of what a statement may take. */
const WAY = 5_000
/** Milliseconds that those who still use a connection have to give it back when the database is closed. */
const CLOSING_GRACE = 3_000
const HANG_TIMEOUT = 10_000
/** Milliseconds from one attempt to find a server again to the next one. */
const PAUSE = 1_000
/** The share of the time until a server counts as hanging that each one has when a server is looked for. */
const SHARE_OF_ONE = 0.4

/** Connections to a PostgreSQL server, in a pool that outlives restarts of the server. */
export class PgConnections {
  readonly maxConnections: number
  readonly connectTimeout: number
  readonly #servers: ServerFinder
  readonly #newPool: () => Pool
  readonly #watch: SilenceWatch | undefined
  #pool: Pool
  /** Those that are being opened among them. */
  readonly #open = new Set<WatchedClient>()
  /** Of those that have no answer from the pool yet. */
  readonly #refusals = new Set<(reason: Error) => void>()
  /** Why no server is asked at present. */
  #outage: Error | undefined
  #isClosed = false

  /** @throws OpsgraphError `invalid` for a connection string that cannot be used */
  constructor({
    connectionString,
    maxConnections = 10,
    connectTimeout = 15_000,
    statementTimeout = 60_000,
    answerTimeout = statementTimeout && statementTimeout + WAY,
    hangTimeout = HANG_TIMEOUT,
  }: PgOptions) {
    const servers = readServers(connectionString)
    this.maxConnections = maxConnections
    this.connectTimeout = connectTimeout
    this.#servers = new ServerFinder(servers, SHARE_OF_ONE * (hangTimeout || HANG_TIMEOUT))
    this.#newPool = () => {
      const pool = new Pool({
        max: maxConnections,
        connectionTimeoutMillis: connectTimeout,
        application_name: 'opsgraph',
        keepAlive: true,
        // A statement goes out without waiting for the answers of those before it.
        pipeline: true,
        query_timeout: answerTimeout,
        onConnect: async (client) => {
          const { session, ...state } = await prepareSession(client, statementTimeout)
          requireTarget(servers.target, state)
          ;(client as WatchedClient).session = session
        },
        Client: this.#watchedClient(),
      })
      // A connection that breaks while nobody uses it is dropped by the pool; the next call opens another one.
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

  /** A connection of the caller alone, who releases it. */
  async connect(): Promise<PoolClient> {
    if (this.#outage !== undefined) throw this.#outage
    await this.#servers.known()
    return await new Promise((resolve, reject) => {
      let isRefused = false
      // The pool forgets those who wait when it ends.
      const refuse = (reason: Error) => {
        isRefused = true
        reject(reason)
      }
      this.#refusals.add(refuse)
      const answer = this.#pool.connect().finally(() => this.#refusals.delete(refuse))
      answer.then((client) => (isRefused ? client.release() : resolve(client)), reject)
    })
  }

  /** Breaks off, after a while, what waits for a server that does not answer any more. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#watch?.stop()
    // Goes on when the pool has ended: it does not wait for the last words of a connection that was idle.
    setTimeout(() => this.#breakOffAll(), CLOSING_GRACE).unref()
    await this.#pool.end()
    this.#refuseAll(new Error('it was closed'))
  }

  /** Clients that outlive their connection, and stand in a set from their first step until it is closed. */
  #watchedClient(): typeof Client {
    const servers = this.#servers
    const open = this.#open
    return class extends WatchedClient {
      constructor(config: ClientConfig) {
        super(servers.current, config)
        open.add(this)
        // It may break at any moment, also just as it is handed out: without a listener that would end the process.
        this.on('error', () => servers.lost(this.url))
        this.once('end', () => {
          open.delete(this)
          if (this.session === undefined) servers.lost(this.url)
        })
      }
    } as unknown as typeof Client
  }

  /** Lets go of a server that hangs, so that everybody is answered, and looks for one that does not. */
  #giveUp(url: string, hangTimeout: number): void {
    if (this.#isClosed) return
    if (url !== this.#servers.current) {
      for (const client of this.#open) if (client.url === url) breakOff(client)
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
        await delay(PAUSE, undefined, { ref: false })
      }
    }
  }

  /** Sessions that were broken off may still hold locks, if the network has lost that as well. */
  async #endSessions(abandoned: readonly ServerSession[]): Promise<void> {
    const end = (server: Client) => endSessions(server, abandoned)
    await askServer(this.#servers.current, AbortSignal.timeout(PAUSE), end).catch(() => undefined)
  }

  #refuseAll(reason: Error): void {
    for (const refuse of this.#refusals) refuse(reason)
    this.#refusals.clear()
  }

  #breakOffAll(): void {
    for (const client of this.#open) breakOff(client)
  }
}
