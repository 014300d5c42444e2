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

  /** Ends all streams, as a server does that stops. */
  cut(): void {
    for (const response of this.#open) response.destroy()
  }

  /** Says something in all streams; `undefined` = everything may have changed. */
  tell(told?: Told): void {
    const text =
      told === undefined ? 'event: reset\ndata: {}\n\n' : `data: ${JSON.stringify({ ...told, change: 'changed' })}\n\n`
    for (const response of this.#open) response.write(text)
  }

  /** Returns a handler that answers requests for a stream, and leaves all others to `app`. */
  before(app: Handler): Handler {
    return (request, response) => {
      if (!request.url?.startsWith('/api/events')) {
        if (request.method !== 'GET') response.once('close', () => this.tell())
        return app(request, response)
      }
      this.asked++
      if (this.refuse !== undefined) return this.refuse(request, response)
      this.#open.add(response)
      response.once('close', () => this.#open.delete(response))
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
      response.write('event: reset\ndata: {}\n\n')
    }
  }
}
