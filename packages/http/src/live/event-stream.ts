import type { ServerResponse } from 'node:http'
import { LIMITS } from '@opsgraph/core'
import type { EventBatch } from './batch.js'
import { type EventChoice, eventsText, KEEP_ALIVE_COMMENT, resetText } from './event-text.js'
import { PendingEvents } from './pending-events.js'

export interface StreamOptions {
  readonly choice: EventChoice
  /** Called once, when the stream has ended. */
  readonly onEnd: () => void
  /** Called if the stream is ended because its reader receives too slowly. */
  readonly onLag: () => void
}

/**
 * Writes events to one reader. The memory for each reader is bounded: events that cannot be sent wait in
 * {@link PendingEvents}; if too many wait, the reader is disconnected.
 */
export class EventStream {
  readonly choice: EventChoice
  readonly #options: StreamOptions
  readonly #pending = new PendingEvents()
  /** `undefined` until the headers are sent. Events before that are not needed: `reset` makes the reader read all. */
  #response: ServerResponse | undefined
  #hasEnded = false

  constructor(options: StreamOptions) {
    this.choice = options.choice
    this.#options = options
  }

  /** Begins to write to a response whose headers are sent: first `reset`, which tells the reader to read everything. */
  begin(response: ServerResponse): void {
    if (response.req.method === 'HEAD' || response.destroyed) {
      this.#over()
      return
    }
    response.once('close', () => this.#over())
    this.#response = response
    response.write(resetText(this.choice.warning))
  }

  /**
   * Sends the events of one look. If the reader has not received all earlier events, the new events wait until a later
   * look. So the reader gets at most one event about an object in each look.
   */
  pass(batch: EventBatch): void {
    const response = this.#response
    if (response === undefined) return
    const { events, bytes } = batch.of(this.choice)
    const isBlocked = response.writableNeedDrain
    if (!isBlocked && this.#pending.size === 0) {
      if (bytes.length > 0) response.write(bytes)
      return
    }
    this.#pending.add(events)
    if (!isBlocked) response.write(eventsText(this.#pending.take()))
    else if (this.#pending.size > LIMITS.eventBuffer) this.#disconnect()
  }

  /** Sends `reset`: anything may have changed. */
  reset(): void {
    this.#pending.take()
    // A reader that receives too slowly reads everything after it has connected again.
    if (this.#response?.writableNeedDrain) this.#disconnect()
    else this.#response?.write(resetText())
  }

  /** Sends a comment, which shows the reader and proxies that the connection works. */
  comment(): void {
    if (this.#response?.writableNeedDrain === false) this.#response.write(KEEP_ALIVE_COMMENT)
  }

  end(): void {
    // A regular end would wait until a blocked reader has received everything, which may never happen.
    if (this.#response?.writableNeedDrain) this.#response.destroy()
    else this.#response?.end()
    this.#over()
  }

  #disconnect(): void {
    this.#options.onLag()
    this.end()
  }

  #over(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#response = undefined
    this.#options.onEnd()
  }
}
