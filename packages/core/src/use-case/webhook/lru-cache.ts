/** The limits of a cache. */
export interface CacheLimits<Value> {
  /** The number of milliseconds after which a value is loaded again. */
  readonly maxAge: number
  /** The maximum total weight of all values. If it is exceeded, the least recently used values are dropped. */
  readonly maxWeight: number
  readonly weigh: (value: Value) => number
}

interface CacheEntry<Value> {
  readonly value: Promise<Value | undefined>
  readonly readAt: number
  weight: number
}

/**
 * A cache (LRU) with a maximum age and a maximum weight. Concurrent reads of a key share one load. Missing values are
 * not cached.
 */
export class LruCache<Value> {
  readonly #limits: CacheLimits<Value>
  readonly #entries = new Map<string, CacheEntry<Value>>()
  #weight = 0

  constructor(limits: CacheLimits<Value>) {
    this.#limits = limits
  }

  /**
   * Returns the cached value of a key. If there is none, or if it is too old, calls `load` and caches the result.
   *
   * @param now the time in milliseconds; may be earlier than in the previous call, because the clock can be set back
   */
  async read(key: string, now: number, load: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const cached = this.#entries.get(key)
    if (cached !== undefined) this.#remove(key)
    const entry =
      cached !== undefined && this.#isFresh(cached, now) ? cached : { value: load(), readAt: now, weight: 0 }
    // The map is in the order of use: the entry was removed above, and is added again as its last entry.
    this.#entries.set(key, entry)
    this.#weight += entry.weight
    return entry === cached ? await entry.value : await this.#settle(key, entry)
  }

  clear(): void {
    this.#entries.clear()
    this.#weight = 0
  }

  #isFresh({ readAt }: CacheEntry<Value>, now: number): boolean {
    return Math.abs(now - readAt) < this.#limits.maxAge
  }

  async #settle(key: string, entry: CacheEntry<Value>): Promise<Value | undefined> {
    try {
      const value = await entry.value
      this.#weighIn(key, entry, value)
      return value
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#remove(key)
      throw error
    }
  }

  #weighIn(key: string, entry: CacheEntry<Value>, value: Value | undefined): void {
    // The entry was cleared or replaced while it was loading, so its weight must not be counted.
    if (this.#entries.get(key) !== entry) return
    if (value === undefined) {
      this.#remove(key)
      return
    }
    entry.weight = this.#limits.weigh(value)
    this.#weight += entry.weight
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limits.maxWeight) break
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0
    this.#entries.delete(key)
  }
}
