import type { Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'
import { askServer, destroyConnection, endSessions, findWorkingSessions, type ServerSession } from './server-session.js'

/**
 * The number of checks within `hangTimeout`. Time is counted in checks, not in milliseconds: while this process itself
 * is blocked, it makes no checks, so it does not blame the server for the lost time. `CHECKS_UNTIL_ASKED` plus
 * `CHECKS_UNTIL_ANSWERED` is less than this number.
 */
const CHECKS_PER_TIMEOUT = 10
/** After this number of checks without a received byte, the server is queried on another connection. */
const CHECKS_UNTIL_ASKED = 5
/** The number of checks within which the server must answer on that connection. */
const CHECKS_UNTIL_ANSWERED = 4

/**
 * Codes of connection errors which mean that the server does not answer. Other errors say nothing about the open
 * sessions: for example a refused connection, an expired certificate, a name that does not resolve, or a lack of local
 * ports.
 */
const NO_ANSWER_CODES: ReadonlySet<unknown> = new Set([
  'ETIMEDOUT',
  'ECONNRESET',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
/** The message of `pg` if the other side closes a connection before it answers. */
const CLOSED_MESSAGE = 'Connection terminated unexpectedly'

interface SilenceWatchOptions {
  readonly clients: ReadonlySet<WatchedClient>
  /** The time within which a server that hangs is detected, in milliseconds. */
  readonly hangTimeout: number
  /** Called if a server answers neither on its open connections nor on a new one. */
  readonly onHang: (url: string) => void
}

/**
 * Finds out why a server sends nothing. PostgreSQL sends nothing while it executes a statement, so this class queries
 * the server on another connection. There are three cases:
 *
 * - The server is executing a long statement, which continues.
 * - The server has lost the connection. This process then closes it too.
 * - The server hangs.
 */
export class SilenceWatch {
  readonly #options: SilenceWatchOptions
  readonly #timer: NodeJS.Timeout
  #query: { readonly url: string; checks: number; hasAnswered: boolean; readonly abort: AbortController } | undefined
  /**
   * Clients that wait for an answer although, at the last query to the server, their sessions were not executing a
   * statement.
   */
  #suspects: ReadonlySet<WatchedClient> = new Set()
  /** How many checks must pass before the server may be queried again. */
  #checksToSkip = 0

  constructor(options: SilenceWatchOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#check(), options.hangTimeout / CHECKS_PER_TIMEOUT).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#query?.abort.abort()
  }

  #check(): void {
    for (const client of this.#options.clients) {
      if (client.check() && client.url === this.#query?.url) this.#query.hasAnswered = true
    }
    if (this.#query !== undefined) {
      this.#query.checks++
      if (this.#query.checks >= CHECKS_UNTIL_ANSWERED) this.#query.abort.abort()
      return
    }
    if (this.#checksToSkip-- > 0) return
    this.#checksToSkip = 0
    const silent = [...this.#options.clients].filter(({ silence }) => silence >= CHECKS_UNTIL_ASKED)
    const [first] = silent
    if (first !== undefined) void this.#ask(first.url, silent)
    else this.#suspects = new Set()
  }

  async #ask(url: string, allSilent: readonly WatchedClient[]): Promise<void> {
    const silent = allSilent.filter((client) => client.url === url)
    const abort = new AbortController()
    const query = { url, checks: 0, hasAnswered: false, abort }
    this.#query = query
    let suspects: readonly WatchedClient[] = []
    let skip = CHECKS_UNTIL_ASKED
    try {
      await askServer(url, abort.signal, async (server) => {
        const working = await findWorkingSessions(server, sessionsOf(silent))
        const idle = silent.filter(({ isSilent, session }) => isSilent && session && !working.has(session.pid))
        // A session may have finished just now, and its answer may still be on the way. So a connection counts as lost
        // only if its session was idle at the previous query too.
        const lost = idle.filter((client) => this.#suspects.has(client))
        suspects = idle.filter((client) => !lost.includes(client))
        for (const client of lost) destroyConnection(client)
        if (lost.length > 0) await endSessions(server, sessionsOf(lost))
      })
    } catch (error) {
      if (abort.signal.aborted || isUnanswered(error)) {
        skip = 0
        if (!query.hasAnswered) this.#options.onHang(url)
      }
    }
    this.#suspects = new Set(suspects)
    this.#checksToSkip = suspects.length > 0 ? 0 : skip
    this.#query = undefined
  }
}

function sessionsOf(clients: readonly WatchedClient[]): readonly ServerSession[] {
  return clients.flatMap(({ session }) => session ?? [])
}

function isUnanswered(error: unknown): boolean {
  // `AggregateError` contains one error for each address of the host.
  if (error instanceof AggregateError) return error.errors.every(isUnanswered)
  return (
    error instanceof Error && ('code' in error ? NO_ANSWER_CODES.has(error.code) : error.message === CLOSED_MESSAGE)
  )
}

/** A client that counts how long it has waited for an answer without receiving a byte. */
export class WatchedClient extends Client {
  /** The session of this client on the server; `undefined` until the client is connected. */
  session: ServerSession | undefined
  /**
   * The number of consecutive checks at which an answer was pending and nothing had arrived since the previous check.
   */
  silence = 0
  /** The number of pending answers, including the answer to the connection request. */
  #pending = 1
  #bytesRead = 0

  constructor(
    readonly url: string,
    config: ClientConfig,
  ) {
    super({ ...config, connectionString: url })
    this.once('connect', () => this.#pending--)
  }

  /** Counts pending answers. Only queries that return a promise are counted, because this store uses no others. */
  override query: Client['query'] = (...statement: unknown[]) => {
    const answer: unknown = Reflect.apply(super.query, this, statement)
    if (answer instanceof Promise) {
      this.#pending++
      const settle = () => void this.#pending--
      answer.then(settle, settle)
    }
    return answer as never
  }

  /** Whether an answer is pending and nothing has arrived since the last check. */
  get isSilent(): boolean {
    return this.#pending > 0 && this.#read() === this.#bytesRead
  }

  /** @returns whether something has arrived since the last check */
  check(): boolean {
    this.silence = this.isSilent ? this.silence + 1 : 0
    const before = this.#bytesRead
    this.#bytesRead = this.#read()
    return this.#bytesRead !== before
  }

  #read(): number {
    return (this.connection.stream as Socket).bytesRead
  }
}
