import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The open connections of a server, and what is being answered on each. */
export class Connections {
  readonly #answers = new Map<Socket, Set<ServerResponse>>()
  #isClosing = false

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#answers.set(socket, new Set())
      socket.once('close', () => this.#answers.delete(socket))
    })
    server.on('request', (request, response) => this.#track(request, response))
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

  destroy(): void {
    for (const socket of this.#answers.keys()) socket.destroy()
  }

  #track({ socket }: IncomingMessage, response: ServerResponse): void {
    const answers = this.#answers.get(socket)
    answers?.add(response)
    if (this.#isClosing) response.setHeader('Connection', 'close')
    response.once('close', () => {
      answers?.delete(response)
      if (this.#isClosing && answers?.size === 0) socket.destroySoon()
    })
  }
}
