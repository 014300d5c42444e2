import type { SendResult } from '../../port/notifier.js'
import type { Message, OwedRow } from '../../subscription/owed.js'
import type { StoredSubscription } from '../../subscription/subscription.js'

/** A try that has begun. */
export interface BegunTry {
  readonly subscription: StoredSubscription
  /** The stored row, with its claim. */
  readonly row: OwedRow
  readonly message: Message
  /** When the try began. */
  readonly time: string
}

/** A try that has ended. */
export interface EndedTry extends BegunTry {
  readonly result: SendResult
}

/** The numbers of tries of this process that have succeeded and failed. */
export interface DeliveryCounts {
  readonly delivered: number
  readonly failed: number
}

/** A subscription whose tries have begun to fail, or to succeed again. */
export interface FailureNews {
  readonly subscription: string
  readonly name: string
  /** Why the first failed try has failed; `null` = a try has succeeded again. */
  readonly error: string | null
}

/** Tracks the running tries of this process, and collects the results of those that have ended. */
export class DeliveryTracker {
  readonly #tracked = new Set<Promise<void>>()
  #counts: DeliveryCounts = { delivered: 0, failed: 0 }
  #news: FailureNews[] = []
  #error: unknown
  #isClosed = false

  get isClosed(): boolean {
    return this.#isClosed
  }

  counts(): DeliveryCounts {
    return this.#counts
  }

  /** Makes {@link close} wait for some work. Returns the work. */
  track<T>(work: Promise<T>): Promise<T> {
    const ended = work.then(
      () => {},
      () => {},
    )
    this.#tracked.add(ended)
    void ended.then(() => this.#tracked.delete(ended))
    return work
  }

  /** Tracks a try that nobody awaits. If it rejects, the next call of {@link takeNews} throws the error. */
  trackInBackground(work: Promise<void>): void {
    this.track(work).catch((error: unknown) => {
      this.#error ??= error
    })
  }

  /** Counts tries whose results are stored, and adds news for {@link takeNews}. */
  record(ended: readonly EndedTry[], news: readonly FailureNews[]): void {
    const delivered = ended.filter(({ result }) => result.delivered).length
    const { delivered: before, failed } = this.#counts
    this.#counts = { delivered: before + delivered, failed: failed + ended.length - delivered }
    this.#news.push(...news)
  }

  /**
   * Returns the news since the last call.
   *
   * @throws the first error of a tracked try since the last call
   */
  takeNews(): readonly FailureNews[] {
    const [error, news] = [this.#error, this.#news]
    this.#error = undefined
    if (error !== undefined) throw error
    this.#news = []
    return news
  }

  /** Waits for all tracked work. From now on, {@link isClosed} tells callers to begin no further try. */
  async close(): Promise<void> {
    this.#isClosed = true
    while (this.#tracked.size > 0) await Promise.all(this.#tracked)
  }
}
