import type { SendResult } from '../../port/notifier.js'
import type { Message, OwedRow } from '../../subscription/owed.js'
import type { StoredSubscription } from '../../subscription/subscription.js'

/** A try that has begun. */
export interface BegunTry {
  readonly subscription: StoredSubscription
  /** The row as it is stored during the try. */
  readonly row: OwedRow
  readonly message: Message
  /** When the try began. */
  readonly time: string
}

/** A try that has ended. */
export interface EndedTry extends BegunTry {
  readonly result: SendResult
}

/** How many tries of this process were answered, and how. */
export interface DeliveryCounts {
  readonly delivered: number
  readonly failed: number
}

/** A subscription whose tries begin to fail, or succeed again. */
export interface FailureNews {
  readonly subscription: string
  readonly name: string
  /** Why the first try failed; `null` = a try has succeeded again. */
  readonly error: string | null
}

/** The tries of this process that are in flight, and what came of those that have ended. */
export class DeliveryDesk {
  readonly #tracked = new Set<Promise<void>>()
  #counts: DeliveryCounts = { delivered: 0, failed: 0 }
  #news: FailureNews[] = []
  #fault: unknown
  #isClosed = false

  get isClosed(): boolean {
    return this.#isClosed
  }

  counts(): DeliveryCounts {
    return this.#counts
  }

  /** Remembers work until it has ended, so that {@link close} waits for it. Returns the same work. */
  track<T>(work: Promise<T>): Promise<T> {
    const ended = work.then(
      () => {},
      () => {},
    )
    this.#tracked.add(ended)
    void ended.then(() => this.#tracked.delete(ended))
    return work
  }

  /** Tracks a try that nobody awaits. Its fault is thrown by the next call of {@link takeNews}. */
  fly(work: Promise<void>): void {
    this.track(work).catch((fault: unknown) => {
      this.#fault ??= fault
    })
  }

  /** Notes what came of tries whose outcomes are stored. */
  note(ended: readonly EndedTry[], news: readonly FailureNews[]): void {
    const delivered = ended.filter(({ result }) => result.delivered).length
    const { delivered: before, failed } = this.#counts
    this.#counts = { delivered: before + delivered, failed: failed + ended.length - delivered }
    this.#news.push(...news)
  }

  /**
   * The news since the last call.
   *
   * @throws the first fault of a try since the last call
   */
  takeNews(): readonly FailureNews[] {
    const [fault, news] = [this.#fault, this.#news]
    this.#fault = undefined
    if (fault !== undefined) throw fault
    this.#news = []
    return news
  }

  /** Begins no further try, and waits for those in flight. */
  async close(): Promise<void> {
    this.#isClosed = true
    while (this.#tracked.size > 0) await Promise.all(this.#tracked)
  }
}
