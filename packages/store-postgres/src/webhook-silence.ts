import type { WebhookConfig } from '@opsgraph/core'
import { writeTime } from './column-parser.js'
import type { Session } from './database.js'
import type { Table } from './table.js'
import { storable, textArray } from './text-array.js'

/** Implements `WebhookStore.waitFrom`. */
export async function waitFrom(session: Session, id: string, time: string): Promise<boolean> {
  const { rows } = await session.query<readonly [wasSilent: boolean]>({
    text: WAIT,
    values: [storable(id), writeTime(time)],
  })
  return rows[0]?.[0] ?? false
}

/** After the wait for the lock, PostgreSQL reads the latest version of the row, with the changes of other transactions. */
const WAIT = `with locked as (
    select id, silent_since from webhook_tally where id = $1::text
    for no key update
  )
  update webhook_tally as tally set waiting_since = $2::timestamptz, silent_since = null
  from locked where tally.id = locked.id
  returning locked.silent_since is not null`

/** Implements `WebhookStore.overdue`. */
export async function readOverdue(
  session: Session,
  { columns, toItem }: Pick<Table<WebhookConfig, never>, 'columns' | 'toItem'>,
  { now, limit }: { readonly now: string; readonly limit: number },
): Promise<readonly { readonly config: WebhookConfig; readonly waitingSince: string }[]> {
  const { rows } = await session.query<readonly [waitingSince: string, ...config: readonly unknown[]]>({
    name: 'overdue-webhooks',
    text: `select waiting_since, ${columns} from webhook join webhook_tally using (id)
      where expect_every is not null and enabled and silent_since is null
        and waiting_since + expect_every * interval '1 second' <= $1::timestamptz
      order by id
      limit $2::bigint
      for no key update of webhook_tally`,
    values: [writeTime(now), limit],
  })
  return rows.map(([waitingSince, ...config]) => ({ config: toItem(config), waitingSince }))
}

/** Implements `WebhookStore.silence`. The caller has locked the rows. */
export async function silence(session: Session, ids: readonly string[]): Promise<void> {
  await session.query({
    text: 'update webhook_tally set silent_since = waiting_since where id = any((select $1::text[])::text[])',
    values: [textArray(ids)],
  })
}

/** Implements `WebhookStore.silentSince`. */
export async function readSilentSince(session: Session, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await session.query<readonly [id: string, since: string]>({
    name: 'silent-webhooks',
    text: `select id, silent_since from webhook_tally
      where id = any((select $1::text[])::text[]) and silent_since is not null`,
    values: [textArray(ids)],
  })
  return new Map(rows)
}
