import type { IncomingMessage, ServerResponse } from 'node:http'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

/** An event that a test sends on the streams. */
interface SentEvent {
  readonly kind: string
  readonly id: string
}

/** Handles requests for streams of events before the server does, so that tests can count, break and refuse streams. */
export class EventStreams {
  readonly #open = new Set<ServerResponse>()
  /** The handler that answers requests for a stream; `undefined` = the server answers them. */
  refuse: Handler | undefined
  /** The number of requests for a stream. */
  asked = 0

  /** The number of streams that are open. */
  get count(): number {
    return this.#open.size
  }

  /** Breaks all streams. */
  breakAll(): void {
    for (const response of this.#open) response.destroy()
  }

  /**
   * Writes a comment on all streams, as the server does every 15 seconds. Tests that fast-forward the clock of a page
   * need it, because the comments of the server come too late for this clock.
   */
  comment(): void {
    for (const response of this.#open) response.write(':\n\n')
  }

  /** Sends an event on all streams, in addition to those of the server. */
  send(told: SentEvent): void {
    for (const response of this.#open) response.write(`data: ${JSON.stringify({ ...told, change: 'changed' })}\n\n`)
  }

  /** Returns a handler that handles requests for a stream, and passes all others to `app`. */
  wrap(app: Handler): Handler {
    return (request, response) => {
      if (!request.url?.startsWith('/api/events')) return app(request, response)
      this.asked++
      if (this.refuse !== undefined) return this.refuse(request, response)
      this.#open.add(response)
      response.once('close', () => this.#open.delete(response))
      return app(request, response)
    }
  }
}
