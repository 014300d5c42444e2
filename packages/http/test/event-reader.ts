import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { ADMIN_KEY, type TestServer } from './test-server.js'

export interface ReadEvent {
  readonly kind: string
  readonly id: string
  readonly change: string
  readonly time: string
}

export interface ReaderOptions {
  readonly query?: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Reads the stream of events of a server, as a program with Node's own client would. */
export class EventReader {
  readonly answer: IncomingMessage
  /** Everything that has arrived, in order. */
  readonly blocks: string[] = []
  /** When each block arrived, in milliseconds of `performance.now()`. */
  readonly times: number[] = []
  isOver = false
  readonly #request: ClientRequest
  #rest = ''
  #waiting: (() => void)[] = []

  private constructor(request: ClientRequest, answer: IncomingMessage) {
    this.#request = request
    this.answer = answer
    answer.setEncoding('utf8')
    answer.on('data', (text: string) => this.#take(text))
    const end = () => {
      this.isOver = true
      this.#wake()
    }
    answer.on('end', end).on('error', end).on('close', end)
  }

  /** Connects, and resolves when the headers have arrived. */
  static open({ url }: Pick<TestServer, 'url'>, options: ReaderOptions = {}): Promise<EventReader> {
    const { query = '', key = ADMIN_KEY, headers } = options
    return new Promise((resolve, reject) => {
      const sent = request(`${url}/api/events${query}`, { headers: { Authorization: `Key ${key}`, ...headers } })
      sent.on('error', reject)
      sent.on('response', (answer) => resolve(new EventReader(sent, answer)))
      sent.end()
    })
  }

  /** The events that have arrived, without `reset` and comments. */
  get events(): readonly ReadEvent[] {
    return this.blocks.filter((block) => block.startsWith('data: ')).map((block) => JSON.parse(block.slice(6)))
  }

  /** The events as texts, such as `alert changed 7`. */
  get told(): readonly string[] {
    return this.events.map(({ kind, change, id }) => `${kind} ${change} ${id}`)
  }

  /** Waits until a condition is true. It is checked whenever something arrives. */
  async until(condition: (reader: this) => boolean): Promise<this> {
    while (!condition(this)) {
      if (this.isOver) throw new Error(`the stream is over: ${JSON.stringify(this.blocks)}`)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    return this
  }

  /** Waits until an event has arrived. */
  async hears(told: string): Promise<void> {
    await this.until((reader) => reader.told.includes(told))
  }

  async over(): Promise<void> {
    while (!this.isOver) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  close(): void {
    this.#request.destroy()
  }

  #take(text: string): void {
    const blocks = (this.#rest + text).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    this.blocks.push(...blocks)
    this.times.push(...blocks.map(() => performance.now()))
    this.#wake()
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const wake of waiting) wake()
  }
}
