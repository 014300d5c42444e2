import type { SeenDelivery } from '@opsgraph/core'
import { writeTime } from './column-parser.js'
import type { Session } from './database.js'
import { textArray } from './text-array.js'

/** What the port's `remember` promises. */
export async function rememberDeliveries(
  session: Session,
  deliveries: readonly SeenDelivery[],
  now: string,
): Promise<readonly boolean[]> {
  const firsts = new Map<string, SeenDelivery>()
  for (const delivery of deliveries) if (!firsts.has(idOf(delivery))) firsts.set(idOf(delivery), delivery)
  const asked = [...firsts.values()]
  if (asked.length === 0) return []
  const { rows } = await session.query<readonly [place: number]>({
    name: 'remember-deliveries',
    text: REMEMBER,
    values: [
      textArray(asked.map(({ webhookId }) => webhookId)),
      textArray(asked.map(({ key }) => key)),
      textArray(asked.map(({ expires }) => writeTime(expires))),
      writeTime(now),
      2 * asked.length,
    ],
  })
  const fresh = new Set(asked)
  for (const [place] of rows) {
    const repeated = asked[place - 1]
    if (repeated !== undefined) fresh.delete(repeated)
  }
  return deliveries.map((delivery) => fresh.has(delivery))
}

/** A text that deliveries share exactly when they are equal. */
function idOf({ webhookId, key }: SeenDelivery): string {
  return `${webhookId}\u0000${key}`
}

/**
 * Answers the places of those that are known already. A row that somebody else has just added is waited for; rows are
 * added in one order, so that no two callers wait for one another, and what has expired is removed after that without
 * waiting for anybody. The lock on the webhook keeps it from being deleted meanwhile, and disturbs nobody else.
 */
const REMEMBER = `with arrived as (
    select * from unnest($1::text[], $2::text[], $3::timestamptz[])
      with ordinality as delivery (webhook_id, key, expires, place)
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
  select place from arrived join webhooks on webhooks.id = webhook_id
  where not exists (select from added where added.webhook_id = arrived.webhook_id and added.key = arrived.key)`
