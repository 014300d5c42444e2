import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from '../log/log.js'
import { LIVE_EVENT_NAME, STOPPING_EVENT_NAME } from '../request-context.js'

export interface ConnectionLimits {
  /**
   * Maximum number of open connections; default: unlimited. When a new connection exceeds the maximum, the longest-idle
   * connection is closed. If no other connection is idle, the new connection is refused.
   */
  readonly maxConnections?: number
  /** Called for each new connection that is refused because no other connection is idle. */
  readonly onRefused?: () => void
  /**
   * A connection is closed after this many milliseconds if its caller receives nothing of an answer, or if the
   * connection has neither a request nor traffic. Default: 60 s.
   */
  readonly stallTimeout?: number
}

/**
 * Maximum number of pipelined requests that wait on one connection. This limit can be low, because common clients do
 * not pipeline.
 */
const MAX_PIPELINED_REQUESTS = 32
const STALL_TIMEOUT_MILLISECONDS = 60_000
/** Time between two checks for stalled callers, in milliseconds. */
const STALL_CHECK_INTERVAL_MILLISECONDS = 1_000

/** How much of the data that a connection sends has been accepted by the operating system. */
interface SendProgress {
  /** Bytes of completed writes. */
  readonly written: number
  /** Remaining bytes of the current write. */
  readonly left: number
  /** When this state was first seen, in milliseconds of `performance.now()`. */
  readonly since: number
}

interface Connection {
  /** The unfinished answers, in the order of their requests. */
  readonly answers: Set<ServerResponse>
  /** What was sent at the last check; `undefined` = no data was waiting to be sent. */
  progress: SendProgress | undefined
}

/**
 * The open connections of a server. The limits of Node do not suffice:
 *
 * - `maxConnections` refuses every new connection, so idle connections could keep callers out.
 * - The timeout of a socket starts again with each byte that a caller sends. Node may also notice a timeout only after
 *   twice its length.
 * - `closeIdleConnections` leaves a connection open that has not sent anything yet.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>()
  /** Connections without a request, the longest-idle first. */
  readonly #idle = new Set<Socket>()
  readonly #limits: ConnectionLimits
  #isClosing = false

  constructor(server: Server, limits: ConnectionLimits = {}) {
    this.#limits = limits
    const { stallTimeout = STALL_TIMEOUT_MILLISECONDS } = limits
    server.on('connection', (socket: Socket) => this.#add(socket))
    server.on('request', (request, response) => this.#track(request, response))
    // A refused caller may never close its side of the connection.
    server.setTimeout(stallTimeout, (socket) => this.#closeUnused(socket))
    const timer = setInterval(
      () => this.#closeStalled(stallTimeout),
      Math.min(STALL_CHECK_INTERVAL_MILLISECONDS, stallTimeout),
    ).unref()
    server.once('close', () => clearInterval(timer))
  }

  /**
   * Whether a connection has too many unanswered requests, each of which takes memory. Closes such a connection.
   *
   * @returns true also if the connection was closed before
   */
  isFlooded(socket: Socket): boolean {
    if ((this.#open.get(socket)?.answers.size ?? 0) > MAX_PIPELINED_REQUESTS) socket.destroy()
    return socket.destroyed
  }

  /** The unfinished answers on a connection, in the order of their requests. */
  answersOn(socket: Socket): readonly ServerResponse[] {
    return [...(this.#open.get(socket)?.answers ?? [])]
  }

  /**
   * Closes idle connections now, and every other connection as soon as its requests are answered. Tells endless streams
   * to end.
   */
  closeIdle(): void {
    this.#isClosing = true
    for (const [socket, { answers }] of this.#open) {
      if (answers.size === 0) socket.destroySoon()
      for (const answer of answers) {
        if (!answer.headersSent) answer.setHeader('Connection', 'close')
        answer.emit(STOPPING_EVENT_NAME)
      }
    }
  }

  destroy(): void {
    for (const socket of this.#open.keys()) socket.destroy()
  }

  #add(socket: Socket): void {
    this.#open.set(socket, { answers: new Set(), progress: undefined })
    this.#idle.add(socket)
    socket.once('close', () => {
      this.#open.delete(socket)
      this.#idle.delete(socket)
    })
    if (this.#open.size > (this.#limits.maxConnections ?? Number.POSITIVE_INFINITY)) this.#makeRoom(socket)
  }

  /** Closes the longest-idle connection; if no connection is idle, closes the new one. */
  #makeRoom(newest: Socket): void {
    const [longestIdle = newest] = this.#idle
    longestIdle.destroy()
    if (longestIdle === newest) this.#limits.onRefused?.()
  }

  #track({ socket }: IncomingMessage, response: ServerResponse): void {
    const answers = this.#open.get(socket)?.answers
    answers?.add(response)
    this.#idle.delete(socket)
    // A stream that begins while the server stops must end, too.
    response.once(LIVE_EVENT_NAME, () => this.#isClosing && response.emit(STOPPING_EVENT_NAME))
    response.once('close', () => {
      answers?.delete(response)
      if (answers?.size !== 0) return
      if (this.#isClosing) socket.destroySoon()
      else if (this.#open.has(socket)) this.#idle.add(socket)
    })
  }

  /** Closes a connection without traffic, unless the server is still computing an answer for it. */
  #closeUnused(socket: Socket): void {
    if (this.#open.get(socket)?.answers.size === 0) socket.destroy()
  }

  /**
   * Closes the connections on which data has waited for `timeout` milliseconds while the operating system accepted none
   * of it.
   */
  #closeStalled(timeout: number): void {
    const now = performance.now()
    for (const [socket, connection] of this.#open) {
      const progress = measureProgress(socket, now)
      const last = connection.progress
      const isStill = last?.written === progress?.written && last?.left === progress?.left
      if (!isStill) connection.progress = progress
      else if (last !== undefined && now - last.since >= timeout) socket.destroy()
    }
  }
}

/**
 * Measures how much a connection has sent. Node counts a write only when it is complete, which may take minutes for a
 * large write to a slow caller. Only the internal handle of the socket knows how many bytes of a write remain; the
 * timeout of Node reads this number too. Without a handle, only complete writes count.
 */
function measureProgress(socket: Socket, since: number): SendProgress | undefined {
  if (socket.writableLength === 0) return undefined
  const { _handle: handle } = socket as { readonly _handle?: { readonly writeQueueSize?: number } | null }
  return { written: socket.bytesWritten - socket.writableLength, left: handle?.writeQueueSize ?? 0, since }
}

/** Minimum time between two log lines, in milliseconds, so that many connections do not fill the log. */
const LOG_INTERVAL_MILLISECONDS = 10_000

/** Logs refused connections: the first refusal immediately, then every few seconds the number of further refusals. */
export function noteRefusedConnections(logger: Logger): () => void {
  let refused = 0
  let timer: NodeJS.Timeout | undefined
  const report = () => {
    timer = undefined
    if (refused === 0) return
    logger.warn({ refused }, 'connections were refused: too many are open')
    refused = 0
    timer = setTimeout(report, LOG_INTERVAL_MILLISECONDS).unref()
  }
  return () => {
    refused++
    if (timer === undefined) report()
  }
}
