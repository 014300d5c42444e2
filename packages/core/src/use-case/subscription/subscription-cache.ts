import { compileTest } from '../../filter/compile-filter.js'
import type { StoreParts } from '../../port/store.js'
import type { StoredSubscription } from '../../subscription/subscription.js'
import type { CountedTest } from '../../work-meter.js'

/** A subscription with its compiled filter. */
export interface WatchedSubscription {
  readonly subscription: StoredSubscription
  /** Whether the `filters` match an alert. */
  readonly matches: CountedTest<object>
}

/** All subscriptions, and their version. */
export interface WatchedSubscriptions {
  readonly version: string
  readonly all: readonly WatchedSubscription[]
  readonly byId: ReadonlyMap<string, WatchedSubscription>
}

/** Caches the subscriptions until one of them is added, changed or deleted. */
export class SubscriptionCache {
  #cached: WatchedSubscriptions | undefined

  /** Costs one short statement if nothing has changed. */
  async at({ subscriptions }: StoreParts): Promise<WatchedSubscriptions> {
    // The version is read before the subscriptions. If they change in between, the next call reads them again.
    const version = await subscriptions.version()
    if (this.#cached?.version === version) return this.#cached
    const all = (await subscriptions.all()).map((subscription) => ({
      subscription,
      matches: compileTest(subscription.filters),
    }))
    this.#cached = { version, all, byId: new Map(all.map((each) => [each.subscription.id, each])) }
    return this.#cached
  }
}
