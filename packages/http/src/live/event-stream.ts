import type { ServerResponse } from 'node:http'
import { LIMITS } from '@opsgraph/core'
import type { Batch } from './batch.js'
import { COMMENT, type EventChoice, eventsText, resetText } from './event-text.js'
import { PendingEvents } from './pending-events.js'

export interface StreamOptions {
  readonly choice: EventChoice
  /** Called once, when the stream is over. */
  readonly onEnd: () => void
  /** Called if the stream is over because its reader lags. */
  readonly onLag: () => void
}

/**
 * Writes events to one reader. The memory that a reader takes is bounded: what cannot be sent waits in
 * {@link PendingEvents}, and a reader for whom too much waits is disconnected.
 */
export class EventStream {
  readonly choice: EventChoice
  readonly #options: StreamOptions
  readonly #pending = new PendingEvents()
  /** `undefined` before the headers are sent: what happens until then is part of what the reader reads at `reset`. */
  #response: ServerResponse | undefined
  #hasEnded = false

  constructor(options: StreamOptions) {
    this.choice = options.choice
    this.#options = options
  }

  /** Takes over a response whose headers are sent, and tells the reader to read everything anew. */
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
   * Passes on the events of one look. If the reader has not received all of the former ones, they wait until the next
   * look: so two events about one object are never less than a look apart.
   */
  pass(batch: Batch): void {
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

  /** Tells the reader that anything may have changed. */
  reset(): void {
    this.#pending.take()
    // A reader that lags reads everything anew when it has connected again.
    if (this.#response?.writableNeedDrain) this.#disconnect()
    else this.#response?.write(resetText())
  }

  /** Shows the reader, and the proxies between, that the connection lives. */
  comment(): void {
    if (this.#response?.writableNeedDrain === false) this.#response.write(COMMENT)
  }

  end(): void {
    // What waits for a blocked reader would have to be sent before a regular end, which then may never come.
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
