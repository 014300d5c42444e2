import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message of the format `json`, and the id by which the receiver recognizes it. */
export interface ReceivedMessage {
  readonly id: string
  readonly service: string
  readonly sequence: number
  readonly to: string | null
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** The ways in which the receiver fails. */
const FAILURES: readonly Answer[] = [
  (_, response) => response.writeHead(500).end(),
  (_, response) => response.writeHead(429, { 'retry-after': '2' }).end(),
  (_, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  (request) => request.socket.destroy(),
  // This receiver never answers.
  () => undefined,
  (_, response) => response.writeHead(503).end(Buffer.alloc(64 * 1024 * 1024)),
]

/** A receiver of messages that fails in all these ways while `isFailing` is true. */
export class HostileReceiver {
  readonly url: string
  /** The messages that it has accepted with the status 204. */
  readonly accepted: ReceivedMessage[] = []
  /** All messages that it has read, including those that it has not accepted. */
  readonly read: ReceivedMessage[] = []
  isFailing = false
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
    server.on('request', (request, response) => void this.#receive(request, response))
  }

  static async start(): Promise<HostileReceiver> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new HostileReceiver(server)
  }

  /** Returns the state of each service in the message about it that was accepted last. */
  newest(): ReadonlyMap<string, string | null> {
    return new Map(this.accepted.map(({ service, to }) => [service, to]))
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { data } = JSON.parse(Buffer.concat(chunks).toString())
    const { service, sequence, to } = data
    const message = { id: String(request.headers['webhook-id']), service, sequence, to }
    this.read.push(message)
    const fail = FAILURES[Math.floor(Math.random() * FAILURES.length * 1.5)]
    if (this.isFailing && fail !== undefined) return fail(request, response)
    this.accepted.push(message)
    response.writeHead(204).end()
  }
}
