import type { ListFilter, WebhookConfig } from '@opsgraph/core'
import { LIMITS, type ListedWebhook, type ListSort, type WebhookStore } from '@opsgraph/core/store'
import { readFirstValue, readItems, type Session } from '../sql/database.js'
import { type ListTable, listPage } from '../sql/list-page.js'
import { readRevision, setRevisionSql, Table } from '../sql/table.js'
import { readTime, storableText, textArray, writeTime } from '../sql/values.js'
import { arrivedRowsSql, arrivedValues, assignColumnsSql } from '../sql/written-columns.js'
import { seenDeliveryMethods } from './seen-deliveries.js'
import { historyMethods } from './webhook-histories.js'

type Filter = ListFilter<'webhooks'>
type Sort = ListSort<'webhooks'>

const WEBHOOKS = new Table<WebhookConfig, Filter, Sort>({
  name: 'webhook',
  columns: {
    id: { sql: 'id' },
    name: { sql: 'name' },
    description: { sql: 'description' },
    sourceId: { sql: 'source_id' },
    createdBy: { sql: 'created_by' },
    enabled: { sql: 'enabled', type: 'boolean' },
    createTime: { sql: 'create_time', type: 'time' },
    updateTime: { sql: 'update_time', type: 'time' },
    fieldMappings: 'document',
    defaultValues: 'document',
    arrayPath: 'document',
    payloadFormat: 'document',
    base64Fields: 'document',
    jsonFields: 'document',
    testPayloads: 'document',
    timezone: 'document',
    auth: 'document',
    deduplication: 'document',
    expectEvery: { sql: 'expect_every', type: 'number' },
    expectSeverity: 'document',
  },
  order: ['create_time', 'id'],
})

/** Which columns filter and sort lists of webhooks, with the counts of their histories. */
const LISTED_WEBHOOKS: ListTable<Filter, Sort> = {
  ...WEBHOOKS.listed,
  select: `(
      select json_build_array(least(payloads, ${LIMITS.webhookHistory}), last_payload_at::text,
        least(errors, ${LIMITS.webhookHistory}), last_error_at::text)
      from webhook_tally where id = page.id
    ), ${WEBHOOKS.listed.select}`,
}

type Tally = readonly [payloads: number, lastPayloadAt: string | null, errors: number, lastErrorAt: string | null]

/** @param tally `null` if the row of the webhook is missing */
function toListed([tally, ...config]: readonly [Tally | null, ...config: readonly unknown[]]): ListedWebhook {
  const [payloadHistoryCount, lastPayloadAt, errorHistoryCount, lastErrorAt] = tally ?? NO_TALLY
  return {
    config: WEBHOOKS.toItem(config),
    histories: {
      payloadHistoryCount,
      lastPayloadAt: lastPayloadAt && readTime(lastPayloadAt),
      errorHistoryCount,
      lastErrorAt: lastErrorAt && readTime(lastErrorAt),
    },
  }
}

const NO_TALLY: Tally = [0, null, 0, null]

export function postgresWebhookStore(session: Session): WebhookStore {
  return {
    ...configMethods(session),
    ...silenceMethods(session),
    ...historyMethods(session),
    ...seenDeliveryMethods(session),
  }
}

function configMethods(session: Session) {
  const { read, select } = WEBHOOKS.rowsIn(session)
  const write = async (text: string, config: WebhookConfig) =>
    (await session.query({ text, values: arrivedValues(WEBHOOKS.written, [config]) })).count > 0
  return {
    list: (query) => listPage(session, LISTED_WEBHOOKS, query, toListed),
    all: () => select('', { name: 'all-webhooks' }),
    read,
    add: (config) => write(ADD_WEBHOOK_SQL, config),
    save: (config) => write(SAVE_WEBHOOK_SQL, config),
    // The history and the seen deliveries are deleted by a second statement. This statement starts after the first one
    // has waited for concurrent writers, so it also sees the rows that these writers have added.
    delete: (id) =>
      session.atomic(async (inner) => {
        const { count } = await inner.query({ text: DELETE_WEBHOOK_SQL, values: [storableText(id)] })
        if (count > 0) await inner.query({ text: DELETE_HISTORIES_SQL, values: [id] })
        return count > 0
      }),
    revision: () => readRevision(session, 'webhook_revision'),
  } satisfies Partial<WebhookStore>
}

const REVISE_SQL = setRevisionSql('webhook_revision')

const ADD_WEBHOOK_SQL = `with ${REVISE_SQL}, added as (
    insert into webhook (${WEBHOOKS.columns})
    select arrived.* from revised, ${arrivedRowsSql(WEBHOOKS.written)}
    on conflict (id) do nothing
    returning id
  )
  insert into webhook_tally (id) select id from added`

const SAVE_WEBHOOK_SQL = `with ${REVISE_SQL}
  update webhook set ${assignColumnsSql(WEBHOOKS.written.slice(1), 'arrived')}
  from revised, ${arrivedRowsSql(WEBHOOKS.written)} where webhook.id = arrived.id`

const DELETE_WEBHOOK_SQL = `with ${REVISE_SQL}, deleted as (
    delete from webhook using revised where webhook.id = $1::text
    returning webhook.id
  )
  delete from webhook_tally using deleted where webhook_tally.id = deleted.id`

const DELETE_HISTORIES_SQL = `with forgotten as (
    delete from webhook_delivery where webhook_id = $1::text
  )
  delete from webhook_history where webhook_id = $1::text`

/** The calls that find webhooks whose expected delivery is overdue. */
function silenceMethods(session: Session) {
  return {
    waitFrom: async (id, time) =>
      (await readFirstValue<boolean>(session, { text: WAIT_SQL, values: [storableText(id), writeTime(time)] })) ??
      false,
    overdue: (now, limit) => {
      const statement = { name: 'overdue-webhooks', text: SELECT_OVERDUE_SQL, values: [writeTime(now), limit] }
      return readItems(session, statement, ([waitingSince, ...config]: readonly [string, ...unknown[]]) => ({
        config: WEBHOOKS.toItem(config),
        waitingSince,
      }))
    },
    /** Does not lock the rows: the caller has locked them. */
    silence: async (ids) => {
      await session.query({
        text: 'update webhook_tally set silent_since = waiting_since where id = any((select $1::text[])::text[])',
        values: [textArray(ids)],
      })
    },
    silentSince: async (ids) => {
      const { rows } = await session.query<readonly [id: string, since: string]>({
        name: 'silent-webhooks',
        text: `select id, silent_since from webhook_tally
          where id = any((select $1::text[])::text[]) and silent_since is not null`,
        values: [textArray(ids)],
      })
      return new Map(rows)
    },
  } satisfies Partial<WebhookStore>
}

/**
 * Locks a row. After waiting for the lock, PostgreSQL reads the latest version of the row, with the changes of other
 * transactions.
 */
const WAIT_SQL = `with locked as (
    select id, silent_since from webhook_tally where id = $1::text
    for no key update
  )
  update webhook_tally as tally set waiting_since = $2::timestamptz, silent_since = null
  from locked where tally.id = locked.id
  returning locked.silent_since is not null`

const SELECT_OVERDUE_SQL = `select waiting_since, ${WEBHOOKS.columns} from webhook join webhook_tally using (id)
  where expect_every is not null and enabled and silent_since is null
    and waiting_since + expect_every * interval '1 second' <= $1::timestamptz
  order by id
  limit $2::bigint
  for no key update of webhook_tally`
