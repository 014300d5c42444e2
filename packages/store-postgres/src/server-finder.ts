import { askServer } from './ask-server.js'
import { type DatabaseServers, requireTarget } from './database-servers.js'
import { readSessionState } from './server-session.js'
import { sqlstateOf } from './sqlstate.js'

/** Of SQLSTATEs that no other server is asked after: name or password are wrong. As libpq does. */
const INVALID_AUTHORIZATION = '28'

/** Finds the server to connect to. As long as that one serves, no other is asked. */
export class ServerFinder {
  readonly #servers: DatabaseServers
  /** Milliseconds that each server has to answer. */
  readonly #patience: number
  #at = 0
  #isKnown: boolean
  #finding: Promise<void> | undefined

  constructor(servers: DatabaseServers, patience: number) {
    this.#servers = servers
    this.#patience = patience
    this.#isKnown = servers.urls.length === 1
  }

  /** The connection string of the server that was found last. */
  get current(): string {
    return this.#servers.urls[this.#at] ?? ''
  }

  /**
   * Resolves when `current` is a server that may be used. One server alone is not asked before.
   *
   * @throws Error when none answers as it should, with the reason of each
   */
  async known(): Promise<void> {
    if (!this.#isKnown) await this.find()
  }

  /** Notes that a server has failed; one that hangs is asked last. */
  lost(url: string, { hangs = false } = {}): void {
    const { length } = this.#servers.urls
    if (url !== this.current || length === 1) return
    this.#isKnown = false
    if (hangs) this.#at = (this.#at + 1) % length
  }

  /** Asks the servers in order, beginning with the last known; those who call meanwhile get the same answer. */
  find(): Promise<void> {
    this.#finding ??= this.#find().finally(() => {
      this.#finding = undefined
    })
    return this.#finding
  }

  async #find(): Promise<void> {
    const { urls } = this.#servers
    const order = urls.map((_, index) => (this.#at + index) % urls.length)
    const reasons: string[] = []
    for (const index of order) {
      const url = urls[index] ?? ''
      try {
        await this.#require(url)
        this.#at = index
        this.#isKnown = true
        return
      } catch (error) {
        if (urls.length === 1 || sqlstateOf(error)?.startsWith(INVALID_AUTHORIZATION)) throw error
        reasons.push(`${new URL(url).host}: ${reasonOf(error)}`)
      }
    }
    throw new Error(reasons.join('; '))
  }

  async #require(url: string): Promise<void> {
    const signal = AbortSignal.timeout(this.#patience)
    const state = await askServer(url, signal, readSessionState).catch((error) => {
      throw signal.aborted ? new Error(`no answer in ${this.#patience} ms`) : error
    })
    requireTarget(this.#servers.target, state)
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(String).join(', ')
  return error instanceof Error ? error.message : String(error)
}
