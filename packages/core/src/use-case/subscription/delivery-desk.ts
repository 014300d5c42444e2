import { GroupCommit } from '../concurrency/group-commit.js'
import type { EndedTry } from './settle-tries.js'

/** Outcomes that end while others are stored are stored together, at most this many. */
const GROUP = { items: 500, weight: 500 }
/** At most this many outcomes wait. More are not stored: their messages are tried again. */
const QUEUE = { items: 10_000, weight: 10_000 }

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
  readonly outcomes = new GroupCommit<EndedTry, void>({ group: GROUP, groupsAtOnce: 1, queue: QUEUE })
  readonly #flying = new Set<Promise<void>>()
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

  /** Notes a try until it has ended. Its failure is thrown by the next call of {@link takeNews}. */
  fly(work: Promise<void>): void {
    const flight = work.catch((fault: unknown) => {
      this.#fault ??= fault
    })
    this.#flying.add(flight)
    void flight.then(() => this.#flying.delete(flight))
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
    while (this.#flying.size > 0) await Promise.all(this.#flying)
  }
}
