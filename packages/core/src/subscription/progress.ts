import type { FailureState } from './failing-subscription.js'

/**
 * What servers store about their work for a subscription. Saving it does not change the version of the subscriptions.
 */
export interface SubscriptionProgress {
  readonly subscription: string
  /**
   * Identifies the settings of the subscription when a server last compared all its objects with the stored rows;
   * `null` = no server has.
   */
  readonly compared: string | null
  /** The id of the last look that has changed rows about single alerts; `null` = no look has. */
  readonly looked: string | null
  /** Since when the tries fail; `null` = the last try succeeded, or there was none. */
  readonly failing: FailureState | null
}

/** Returns the progress of a subscription for which no server has worked yet. */
export function noProgress(subscription: string): SubscriptionProgress {
  return { subscription, compared: null, looked: null, failing: null }
}
