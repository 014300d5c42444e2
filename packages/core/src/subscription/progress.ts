import type { Failing } from './failing-subscription.js'

/** What servers note about a subscription while they tell. Saving it leaves the version of the subscriptions as it is. */
export interface SubscriptionProgress {
  readonly subscription: string
  /** Identifies the settings with which a server has compared everything that is owed; `null` = none has. */
  readonly compared: string | null
  /** Identifies the last look that has changed what is owed of single alerts; `null` = none has. */
  readonly looked: string | null
  /** `null` = the last try was successful, or there was none. */
  readonly failing: Failing | null
}

/** The progress of a subscription with which no server has done anything. */
export function noProgress(subscription: string): SubscriptionProgress {
  return { subscription, compared: null, looked: null, failing: null }
}
