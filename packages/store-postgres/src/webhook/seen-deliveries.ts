import type { SeenDelivery, WebhookStore } from '@opsgraph/core/store'
import type { Session } from '../sql/database.js'
import { textArray, textArrays, writeTime } from '../sql/values.js'

/** The calls that remember and forget deduplication keys (rules.md#deduplication-2). */
export function seenDeliveryMethods(session: Session) {
  return {
    remember: async (deliveries, now) => {
      if (deliveries.length === 0) return []
      // Of equal deliveries, only the first one is in the map.
      const fresh = new Map(deliveries.toReversed().map((delivery) => [deliveryKeyText(delivery), delivery]))
      const distinct = [...fresh.values()]
      const { rows } = await session.query<readonly [webhookId: string, key: string]>({
        name: 'remember-deliveries',
        text: REMEMBER_SQL,
        values: [
          ...textArrays(distinct, ['webhookId', 'key']),
          textArray(distinct.map(({ expires }) => writeTime(expires))),
          writeTime(now),
          2 * distinct.length,
        ],
      })
      for (const [webhookId, key] of rows) fresh.delete(deliveryKeyText({ webhookId, key }))
      // Only the first of equal deliveries is new.
      return deliveries.map((delivery) => fresh.delete(deliveryKeyText(delivery)))
    },
    /** Waits for no lock, because this transaction has added the rows. */
    forget: async (deliveries) => {
      if (deliveries.length === 0) return
      const values = textArrays(deliveries, ['webhookId', 'key'])
      await session.query({ name: 'forget-deliveries', text: FORGET_SQL, values })
    },
  } satisfies Partial<WebhookStore>
}

type DeliveryKey = Pick<SeenDelivery, 'webhookId' | 'key'>

/** Returns a text that is the same for two deliveries if and only if they are equal. */
function deliveryKeyText({ webhookId, key }: DeliveryKey): string {
  return `${webhookId}\u0000${key}`
}

/**
 * Adds the new deliveries, and returns those that are already stored. The insert waits if another transaction is adding
 * the same row. All transactions add rows in the same order, which prevents deadlocks. After the insert, the statement
 * removes some expired rows, and skips rows that are locked. The key share lock on the webhook prevents other
 * transactions from deleting the webhook, but not from changing it.
 */
const REMEMBER_SQL = `with arrived as (
    select * from unnest($1::text[], $2::text[], $3::timestamptz[]) as delivery (webhook_id, key, expires)
  ), webhooks as (
    select id from webhook where id = any((select $1::text[])::text[])
    order by id
    for key share
  ), added as (
    insert into webhook_delivery (webhook_id, key, expires)
    select webhook_id, key, expires from arrived join webhooks on webhooks.id = webhook_id
    order by webhook_id collate "C", key collate "C"
    on conflict (webhook_id, key) do update set expires = excluded.expires
      where webhook_delivery.expires <= $4::timestamptz
    returning webhook_id, key
  ), expired as (
    select webhook_id, key from webhook_delivery
    where expires <= $4::timestamptz and (select count(*) from added) >= 0
    order by expires
    limit $5::bigint
    for update skip locked
  ), removed as (
    delete from webhook_delivery using expired
    where webhook_delivery.webhook_id = expired.webhook_id and webhook_delivery.key = expired.key
  )
  select webhook_id, key from arrived join webhooks on webhooks.id = webhook_id
  where not exists (select from added where added.webhook_id = arrived.webhook_id and added.key = arrived.key)`

const FORGET_SQL = `delete from webhook_delivery using unnest($1::text[], $2::text[]) as delivery (webhook_id, key)
  where webhook_delivery.webhook_id = delivery.webhook_id and webhook_delivery.key = delivery.key`
