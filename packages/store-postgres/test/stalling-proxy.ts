import { connect, createServer, type Server, type Socket } from 'node:net'

/** Forwards data between a store and its server, and can stop it, to act as a hanging server or a lost network. */
export class StallingProxy {
  readonly #server: Server
  readonly #url: URL
  readonly #sockets = new Set<Socket>()
  /** Sockets whose other side receives nothing more from them. */
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

  /** Connections are accepted, and no data is forwarded. */
  stall(): void {
    this.#isStalled = true
    for (const socket of this.#sockets) socket.pause()
  }

  /** New connections are accepted, and none of their data is forwarded. */
  stallNew(): void {
    this.#isStalled = true
  }

  /** New connections are refused; open ones continue. */
  refuseNew(): void {
    this.#server.close()
  }

  /** New connections are closed before an answer. */
  closeNew(): void {
    this.#isClosingNew = true
  }

  /** Data and the end of open connections are lost; new connections work. */
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
