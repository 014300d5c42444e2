import type { ByAlertSubscriptionKind } from './single-alerts.js'
import { SubscriptionCache } from './subscription-cache.js'
import { SubscriptionAlertCache } from './told-alerts.js'

/** What a process caches between two looks, so that a look reads only changes. */
export class SubscriptionLookCache {
  readonly subscriptions = new SubscriptionCache()
  readonly alerts = new SubscriptionAlertCache()
  /** For each subscription of the kind `alert` or `unreached`, what the last look of this process saw, by its id. */
  lastSeen: ReadonlyMap<string, LastObservedAlerts> = new Map()

  /** Frees the memory of alerts. Called if there is no subscription of the kind `alert` or `unreached`. */
  forgetAlerts(): void {
    this.alerts.forget()
    this.lastSeen = new Map()
  }
}

/** What a subscription has seen in the last look of this process. */
export interface LastObservedAlerts {
  /** `SubscriptionProgress.looked` after the look. If it differs now, another process has changed rows since then. */
  readonly looked: string
  /** When this process last compared all single alerts with the stored rows, in milliseconds. */
  readonly comparedAt: number
  /** The states that `findAlertStates` returned in this look. */
  readonly states: ByAlertSubscriptionKind<ReadonlyMap<string, string>>
}
