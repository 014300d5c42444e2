import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { answerBrokenRequest } from './broken-request.js'
import { type ConnectionLimits, Connections } from './connections.js'
import { StalledCallers } from './stalled-callers.js'

/** An Express application, seen as what it is called with. */
type Application = (request: IncomingMessage, response: ServerResponse) => unknown

export interface ListenOptions extends ConnectionLimits {
  readonly host: string
  /** 0 = any free one. */
  readonly port: number
  /** Milliseconds in which a request must be complete, so that slow senders do not hold connections for good. */
  readonly requestTimeout?: number
  /** Milliseconds in which its headers must be there. */
  readonly headersTimeout?: number
  /** Milliseconds after which a caller who takes nothing of its answer is cut off. */
  readonly stallTimeout?: number
}

export interface Listener {
  /** Where it listens, without a slash at the end. */
  readonly url: string
  /**
   * Stops accepting, lets what is in flight finish and resolves when the last connection is closed; after the grace
   * time, in milliseconds, the rest is cut off.
   */
  close(graceMs: number): Promise<void>
}

const REQUEST_TIMEOUT = 120_000
/** Milliseconds: the head alone must be there sooner. */
const HEADERS_TIMEOUT = 20_000
/** Milliseconds in which a caller must take something of its answer. */
const STALL_TIMEOUT = 60_000
/** Milliseconds between two looks for requests that are late. */
const CHECK_INTERVAL = 5_000
/** Milliseconds between two looks for callers who take nothing. */
const STALL_INTERVAL = 1_000
/** Milliseconds that a connection may be idle: longer than proxies keep theirs. */
const KEEP_ALIVE_TIMEOUT = 65_000

/**
 * Serves an application on a port.
 *
 * @throws the system's error, e.g. `EADDRINUSE`
 */
export async function listen(app: Application, options: ListenOptions): Promise<Listener> {
  const { host, port, requestTimeout = REQUEST_TIMEOUT, headersTimeout = HEADERS_TIMEOUT } = options
  const { stallTimeout = STALL_TIMEOUT } = options
  const server = createServer({
    requestTimeout,
    headersTimeout: Math.min(headersTimeout, requestTimeout),
    connectionsCheckingInterval: Math.min(CHECK_INTERVAL, headersTimeout, requestTimeout),
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
    // Node would refuse without a word; the application does it as JSON.
    requireHostHeader: false,
  })
  const connections = new Connections(server, options)
  server.setTimeout(stallTimeout, (socket) => connections.closeStalled(socket))
  watchCallers(server, connections, stallTimeout)
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
    close: (graceMs) => close(server, connections, graceMs),
  }
}

/** Node's own timeout begins anew with each write, and takes up to twice its time. */
function watchCallers(server: Server, connections: Connections, stallTimeout: number): void {
  const stalled = new StalledCallers(stallTimeout)
  const interval = Math.min(STALL_INTERVAL, stallTimeout)
  const timer = setInterval(() => connections.closeStalledCallers(stalled), interval).unref()
  server.once('close', () => clearInterval(timer))
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function close(server: Server, connections: Connections, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  connections.closeIdle()
  const timer = setTimeout(() => connections.destroy(), graceMs)
  await closed
  clearTimeout(timer)
}
