import type { ListFilter, WebhookConfig } from '@opsgraph/core'
import type {
  DeliveryTrace,
  Histories,
  ListedWebhook,
  ListQuery,
  ListSort,
  Page,
  SeenDelivery,
  WebhookStore,
} from '@opsgraph/core/store'
import type { Session, SqlValue } from './database.js'
import { listPage } from './list-page.js'
import { forgetDeliveries, rememberDeliveries } from './seen-deliveries.js'
import { storable } from './text-array.js'
import { readHistories, recordTraces } from './webhook-histories.js'
import {
  type ListedRow,
  toConfig,
  toListed,
  WEBHOOK_COLUMNS,
  WEBHOOKS,
  type WebhookRow,
  writeConfig,
} from './webhook-table.js'

export class PostgresWebhookStore implements WebhookStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  list(query: ListQuery<ListFilter<'webhooks'>, ListSort<'webhooks'>>): Promise<Page<ListedWebhook>> {
    return listPage<ListFilter<'webhooks'>, ListSort<'webhooks'>, ListedRow, ListedWebhook>(
      this.#session,
      WEBHOOKS,
      query,
      toListed,
    )
  }

  async all(): Promise<readonly WebhookConfig[]> {
    const { rows } = await this.#session.query<WebhookRow>({
      name: 'all-webhooks',
      text: `select ${WEBHOOK_COLUMNS} from webhook`,
    })
    return rows.map(toConfig)
  }

  async read(id: string): Promise<WebhookConfig | undefined> {
    const { rows } = await this.#session.query<WebhookRow>({
      name: 'read-webhook',
      keepsPlan: true,
      text: `select ${WEBHOOK_COLUMNS} from webhook where id = $1::text`,
      values: [storable(id)],
    })
    return rows.map(toConfig)[0]
  }

  add(config: WebhookConfig): Promise<boolean> {
    return this.#changes(ADD, writeConfig(config))
  }

  save(config: WebhookConfig): Promise<boolean> {
    return this.#changes(SAVE, writeConfig(config))
  }

  /**
   * Deletes a webhook, and then its history and seen deliveries. The history and the seen deliveries need a second
   * statement. This statement starts after the first one has waited for concurrent writers, so it also sees the rows
   * that these writers have added.
   */
  delete(id: string): Promise<boolean> {
    return this.#session.atomic(async (session) => {
      const { count } = await session.query({ text: DELETE, values: [storable(id)] })
      if (count > 0) await session.query({ text: DELETE_KEPT, values: [id] })
      return count > 0
    })
  }

  histories(id: string): Promise<Histories> {
    return readHistories(this.#session, id)
  }

  record(traces: readonly DeliveryTrace[]): Promise<void> {
    return recordTraces(this.#session, traces)
  }

  remember(deliveries: readonly SeenDelivery[], now: string): Promise<readonly boolean[]> {
    return rememberDeliveries(this.#session, deliveries, now)
  }

  forget(deliveries: readonly Pick<SeenDelivery, 'webhookId' | 'key'>[]): Promise<void> {
    return forgetDeliveries(this.#session, deliveries)
  }

  /** The revision; empty before the first webhook is added. */
  async revision(): Promise<string> {
    const { rows } = await this.#session.query<readonly [string]>({
      name: 'read-webhook-revision',
      keepsPlan: true,
      text: 'select revision from webhook_revision',
    })
    return rows[0]?.[0] ?? ''
  }

  async #changes(text: string, values: readonly SqlValue[]): Promise<boolean> {
    const { count } = await this.#session.query({ text, values })
    return count > 0
  }
}

/**
 * Sets a new revision. Every change of webhooks begins with this part. So concurrent changes wait here, before any of
 * them locks a webhook.
 */
const REVISED = `with revised as (
    insert into webhook_revision (revision) values (gen_random_uuid())
    on conflict (id) do update set revision = excluded.revision
    returning id
  )`

const ADD = `${REVISED}, added as (
    insert into webhook (${WEBHOOK_COLUMNS})
    select $1::text, $2::text, $3::text, $4::text, $5::text, $6::boolean, $7::timestamptz, $8::timestamptz, $9::json
    from revised
    on conflict (id) do nothing
    returning id
  )
  insert into webhook_tally (id) select id from added`

const SAVE = `${REVISED}
  update webhook set name = $2::text, description = $3::text, source_id = $4::text, created_by = $5::text,
    enabled = $6::boolean, create_time = $7::timestamptz, update_time = $8::timestamptz, document = $9::json
  from revised where webhook.id = $1::text`

const DELETE = `${REVISED}, deleted as (
    delete from webhook using revised where webhook.id = $1::text
    returning webhook.id
  )
  delete from webhook_tally using deleted where webhook_tally.id = deleted.id`

const DELETE_KEPT = `with forgotten as (
    delete from webhook_delivery where webhook_id = $1::text
  )
  delete from webhook_history where webhook_id = $1::text`
