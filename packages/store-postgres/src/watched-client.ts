import type { Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'
import type { ServerSession } from './server-session.js'

/** A client that knows how long it has been waiting for a server without a byte from it. */
export class WatchedClient extends Client {
  /** What the server knows it by, once it is connected. */
  session: ServerSession | undefined
  /** Looks in a row at which the server owed an answer, and had sent nothing since the look before. */
  silence = 0
  /** Answers that the server owes; the first one to the request for a connection. */
  #owed = 1
  #bytesRead = 0

  constructor(
    readonly url: string,
    config: ClientConfig,
  ) {
    super({ ...config, connectionString: url })
    this.once('connect', () => this.#owed--)
  }

  /** All that is asked here is awaited as a promise. */
  override query: Client['query'] = (...statement: unknown[]) => {
    const answer: unknown = Reflect.apply(super.query, this, statement)
    if (answer instanceof Promise) {
      this.#owed++
      const settle = () => void this.#owed--
      answer.then(settle, settle)
    }
    return answer as never
  }

  /** Whether the server owes an answer, and has sent nothing since the last look. */
  get isSilent(): boolean {
    return this.#owed > 0 && this.#read() === this.#bytesRead
  }

  /** @returns whether the server has sent something since the last look */
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
