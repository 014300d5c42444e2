import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { StalledCallers } from './stalled-callers.js'

export interface ConnectionLimits {
  /**
   * Maximum number of open connections; default: unlimited. When a new connection exceeds the maximum, the longest-idle
   * connection is closed. If no other connection is idle, the new connection is refused.
   */
  readonly maxConnections?: number
  /** Called for each new connection that is refused because no other connection is idle. */
  readonly onRefused?: () => void
}

/**
 * Maximum number of pipelined requests that wait on one connection. This limit can be low, because common clients do
 * not pipeline.
 */
const MAX_PIPELINED = 32

/** The open connections of a server, and the unfinished answers on each. */
export class Connections {
  readonly #answers = new Map<Socket, Set<ServerResponse>>()
  /** Connections without a request, the longest-idle first. */
  readonly #idle = new Set<Socket>()
  readonly #limits: ConnectionLimits
  #isClosing = false

  constructor(server: Server, limits: ConnectionLimits = {}) {
    this.#limits = limits
    server.on('connection', (socket: Socket) => this.#open(socket))
    server.on('request', (request, response) => this.#track(request, response))
  }

  /**
   * Closes a connection with too many unanswered requests, because each request takes memory.
   *
   * @returns whether the connection is closed
   */
  isFlooded(socket: Socket): boolean {
    if ((this.#answers.get(socket)?.size ?? 0) > MAX_PIPELINED) socket.destroy()
    return socket.destroyed
  }

  /** The unfinished answers on a connection, in the order of their requests. */
  answersOn(socket: Socket): readonly ServerResponse[] {
    return [...(this.#answers.get(socket) ?? [])]
  }

  /** Closes idle connections now, and the other connections as soon as their requests are answered. */
  closeIdle(): void {
    this.#isClosing = true
    for (const [socket, answers] of this.#answers) {
      if (answers.size === 0) socket.destroySoon()
      for (const answer of answers) if (!answer.headersSent) answer.setHeader('Connection', 'close')
    }
  }

  /** Closes the connections whose callers receive nothing. */
  closeStalledCallers(stalled: StalledCallers): void {
    const now = performance.now()
    for (const socket of this.#answers.keys()) if (stalled.isStalled(socket, now)) socket.destroy()
  }

  /** Closes a connection without traffic, unless the server is still computing an answer for it. */
  closeStalled(socket: Socket): void {
    const pending = this.#answers.get(socket)?.size ?? 0
    if (pending === 0 || socket.writableLength > 0) socket.destroy()
  }

  destroy(): void {
    for (const socket of this.#answers.keys()) socket.destroy()
  }

  #open(socket: Socket): void {
    this.#answers.set(socket, new Set())
    this.#idle.add(socket)
    socket.once('close', () => {
      this.#answers.delete(socket)
      this.#idle.delete(socket)
    })
    if (this.#answers.size > (this.#limits.maxConnections ?? Number.POSITIVE_INFINITY)) this.#makeRoom(socket)
  }

  /** Closes the longest-idle connection; if no connection is idle, closes the new one. */
  #makeRoom(newest: Socket): void {
    const [longestIdle = newest] = this.#idle
    longestIdle.destroy()
    if (longestIdle === newest) this.#limits.onRefused?.()
  }

  #track({ socket }: IncomingMessage, response: ServerResponse): void {
    const answers = this.#answers.get(socket)
    answers?.add(response)
    this.#idle.delete(socket)
    response.once('close', () => {
      answers?.delete(response)
      if (answers?.size !== 0) return
      if (this.#isClosing) socket.destroySoon()
      else if (this.#answers.has(socket)) this.#idle.add(socket)
    })
  }
}
