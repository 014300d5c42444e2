import type { ListFilter, ListSort } from '../list-columns.js'
import type { ListQuery, Page } from '../page.js'
import type { DeliveryRecord, Histories, HistorySummary } from '../webhook/delivery/history.js'
import type { WebhookConfig } from '../webhook/webhook-config.js'

/** An item in a list of webhooks: a configuration and a summary of the histories of the webhook. */
export interface ListedWebhook {
  readonly config: WebhookConfig
  readonly histories: HistorySummary
}

/**
 * The deduplication key of a delivery that was received. Until this entry expires, further deliveries with the same key
 * are duplicates.
 */
export interface SeenDelivery {
  readonly webhookId: string
  /** The deduplication key, unique within the webhook. */
  readonly key: string
  /** ISO 8601 in UTC with milliseconds. From this time on, a delivery with this key counts as new again. */
  readonly expires: string
}

/**
 * Stores inbound webhooks: their configurations, their histories, and the deduplication keys of deliveries
 * (rules.md#webhooks).
 */
export interface WebhookStore {
  /** Default order: createTime, then id. The filter `enabled` takes the values `true` and `false`. */
  list(query: ListQuery<ListFilter<'webhooks'>, ListSort<'webhooks'>>): Promise<Page<ListedWebhook>>
  /** Every configuration, in any order. */
  all(): Promise<readonly WebhookConfig[]>
  read(id: string): Promise<WebhookConfig | undefined>
  /** Adds a webhook with empty histories. If the id is in use, changes nothing and returns false. */
  add(config: WebhookConfig): Promise<boolean>
  /** Replaces a configuration and keeps its histories. Returns false if the webhook does not exist. */
  save(config: WebhookConfig): Promise<boolean>
  /** Deletes a webhook with its histories and deduplication keys. Returns true if it existed. */
  delete(id: string): Promise<boolean>
  /** The histories of a webhook, which are empty if the webhook does not exist. */
  histories(id: string): Promise<Histories>
  /**
   * Adds the history entries of deliveries, in the order of arrival. If a history would have more than
   * `LIMITS.webhookHistory` entries, its oldest entries are removed. Concurrent calls cannot exceed this maximum,
   * because a call waits until the transactions with earlier calls for the same webhook end. Entries for unknown
   * webhooks are ignored. The number of statements does not grow with the number of deliveries.
   *
   * If a record has a `deliveredAt`, the webhook waits for its next delivery from that time on, as after {@link
   * waitFrom}. If several records of a webhook have a `deliveredAt`, the last of them counts.
   *
   * @returns the ids of the webhooks that were silent until now, each once, in any order
   */
  record(records: readonly DeliveryRecord[]): Promise<readonly string[]>
  /**
   * From `time` on, the webhook waits for its next delivery, and is not silent. Returns true if it was silent until
   * now. Does nothing for an unknown webhook. A call waits until the transactions with earlier calls of `record`,
   * `waitFrom` and `overdue` for the webhook end, and takes their changes into account.
   */
  waitFrom(id: string, time: string): Promise<boolean>
  /**
   * The first `limit` enabled webhooks that are not silent yet, but have waited for their next delivery for at least
   * `expectEvery` seconds at the time `now`. They are ordered by id, each with the time from which it waits. Webhooks
   * without `expectEvery`, and webhooks that have never waited, are left out. In a transaction, `record` and `waitFrom`
   * for these webhooks wait until the transaction ends.
   */
  overdue(
    now: string,
    limit: number,
  ): Promise<readonly { readonly config: WebhookConfig; readonly waitingSince: string }[]>
  /**
   * Marks webhooks as silent since the time from which they wait. The ids must come from {@link overdue} in the same
   * transaction.
   */
  silence(ids: readonly string[]): Promise<void>
  /** The ids of those of these webhooks that are silent, each with the time since which it is silent. */
  silentSince(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * Stores the deduplication keys of deliveries, and finds out which deliveries are new. If several callers store the
   * same key at the same time, even on different servers, the delivery is new for exactly one of them; the others wait
   * until its transaction ends. If a key is already stored and has not expired, its expiry time does not change.
   * Deliveries of unknown webhooks are not stored.
   *
   * @param now a key that has expired by this time counts as new. A call can delete more expired keys than it adds new
   *   keys, so that expired keys do not accumulate
   * @returns for each delivery, true if it is new; of several deliveries with the same webhook and key, only the first
   *   is new
   */
  remember(deliveries: readonly SeenDelivery[], now: string): Promise<readonly boolean[]>
  /**
   * Removes the keys of deliveries, so that these deliveries count as new if they arrive again. The number of
   * statements does not depend on the number of deliveries.
   */
  forget(deliveries: readonly Pick<SeenDelivery, 'webhookId' | 'key'>[]): Promise<void>
  /**
   * A text that identifies one state of the configurations. Every committed `add`, `save` or `delete` changes this
   * text. The new text was never returned before. A cache must read the revision first and then the configurations. In
   * the reverse order, the cache could keep old configurations under the new revision.
   */
  revision(): Promise<string>
}
