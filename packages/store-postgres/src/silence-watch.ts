import { askServer, breakOff } from './ask-server.js'
import { endSessions, type ServerSession, workingSessions } from './server-session.js'
import type { WatchedClient } from './watched-client.js'

/**
 * Time is counted in looks of this process, since one that was held up itself must not blame the server. They add up so
 * that a server that hangs is found out within the time that is allowed.
 */
const LOOKS = 10
/** Looks without a byte before the server is asked on another connection. */
const UNTIL_ASKED = 5
/** Looks within which it must answer there. */
const UNTIL_ANSWERED = 4

/**
 * Codes of errors that mean that the server does not answer. Any other error says nothing about the sessions that it works
 * for: a refused connection, a certificate that has expired, a name that does not resolve, no free local port.
 */
const NO_ANSWER: ReadonlySet<unknown> = new Set(['ETIMEDOUT', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH'])
/** The message of `pg` if the other side closes a connection before it answers. */
const CLOSED = 'Connection terminated unexpectedly'

export interface SilenceWatchOptions {
  readonly clients: ReadonlySet<WatchedClient>
  /** Milliseconds within which a server that hangs is found out. */
  readonly hangTimeout: number
  /** Called when a server answers neither on any of its connections nor on a new one. */
  readonly onHang: (url: string) => void
}

/**
 * Finds out why a server sends nothing: it works on a long statement, which goes on; or it has lost the connection, which
 * is broken off; or it hangs. PostgreSQL sends nothing while it works, so it is asked on another connection.
 */
export class SilenceWatch {
  readonly #options: SilenceWatchOptions
  readonly #timer: NodeJS.Timeout
  #asking: { readonly url: string; looks: number; isHeard: boolean; readonly abort: AbortController } | undefined
  /** Clients that wait for an answer of sessions that the server does not work for, as of the last time it was asked. */
  #suspects: ReadonlySet<WatchedClient> = new Set()
  /** Looks during which the server is not asked again. */
  #rest = 0

  constructor(options: SilenceWatchOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#look(), options.hangTimeout / LOOKS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#asking?.abort.abort()
  }

  #look(): void {
    for (const client of this.#options.clients) {
      if (client.look() && client.url === this.#asking?.url) this.#asking.isHeard = true
    }
    if (this.#asking !== undefined) {
      this.#asking.looks++
      if (this.#asking.looks >= UNTIL_ANSWERED) this.#asking.abort.abort()
      return
    }
    if (this.#rest-- > 0) return
    this.#rest = 0
    const silent = [...this.#options.clients].filter(({ silence }) => silence >= UNTIL_ASKED)
    const [first] = silent
    if (first !== undefined) void this.#ask(first.url, silent)
    else this.#suspects = new Set()
  }

  async #ask(url: string, allSilent: readonly WatchedClient[]): Promise<void> {
    const silent = allSilent.filter((client) => client.url === url)
    const abort = new AbortController()
    const asking = { url, looks: 0, isHeard: false, abort }
    this.#asking = asking
    let suspects: readonly WatchedClient[] = []
    let rest = UNTIL_ASKED
    try {
      await askServer(url, abort.signal, async (server) => {
        const working = await workingSessions(server, sessionsOf(silent))
        const idle = silent.filter(({ isSilent, session }) => isSilent && session && !working.has(session.pid))
        // An answer may be on its way. So a connection counts as lost only if it was a suspect at the last check too.
        const lost = idle.filter((client) => this.#suspects.has(client))
        suspects = idle.filter((client) => !lost.includes(client))
        for (const client of lost) breakOff(client)
        if (lost.length > 0) await endSessions(server, sessionsOf(lost))
      })
    } catch (error) {
      if (abort.signal.aborted || isUnanswered(error)) {
        rest = 0
        if (!asking.isHeard) this.#options.onHang(url)
      }
    }
    this.#suspects = new Set(suspects)
    this.#rest = suspects.length > 0 ? 0 : rest
    this.#asking = undefined
  }
}

function sessionsOf(clients: readonly WatchedClient[]): readonly ServerSession[] {
  return clients.flatMap(({ session }) => session ?? [])
}

function isUnanswered(error: unknown): boolean {
  // One error for each address of the host.
  if (error instanceof AggregateError) return error.errors.every(isUnanswered)
  return error instanceof Error && ('code' in error ? NO_ANSWER.has(error.code) : error.message === CLOSED)
}
