import type { ListFilter, ListSort } from '../list-columns.js'
import type { ListQuery, Page } from '../page.js'
import type { InFlight } from '../subscription/choose-tries.js'
import type { SubscriptionDelivery } from '../subscription/delivery.js'
import type { OwedKey, OwedRow } from '../subscription/owed.js'
import type { SubscriptionProgress } from '../subscription/progress.js'
import type { StoredSubscription, SubscriptionKind } from '../subscription/subscription.js'

/** Subscriptions, what they owe, and their last deliveries. */
export interface SubscriptionStore {
  /** Default order: name, then id. The filter `q` finds a folded text in `subscriptionSearchText`. */
  list(query: ListQuery<ListFilter<'subscriptions'>, ListSort<'subscriptions'>>): Promise<Page<StoredSubscription>>
  /** All of them, in the order of their ids. */
  all(): Promise<readonly StoredSubscription[]>
  /** Identifies the subscriptions: the same version means that none was added, changed or deleted meanwhile. */
  version(): Promise<string>
  read(id: string): Promise<StoredSubscription | undefined>
  /** Adds a subscription, or replaces the one with the same id. */
  save(subscription: StoredSubscription): Promise<void>
  /** Deletes a subscription with all that it owes and its deliveries. Returns true if it existed. */
  delete(id: string): Promise<boolean>
  /**
   * What any subscription keeps of these objects, in any order. In a transaction, waits for other transactions that have
   * locked the rows, and locks the rows until the transaction ends.
   */
  owedOf(kind: SubscriptionKind, objects: readonly string[]): Promise<readonly OwedRow[]>
  /** The rows with these keys, as far as they exist, in any order. Waits and locks as `owedOf` does. */
  lockOwed(keys: readonly OwedKey[]): Promise<readonly OwedRow[]>
  /** What a subscription keeps, or some of it, in the order of kind and object. Locks nothing. */
  owedBy(subscription: string, some?: SomeOwed): Promise<readonly OwedRow[]>
  /** What these subscriptions keep, or some of it, in any order. Locks nothing. */
  owedByEach(subscriptions: readonly string[], some?: SomeOwed): Promise<readonly OwedRow[]>
  /**
   * Adds rows, or replaces those with the same key. Rows of a subscription that does not exist are not added. No two rows
   * of a call may have the same key.
   */
  saveOwed(rows: readonly OwedRow[]): Promise<void>
  /** Deletes rows. */
  forget(keys: readonly OwedKey[]): Promise<void>
  /**
   * The rows to try now, at most `limit` of each subscription that is enabled: those that are due, and not claimed at
   * `now`; by rank, then by due. In a transaction, locks them until it ends, and leaves out what other transactions have
   * locked. Costs little if nothing is due, however much is owed.
   */
  due(now: string, limit: number): Promise<readonly OwedRow[]>
  /** The rows that are claimed at `now`, by subscription: their number, and the lowest rank. Subscriptions without any are absent. */
  claimed(now: string): Promise<ReadonlyMap<string, InFlight>>
  /** Adds deliveries. Keeps the newest 50 of each subscription. Those of a subscription that does not exist are not added. */
  addDeliveries(deliveries: readonly SubscriptionDelivery[]): Promise<void>
  /** The deliveries of a subscription, newest first: by time, and the last one added first if the times are equal. */
  deliveries(subscription: string): Promise<readonly SubscriptionDelivery[]>
  /** The progress of the subscriptions that have any, by subscription. */
  progress(): Promise<ReadonlyMap<string, SubscriptionProgress>>
  /**
   * Sets the progress of subscriptions, at most once for each. Leaves `version` as it is; `save` leaves the progress as
   * it is. That of a subscription that does not exist is not set.
   */
  saveProgress(progress: readonly SubscriptionProgress[]): Promise<void>
}

/** Which rows to read. With `below` or `isOwing`, that costs little if these are few, however much is kept. */
export interface SomeOwed {
  readonly kinds?: readonly SubscriptionKind[]
  /** Only rows with a lower rank. */
  readonly below?: number
  /** Only rows of which something is to be sent, now or later. */
  readonly isOwing?: boolean
}
