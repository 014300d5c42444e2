import { INVALID_AUTHORIZATION, reasonOfError, sqlstateOf } from '../sql/sqlstate.js'
import { type DatabaseServers, requireTarget } from './database-servers.js'
import { askServer, readSessionState } from './server-session.js'

/** Finds the server to connect to. Other servers are tried only after the current one has failed. */
export class ServerFinder {
  readonly #servers: DatabaseServers
  /** The time that each server has to answer, in milliseconds. */
  readonly #timeout: number
  #at = 0
  #isChecked: boolean
  #finding: Promise<void> | undefined

  constructor(servers: DatabaseServers, timeout: number) {
    this.#servers = servers
    this.#timeout = timeout
    this.#isChecked = servers.urls.length === 1
  }

  /** The connection string of the server that was found last. */
  get current(): string {
    return this.#servers.urls[this.#at] ?? ''
  }

  /**
   * Resolves when `current` is a server that may be used. If there is only one server, it is not checked beforehand.
   *
   * @throws Error with the reason of each server, if none can be used
   */
  async ready(): Promise<void> {
    if (!this.#isChecked) await this.find()
  }

  /** Records that a server has failed; a server that hangs is tried last. */
  lost(url: string, { hangs = false } = {}): void {
    const { length } = this.#servers.urls
    if (url !== this.current || length === 1) return
    this.#isChecked = false
    if (hangs) this.#at = (this.#at + 1) % length
  }

  /**
   * Tries the servers in order, beginning with the server that the last search has found. Concurrent calls share one
   * search.
   */
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
        this.#isChecked = true
        return
      } catch (error) {
        // Like libpq, tries no other server after a wrong user name or password.
        if (urls.length === 1 || sqlstateOf(error)?.startsWith(INVALID_AUTHORIZATION)) throw error
        reasons.push(`${new URL(url).host}: ${reasonOfError(error)}`)
      }
    }
    throw new Error(reasons.join('; '))
  }

  async #require(url: string): Promise<void> {
    const signal = AbortSignal.timeout(this.#timeout)
    const state = await askServer(url, signal, readSessionState).catch((error) => {
      throw signal.aborted ? new Error(`no answer in ${this.#timeout} ms`) : error
    })
    requireTarget(this.#servers.target, state)
  }
}
