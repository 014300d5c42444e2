import type { ListQuery, Page } from '../page.js'
import type { DeliveryTrace, Histories, HistorySummary } from '../webhook/history.js'
import type { WebhookConfig } from '../webhook/webhook-config.js'

export const WEBHOOK_FILTERS = ['id', 'name', 'description', 'sourceId', 'enabled', 'createdBy'] as const
export type WebhookFilter = (typeof WEBHOOK_FILTERS)[number]
export const WEBHOOK_SORTS = [...WEBHOOK_FILTERS, 'createTime', 'updateTime'] as const
export type WebhookSort = (typeof WEBHOOK_SORTS)[number]

/** A configuration as lists show it. */
export interface ListedWebhook {
  readonly config: WebhookConfig
  readonly histories: HistorySummary
}

/** That a delivery was received, to be known again while it is remembered. */
export interface SeenDelivery {
  readonly webhookId: string
  /** What tells it from others of this webhook. */
  readonly key: string
  /** ISO 8601 in UTC with milliseconds; from then on it is forgotten. */
  readonly expires: string
}

/** Inbound webhooks: configurations, histories, and which deliveries were seen (rules.md#webhooks). */
export interface WebhookStore {
  /** Default order: createTime, ties by id. `enabled` is filtered by `true` and `false`. */
  list(query: ListQuery<WebhookFilter, WebhookSort>): Promise<Page<ListedWebhook>>
  /** Every configuration, in no promised order. */
  all(): Promise<readonly WebhookConfig[]>
  read(id: string): Promise<WebhookConfig | undefined>
  /** False when the id is in use; that webhook stays as it is. Histories begin empty. */
  add(config: WebhookConfig): Promise<boolean>
  /** False when there is no such webhook. Its histories stay. */
  save(config: WebhookConfig): Promise<boolean>
  /** Whether there was such a webhook. Its histories go with it, and what was remembered of its deliveries. */
  delete(id: string): Promise<boolean>
  /** Empty for an unknown webhook. */
  histories(id: string): Promise<Histories>
  /**
   * Adds what deliveries leave, in the order in which they came, and drops what is too old: whoever looks, and however many
   * record at once, no history ever has more than `LIMITS.webhookHistory` entries, not even physically. Of those who
   * record for the same webhook each waits until the one before has ended its transaction. Traces of unknown webhooks
   * leave nothing. The number of statements does not grow with that of the traces.
   */
  record(traces: readonly DeliveryTrace[]): Promise<void>
  /**
   * Remembers deliveries. Of several callers, on however many servers, one alone is told that a delivery is new; until
   * its transaction ends, the others wait. A delivery that is known already keeps the time at which it expires. Of
   * unknown webhooks nothing is remembered.
   *
   * @param now what has expired by then is forgotten: it is new again, and removed little by little, by every call more
   *   than it adds
   * @returns for each delivery whether it is new; of equal ones in the list, the first
   */
  remember(deliveries: readonly SeenDelivery[], now: string): Promise<readonly boolean[]>
  /**
   * A text that stands for one state of the configurations: after every committed `add`, `save` or `delete` it is one that
   * was never seen before. Whoever keeps configurations by it reads it before them.
   */
  revision(): Promise<string>
}
