import { connect, createServer, type Server, type Socket } from 'node:net'

/** Stands between a store and its server, and can let nothing through, as a server that hangs or a network that is lost. */
export class StallingProxy {
  readonly #server: Server
  readonly #url: URL
  readonly #sockets = new Set<Socket>()
  /** Whose other side hears nothing of them any more. */
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

  /** Connections are accepted, and nothing comes through any of them. */
  stall(): void {
    this.#isStalled = true
    for (const socket of this.#sockets) socket.pause()
  }

  /** Connections that are opened from now on are accepted, and nothing comes through them. */
  stallNew(): void {
    this.#isStalled = true
  }

  /** New connections are refused; the open ones go on. */
  refuseNew(): void {
    this.#server.close()
  }

  /** New connections are closed before anything is answered. */
  closeNew(): void {
    this.#isClosingNew = true
  }

  /** What is sent through the connections that there are is lost, and so is their end; others may be opened. */
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
