import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * Forwards data between a store and its server. It can stop forwarding, which simulates a hanging server or a broken
 * network.
 */
export class StallingProxy {
  readonly #server: Server
  readonly #url: URL
  readonly #sockets = new Set<Socket>()
  /** The sockets for which the proxy forwards neither data nor the end of the connection any longer. */
  readonly #lost = new WeakSet<Socket>()
  #isStalled = false
  #isClosingNew = false

  private constructor(url: URL) {
    this.#url = new URL(url)
    this.#server = createServer((caller) => {
      if (this.#isClosingNew) return void caller.destroy()
      const target = connect(Number(url.port), url.hostname)
      for (const [from, to] of [
        [caller, target],
        [target, caller],
      ] as const) {
        this.#sockets.add(from)
        from.on('data', (chunk) => {
          if (!this.#lost.has(from)) to.write(chunk)
        })
        from.on('error', () => undefined)
        from.once('close', () => {
          this.#sockets.delete(from)
          if (!this.#lost.has(from)) to.destroy()
        })
        if (this.#isStalled) from.pause()
      }
    })
  }

  /** A proxy in front of the server of this connection string. */
  static async before(connectionString: string): Promise<StallingProxy> {
    const proxy = new StallingProxy(new URL(connectionString))
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    const address = proxy.#server.address()
    proxy.#url.port = String(typeof address === 'object' ? address?.port : 0)
    return proxy
  }

  /** The connection string by which the server is reached through this proxy. */
  get url(): string {
    return this.#url.href
  }

  /** From now on, no data is forwarded. New connections are still accepted. */
  stall(): void {
    this.#isStalled = true
    for (const socket of this.#sockets) socket.pause()
  }

  /** From now on, no data of new connections is forwarded, although they are accepted. */
  stallNew(): void {
    this.#isStalled = true
  }

  /** From now on, new connections are refused. Open connections continue. */
  refuseNew(): void {
    this.#server.close()
  }

  /** From now on, new connections are closed before they get an answer. */
  closeNew(): void {
    this.#isClosingNew = true
  }

  /**
   * From now on, the data of the open connections is lost. If one side ends such a connection, the other side does not
   * notice it. New connections work.
   */
  lose(): void {
    for (const socket of this.#sockets) this.#lost.add(socket)
  }

  resume(): void {
    this.#isStalled = false
    for (const socket of this.#sockets) socket.resume()
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }
}
