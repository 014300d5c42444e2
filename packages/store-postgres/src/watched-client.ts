import type { Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'
import type { ServerSession } from './server-session.js'

/** A client that counts how long it has waited for an answer without receiving a byte. */
export class WatchedClient extends Client {
  /** The session of this client on the server, once the client is connected. */
  session: ServerSession | undefined
  /**
   * The number of consecutive checks at which an answer was pending and nothing had arrived since the previous check.
   */
  silence = 0
  /** The number of pending answers; the first one is for the connection request. */
  #owed = 1
  #bytesRead = 0

  constructor(
    readonly url: string,
    config: ClientConfig,
  ) {
    super({ ...config, connectionString: url })
    this.once('connect', () => this.#owed--)
  }

  /** Counts pending answers. Counts only queries that return a promise, because this store uses no other queries. */
  override query: Client['query'] = (...statement: unknown[]) => {
    const answer: unknown = Reflect.apply(super.query, this, statement)
    if (answer instanceof Promise) {
      this.#owed++
      const settle = () => void this.#owed--
      answer.then(settle, settle)
    }
    return answer as never
  }

  /** Whether an answer is pending and nothing has arrived since the last check. */
  get isSilent(): boolean {
    return this.#owed > 0 && this.#read() === this.#bytesRead
  }

  /** @returns whether something has arrived since the last check */
  look(): boolean {
    this.silence = this.isSilent ? this.silence + 1 : 0
    const before = this.#bytesRead
    this.#bytesRead = this.#read()
    return this.#bytesRead !== before
  }

  #read(): number {
    return (this.connection.stream as Socket).bytesRead
  }
}
