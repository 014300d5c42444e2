import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { type Caller, LIMITS, type Opsgraph, OpsgraphError } from '@opsgraph/core'
import { HttpError } from '../http-error.js'
import { Rounds } from '../job/rounds.js'
import type { Logger } from '../log/log.js'
import { STOPPING_EVENT_NAME } from '../request-context.js'
import { EventBatch } from './batch.js'
import { EventStream } from './event-stream.js'
import type { EventChoice, NoticedEvent } from './event-text.js'

/** Times in milliseconds. */
export interface EventTimes {
  /** The time between two looks for changes; default: 1,000. */
  readonly look?: number | undefined
  /** The time between two comments; default: 15,000. */
  readonly comment?: number | undefined
  /** The time between two checks of the API keys; default: 5,000. */
  readonly check?: number | undefined
}

interface StreamsOptions {
  readonly opsgraph: Pick<Opsgraph, 'lookForEvents'>
  readonly logger: Logger
  readonly times?: EventTimes | undefined
}

/** A reader that connects. */
export interface StreamReader {
  readonly choice: EventChoice
  readonly caller: Caller
  readonly apiKey: ReaderKey
}

interface ReaderKey {
  readonly digest: string
  /**
   * Checks the API key of the reader again, and returns the caller.
   *
   * @throws OpsgraphError `unauthenticated` if the key is no longer valid
   */
  readonly check: () => Promise<Caller>
}

type LiveState = Awaited<ReturnType<Opsgraph['lookForEvents']>>['state']

/** {@link sendToAll} yields whenever it has filtered this many events, which takes a few milliseconds. */
const EVENTS_FILTERED_AT_ONCE = 20_000
/** Number of API keys that are checked at the same time. */
const KEYS_CHECKED_AT_ONCE = 10
const RETRY_AFTER_HEADER = { 'Retry-After': '15' }

/**
 * The streams of events of one application (rules.md#events). One look serves all streams. While there are no streams,
 * there are no looks.
 */
export class EventStreams {
  readonly #options: StreamsOptions
  readonly #streams = new Map<EventStream, StreamReader>()
  /** The jobs that run while there are streams; empty = none runs. */
  #jobs: readonly StreamJob[] = []
  /** The state at the last look, with which the next look compares; `undefined` = there was no look. */
  #state: LiveState | undefined
  #firstLook: Promise<void> | undefined
  #lagging = 0

  constructor(options: StreamsOptions) {
    this.#options = options
  }

  metrics(): ReturnType<Opsgraph['metrics']> {
    return [
      {
        type: 'gauge',
        name: 'opsgraph_event_readers',
        help: 'Streams of events that are open.',
        value: this.#streams.size,
      },
      {
        type: 'counter',
        name: 'opsgraph_event_readers_lagging_total',
        help: 'Streams of events that this process has ended because the reader received too slowly.',
        value: this.#lagging,
      },
    ]
  }

