import type { RequestListener } from 'node:http'
import { createOpsgraph, type License, type Store } from '@opsgraph/core'
import { createApp, createLogger, type Listener, listen } from '@opsgraph/http'
import { MemoryStore } from '@opsgraph/store-memory'
import { madeOnce } from '../../../../test/once-a-run/made-once.js'
import { EventStreams } from './event-streams.js'
import { Receiver } from './receiver.js'

export const KEY = 'the-key-of-these-tests'

const SECRET_KEY = 'the-secret-of-these-tests'

interface Sent {
  readonly method?: string
  readonly json?: unknown
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

interface Parts {
  readonly webConsole: string
  readonly store: Store
  readonly events: EventStreams
  readonly receiver: Receiver
  readonly listener: Listener
}

/** A server in the process of the test, which serves the built console and the API on an empty memory store. */
export class ConsoleServer {
  readonly #webConsole: string
  readonly #store: Store
  readonly events: EventStreams
  /** Receives the messages of subscriptions. */
  readonly receiver: Receiver
  #listener: Listener

  private constructor(parts: Parts) {
    this.#webConsole = parts.webConsole
    this.#store = parts.store
    this.events = parts.events
    this.receiver = parts.receiver
    this.#listener = parts.listener
  }

  static async start(): Promise<ConsoleServer> {
    const webConsole = await madeOnce('console')
    const store = new MemoryStore()
    const [events, receiver] = [new EventStreams(), new Receiver()]
    const listener = await serve(store, webConsole, { events, notifier: receiver })
    return new ConsoleServer({ webConsole, store, events, receiver, listener })
  }

  get url(): string {
    return this.#listener.url
  }

  /** Starts another server on the same store. The other server must be stopped before this server. */
  async another(license?: License): Promise<Listener> {
    return await serve(this.#store, this.#webConsole, { license })
  }

  /**
   * Sends a request to the API, by default with the administrator key.
   *
   * @throws Error if the request does not succeed
   */
  async ask<Answer = unknown>(path: string, sent: Sent = {}): Promise<Answer> {
    return await sendTo<Answer>(this.url, path, sent)
  }

  /** Opens the alerts about silent webhooks, as a server would this number of seconds later. */
  async noticeSilence(seconds: number): Promise<void> {
    const later = () => new Date(Date.now() + seconds * 1_000)
    await createOpsgraph({ store: this.#store, clock: later }).noticeSilence()
  }

  /** Records how the states of services have changed, as if a server had done this a number of minutes ago. */
  async noticeImpact(minutesAgo = 0): Promise<void> {
    const earlier = () => new Date(Date.now() - minutesAgo * 60_000)
    await createOpsgraph({ store: this.#store, clock: earlier, notifier: this.receiver }).noticeImpact()
  }

  /** Sends the messages that subscriptions owe, as a server would this number of minutes later. */
  async deliver(minutes = 0): Promise<void> {
    const later = () => new Date(Date.now() + minutes * 60_000)
    const parts = { store: this.#store, clock: later, secretKey: SECRET_KEY, notifier: this.receiver }
    await createOpsgraph(parts).deliverOwed()
  }

  /**
   * Stops the server as for a restart, and keeps its data.
   *
   * @returns a function that starts the server again
   */
  async pause(): Promise<() => Promise<void>> {
    const { port } = new URL(this.url)
    await this.#listener.close(0)
    return async () => {
      this.#listener = await serve(this.#store, this.#webConsole, {
        port: Number(port),
        events: this.events,
        notifier: this.receiver,
      })
    }
  }

  async stop(): Promise<void> {
    await this.#listener.close(0)
    await this.#store.close()
  }
}

/** A server to which tests can send requests. */
export type Asked = Pick<ConsoleServer, 'ask'>

export async function sendTo<Answer>(
  url: string,
  path: string,
  { method, json, key = KEY, headers = {} }: Sent,
): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    method: method ?? (json === undefined ? 'GET' : 'POST'),
    headers: { Authorization: `Key ${key}`, 'Content-Type': 'application/json', ...headers },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

interface Serving {
  readonly notifier?: Receiver
  /** The streams of events of the server. */
  readonly events?: EventStreams
  /** The port to listen on; 0 means any free port. */
  readonly port?: number
  readonly license?: License | undefined
}

let last = 0

/**
 * Returns the current time, but never the same time twice, so that objects are sorted in the order of their creation.
 */
function clock(): Date {
  last = Math.max(last + 1, Date.now())
  return new Date(last)
}

export async function serve(
  store: Store,
  webConsole: string,
  { port = 0, license, notifier = new Receiver(), events = new EventStreams() }: Serving = {},
): Promise<Listener> {
  const opsgraph = createOpsgraph({
    store,
    clock,
    adminKey: KEY,
    secretKey: SECRET_KEY,
    notifier,
    ...(license && { license }),
  })
  let url = ''
  const app = createApp({ opsgraph, baseUrl: () => url, logger: createLogger('silent'), webConsole })
  const listener = await listen(events.wrap(delayAnswers(app)), { host: '127.0.0.1', port })
  url = listener.url
  return listener
}

/** The longest delay of a request from a page to the API, and of its answer, in milliseconds (CONTRIBUTING.md). */
const LONGEST_DELAY = Number(process.env.CONSOLE_DELAY ?? 0)

/** Makes the answers to pages come late and in any order, as on a slow network. */
function delayAnswers(app: RequestListener): RequestListener {
  const later = (act: () => void) => setTimeout(act, Math.random() * LONGEST_DELAY)
  return (request, response) => {
    // Only browsers send this header: the requests with which a test prepares its data are not delayed.
    const isOfPage = request.headers['sec-fetch-site'] !== undefined && request.url?.startsWith('/api/') === true
    if (LONGEST_DELAY === 0 || !isOfPage) return app(request, response)
    const end = response.end.bind(response) as (...sent: readonly unknown[]) => unknown
    Object.assign(response, { end: (...sent: readonly unknown[]) => later(() => end(...sent)) })
    later(() => app(request, response))
  }
}
