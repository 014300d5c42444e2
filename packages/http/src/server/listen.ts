import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { answerBrokenRequest } from './broken-request.js'
import { type ConnectionLimits, Connections } from './connections.js'

/** An Express application as a request handler. */
type Application = (request: IncomingMessage, response: ServerResponse) => unknown

export interface ListenOptions extends ConnectionLimits {
  readonly host: string
  /** The port to listen on; 0 = any free port. */
  readonly port: number
  /** Milliseconds within which a request must be complete: slow senders must not occupy connections. Default: 120 s. */
  readonly requestTimeout?: number
  /** Milliseconds within which the headers must be complete. Default: 20 s. */
  readonly headersTimeout?: number
}

export interface Listener {
  /** The URL of the bound address and port, without a trailing slash. */
  readonly url: string
  /**
   * Stops accepting connections, finishes the requests in flight, and resolves when the last connection is closed.
   * After `graceMs` milliseconds the remaining connections are destroyed.
   */
  close(graceMs: number): Promise<void>
}

/** The defaults of the timeouts, in milliseconds. */
const REQUEST_TIMEOUT_MILLISECONDS = 120_000
const HEADERS_TIMEOUT_MILLISECONDS = 20_000
/** Time between two checks for incomplete requests, in milliseconds. */
const CHECK_INTERVAL_MILLISECONDS = 5_000
/**
 * How long an idle connection stays open, in milliseconds. This is longer than the idle timeout of common proxies, so
 * that the proxy closes the connection first. If the server closed it first, a request that the proxy sends at the same
 * moment would fail.
 */
const KEEP_ALIVE_TIMEOUT_MILLISECONDS = 65_000

/**
 * Serves an application on a port.
 *
 * @throws the system error, e.g. `EADDRINUSE`
 *
 * @example
 * ```ts
 * import { createOpsgraph } from '@opsgraph/core'
 * import { createApp, createLogger, listen } from '@opsgraph/http'
 * import { MemoryStore } from '@opsgraph/store-memory'
 *
 * const opsgraph = createOpsgraph({ store: new MemoryStore() })
 * const app = createApp({ opsgraph, baseUrl: 'http://127.0.0.1:8080', logger: createLogger('warn') })
 * const server = await listen(app, { host: '127.0.0.1', port: 0 })
 * console.log((await fetch(`${server.url}/readyz`)).status) // 200
 * await server.close(1_000) // waits up to a second for requests that are being answered
 * ```
 */
export async function listen(app: Application, options: ListenOptions): Promise<Listener> {
  const {
    host,
    port,
    requestTimeout = REQUEST_TIMEOUT_MILLISECONDS,
    headersTimeout = HEADERS_TIMEOUT_MILLISECONDS,
  } = options
  const server = createServer({
    requestTimeout,
    headersTimeout: Math.min(headersTimeout, requestTimeout),
    connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MILLISECONDS, headersTimeout, requestTimeout),
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MILLISECONDS,
    // Node would answer a request without `Host` with an empty body. The application answers with a JSON error instead.
    requireHostHeader: false,
  })
  const connections = new Connections(server, options)
  server.on('request', (request, response) => {
    if (!connections.isFlooded(request.socket)) app(request, response)
  })
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('clientError', (error, socket) =>
    answerBrokenRequest(error, socket as Socket, connections.answersOn(socket as Socket)),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return {
    url: urlOf(host, (server.address() as AddressInfo).port),
    close: (graceMs) => closeServer(server, connections, graceMs),
  }
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function closeServer(server: Server, connections: Connections, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  connections.closeIdle()
  const timer = setTimeout(() => connections.destroy(), graceMs)
  await closed
  clearTimeout(timer)
}
