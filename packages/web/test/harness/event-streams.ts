import type { IncomingMessage, ServerResponse } from 'node:http'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

/** What the streams of a server say about a change. */
interface Told {
  readonly kind: string
  readonly id: string
}

/** Stands between the browsers and a server, so that tests can count, cut and refuse its streams of events. */
export class EventStreams {
  readonly #open = new Set<ServerResponse>()
  /** Answers requests for a stream instead of the server. */
  refuse: Handler | undefined
  /** The number of requests for a stream. */
  asked = 0

  /** The number of streams that are open. */
  get count(): number {
    return this.#open.size
  }

  /** Breaks all streams. */
  cut(): void {
    for (const response of this.#open) response.destroy()
  }

  /** Writes a comment, as the server does every 15 seconds. A page whose clock runs fast would miss it. */
  comment(): void {
    for (const response of this.#open) response.write(':\n\n')
  }

  /** Says something in all streams, beside what the server says. */
  tell(told: Told): void {
    for (const response of this.#open) response.write(`data: ${JSON.stringify({ ...told, change: 'changed' })}\n\n`)
  }

  /** Returns a handler that stands before `app`. */
  before(app: Handler): Handler {
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
