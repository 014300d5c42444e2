import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { StalledCallers } from './stalled-callers.js'

export interface ConnectionLimits {
  /**
   * Connections that may be open at a time; any number unless given. Of more, the one that waited longest for a request is
   * closed, and where all are in use the last one.
   */
  readonly maxConnections?: number
  /** Told of each connection that was closed since all were in use. */
  readonly onRefused?: () => void
}

/** Requests that may wait on one connection for the answers to those before them; browsers and clients send one. */
const PIPELINED = 32

/** The open connections of a server, and what is being answered on each. */
export class Connections {
  readonly #answers = new Map<Socket, Set<ServerResponse>>()
  /** Those without a request, which has waited longest for one first. */
  readonly #idle = new Set<Socket>()
  readonly #limits: ConnectionLimits
  #isClosing = false

  constructor(server: Server, limits: ConnectionLimits = {}) {
    this.#limits = limits
    server.on('connection', (socket: Socket) => this.#open(socket))
    server.on('request', (request, response) => this.#track(request, response))
  }

  /** Cuts off who sends request after request without taking an answer: each of those would be kept in memory. */
  isFlooded(socket: Socket): boolean {
    if ((this.#answers.get(socket)?.size ?? 0) > PIPELINED) socket.destroy()
    return socket.destroyed
  }

  /** What is being answered on a connection. */
  answersOn(socket: Socket): readonly ServerResponse[] {
    return [...(this.#answers.get(socket) ?? [])]
  }

  /** Closes every connection without a request now, and the others as soon as theirs are answered. */
  closeIdle(): void {
    this.#isClosing = true
    for (const [socket, answers] of this.#answers) {
      if (answers.size === 0) socket.destroySoon()
      for (const answer of answers) if (!answer.headersSent) answer.setHeader('Connection', 'close')
    }
  }

  /** Cuts off the callers who take nothing of their answers. */
  closeStalledCallers(stalled: StalledCallers): void {
    const now = performance.now()
    for (const socket of this.#answers.keys()) if (stalled.isStalled(socket, now)) socket.destroy()
  }

  /** Closes a connection on which nothing has moved for long, unless its caller is owed an answer that is being made. */
  closeStalled(socket: Socket): void {
    const owed = this.#answers.get(socket)?.size ?? 0
    if (owed === 0 || socket.writableLength > 0) socket.destroy()
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

  /** The idle one that waited longest gives way; who came last does where none is idle. */
  #makeRoom(last: Socket): void {
    const [longestIdle = last] = this.#idle
    longestIdle.destroy()
    if (longestIdle === last) this.#limits.onRefused?.()
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
