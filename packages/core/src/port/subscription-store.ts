import type { ListFilter, ListSort } from '../list-columns.js'
import type { ListQuery, Page } from '../page.js'
import type { InFlight } from '../subscription/choose-tries.js'
import type { SubscriptionDelivery } from '../subscription/delivery.js'
import type { OwedKey, OwedRow } from '../subscription/owed.js'
import type { SubscriptionProgress } from '../subscription/progress.js'
import type { StoredSubscription, SubscriptionKind } from '../subscription/subscription.js'

/**
 * Stores subscriptions, their last deliveries, and rows. Each row is about one subscription and one object (a service
 * or an alert): it says which state of the object the subscription owes, and which state was delivered.
 */
export interface SubscriptionStore {
  /** Default order: name, then id. The filter `q` matches if `subscriptionSearchText` contains one of its values. */
  list(query: ListQuery<ListFilter<'subscriptions'>, ListSort<'subscriptions'>>): Promise<Page<StoredSubscription>>
  /** All subscriptions, ordered by id. */
  all(): Promise<readonly StoredSubscription[]>
  /**
   * A text that identifies the state of all subscriptions: if one is added, changed or deleted, the text is different.
   */
  version(): Promise<string>
  read(id: string): Promise<StoredSubscription | undefined>
  /** Adds a subscription, or replaces the stored subscription with the same id. */
  save(subscription: StoredSubscription): Promise<void>
  /** Deletes a subscription with its rows and deliveries. Returns true if it existed. */
  delete(id: string): Promise<boolean>
  /**
   * The rows of these objects, of all subscriptions, in any order. In a transaction, waits for other transactions that
   * have locked the rows, and locks the rows until the transaction ends.
   */
  owedOf(kind: SubscriptionKind, objects: readonly string[]): Promise<readonly OwedRow[]>
  /** The stored rows among `keys`, in any order. Waits and locks as {@link owedOf} does. */
  lockOwed(keys: readonly OwedKey[]): Promise<readonly OwedRow[]>
  /** The rows of a subscription, or those that `some` selects, ordered by kind, then object. Locks nothing. */
  owedBy(subscription: string, some?: OwedRowSelection): Promise<readonly OwedRow[]>
  /** The rows of these subscriptions, or those that `some` selects, in any order. Locks nothing. */
  owedByEach(subscriptions: readonly string[], some?: OwedRowSelection): Promise<readonly OwedRow[]>
  /**
   * Adds each row, or replaces the stored row with the same key. Rows of a subscription that does not exist are
   * ignored. No two rows of a call may have the same key.
   */
  saveOwed(rows: readonly OwedRow[]): Promise<void>
  forget(keys: readonly OwedKey[]): Promise<void>
  /**
   * The rows to try now, ordered by `rank` (the most severe first), then due time: at most `limit` rows of each enabled
   * subscription. A row is tried if it is due and not claimed at `now`. In a transaction, locks the rows until the
   * transaction ends, and leaves out rows that other transactions have locked. Costs little if no row is due,
   * regardless of the number of rows.
   */
  due(now: string, limit: number): Promise<readonly OwedRow[]>
  /** For each subscription with rows that are claimed at `now`, by its id: how many rows, and their lowest rank. */
  claimed(now: string): Promise<ReadonlyMap<string, InFlight>>
  /**
   * Adds deliveries, and keeps only the newest `LIMITS.subscriptionDeliveries` of each subscription. Deliveries of a
   * subscription that does not exist are ignored.
   */
  addDeliveries(deliveries: readonly SubscriptionDelivery[]): Promise<void>
  /**
   * The deliveries of a subscription, newest first. If times are equal, the delivery that was added last comes first.
   */
  deliveries(subscription: string): Promise<readonly SubscriptionDelivery[]>
  /** The stored progress of subscriptions, keyed by the id of the subscription. Those without progress are absent. */
  progress(): Promise<ReadonlyMap<string, SubscriptionProgress>>
  /**
   * Sets the progress of subscriptions, at most once for each. Ignores subscriptions that do not exist. Does not change
   * the result of {@link version}; and {@link save} does not change the progress.
   */
  saveProgress(progress: readonly SubscriptionProgress[]): Promise<void>
}

/**
 * Selects rows that have all given properties. If `below` or `isOwing` is given, the cost depends on the number of
 * selected rows, not on the number of all rows.
 */
export interface OwedRowSelection {
  readonly kinds?: readonly SubscriptionKind[]
  /** Selects only rows whose rank is lower than this number. */
  readonly below?: number
  /** If true, selects only rows that owe a message, now or later. */
  readonly isOwing?: boolean
}