  /**
   * Opens a stream. The first look happens before the reader is told to read everything, so no later change is lost.
   *
   * @returns a function that begins the stream on a response whose headers are sent
   * @throws HttpError 503 if there are too many readers; 429 if too many of them have the same key
   */
  async open(reader: StreamReader): Promise<(response: ServerResponse) => void> {
    this.#requireRoom(reader)
    const stream = new EventStream({
      choice: reader.choice,
      onEnd: () => this.#leave(stream),
      onLag: () => this.#lagging++,
    })
    this.#streams.set(stream, reader)
    try {
      if (this.#state === undefined) await this.#lookFirst()
    } catch (error) {
      this.#leave(stream)
      throw error
    }
    if (this.#jobs.length === 0) this.#startJobs()
    return (response) => {
      response.once(STOPPING_EVENT_NAME, () => stream.end())
      stream.begin(response)
    }
  }

  #requireRoom({ apiKey }: StreamReader): void {
    const { readers, perKey } = LIMITS.eventStreams
    if (this.#streams.size >= readers) {
      throw new HttpError(
        503,
        `this server has ${readers} readers of events already; try again later`,
        RETRY_AFTER_HEADER,
      )
    }
    const { digest } = apiKey
    const same = Array.from(this.#streams.values(), (reader) => reader.apiKey.digest).filter((key) => key === digest)
    if (same.length < perKey) return
    const message = `${perKey} readers of events use this API key already: close one, or use another key`
    throw new HttpError(429, message, RETRY_AFTER_HEADER)
  }

  #leave(stream: EventStream): void {
    this.#streams.delete(stream)
    if (this.#streams.size > 0) return
    for (const job of this.#jobs) job.stop()
    this.#jobs = []
    this.#state = undefined
  }

  /** Performs the first look. Concurrent callers share it. */
  #lookFirst(): Promise<void> {
    this.#firstLook ??= this.#options.opsgraph
      .lookForEvents()
      .then(({ state }) => {
        if (this.#streams.size > 0) this.#state ??= state
      })
      .finally(() => {
        this.#firstLook = undefined
      })
    return this.#firstLook
  }

  #startJobs(): void {
    const { logger, times = {} } = this.#options
    const { look = 1_000, comment = 15_000, check = 5_000 } = times
    const looks = new Rounds({
      work: () => this.#look(),
      logger,
      failure: 'changes for events could not be looked for',
      pause: look,
    })
    const checks = new Rounds({
      work: () => this.#checkKeys(),
      logger,
      failure: 'the API keys of readers of events could not be checked',
      pause: check,
    })
    looks.start()
    checks.start()
    const comments = setInterval(() => {
      for (const stream of this.#streams.keys()) stream.comment()
    }, comment).unref()
    this.#jobs = [looks, checks, { stop: () => clearInterval(comments) }]
  }

  async #look(): Promise<void> {
    const before = this.#state
    if (before === undefined) return
    const { state, events } = await this.#options.opsgraph.lookForEvents(before)
    // If all readers have left meanwhile, this look is over. New readers begin with a look of their own.
    if (this.#state !== before) return
    this.#state = state
    const streams = [...this.#streams.keys()]
    if (events === undefined) for (const stream of streams) stream.reset()
    else await sendToAll(events, streams)
  }

  /** Ends the streams whose key was revoked, has expired, or has other scopes now. */
  async #checkKeys(): Promise<void> {
    const readers = new Map(Array.from(this.#streams.values(), (reader) => [reader.apiKey.digest, reader]))
    const keys = [...readers]
    for (let at = 0; at < keys.length; at += KEYS_CHECKED_AT_ONCE) {
      const batch = keys.slice(at, at + KEYS_CHECKED_AT_ONCE)
      const scopes = await Promise.all(batch.map(([, { apiKey }]) => readScopes(apiKey)))
      const now = new Map(batch.map(([digest], index) => [digest, scopes[index]]))
      for (const [stream, { apiKey, caller }] of [...this.#streams]) {
        if (now.has(apiKey.digest) && now.get(apiKey.digest) !== caller.scopes.join(' ')) stream.end()
      }
    }
  }
}

interface StreamJob {
  stop(): void
}

/** Sends events to all streams. Yields now and then, so that the process can serve other requests. */
async function sendToAll(events: readonly NoticedEvent[], streams: readonly EventStream[]): Promise<void> {
  const batch = new EventBatch(events)
  let passed = 0
  for (const stream of streams) {
    stream.pass(batch)
    passed += events.length
    if (passed < EVENTS_FILTERED_AT_ONCE) continue
    passed = 0
    await setImmediate()
  }
}

/** Returns the current scopes of a key; `undefined` if the key is no longer valid. */
async function readScopes({ check }: ReaderKey): Promise<string | undefined> {
  try {
    return (await check()).scopes.join(' ')
  } catch (error) {
    if (error instanceof OpsgraphError && error.kind === 'unauthenticated') return undefined
    throw error
  }
}
