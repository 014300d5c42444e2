import {
  type DeliveryRecord,
  type ErrorEntry,
  foldRecords,
  type HistoryEntry,
  LIMITS,
  type WebhookStore,
} from '@opsgraph/core/store'
import { readFirstColumn, type Session } from '../sql/database.js'
import { plainArray, storableText, textArray, writeTime } from '../sql/values.js'

export function historyMethods(session: Session) {
  return {
    histories: async (webhookId) => {
      const { rows } = await session.query<HistoryRow>({
        name: 'read-webhook-histories',
        text: 'select kind, received_at, entry from webhook_history where webhook_id = $1::text order by sequence desc',
        values: [storableText(webhookId)],
      })
      return {
        payloads: rows.flatMap(([kind, receivedAt, entry]) => (kind === 'payload' ? [{ receivedAt, ...entry }] : [])),
        errors: rows.flatMap(([kind, receivedAt, entry]) => (kind === 'error' ? [{ receivedAt, ...entry }] : [])),
      }
    },
    /**
     * Records deliveries. If a webhook has more new entries than its history can contain, only the newest entries are
     * written.
     */
    record: async (records) => {
      const folded = Array.from(foldRecords(records), ([webhookId, sent]) => ({ webhookId, ...sent }))
      const arrived = folded.flatMap(({ webhookId, payloads, errors }) => [
        ...payloads.map((entry, age) => ({ webhookId, kind: 'payload', age, entry })),
        ...errors.map((entry, age) => ({ webhookId, kind: 'error', age, entry })),
      ])
      const deliveredAt = lastDeliveryTimes(records)
      if (arrived.length === 0 && deliveredAt.size === 0) return []
      return await readFirstColumn(session, {
        name: 'record-webhook-histories',
        text: RECORD_DELIVERIES_SQL,
        values: [
          textArray(folded.map(({ webhookId }) => webhookId)),
          plainArray(folded.map(({ payloads }) => payloads.length)),
          plainArray(folded.map(({ errors }) => errors.length)),
          textArray(folded.map(({ payloads }) => lastTime(payloads))),
          textArray(folded.map(({ errors }) => lastTime(errors))),
          textArray(arrived.map(({ webhookId }) => webhookId)),
          textArray(arrived.map(({ kind }) => kind)),
          plainArray(arrived.map(({ age }) => age)),
          textArray(arrived.map(({ entry }) => writeTime(entry.receivedAt))),
          JSON.stringify(arrived.map(({ entry: { receivedAt, ...document } }) => document)),
          textArray(folded.map(({ webhookId }) => deliveredAt.get(webhookId) ?? null)),
        ],
      })
    },
  } satisfies Partial<WebhookStore>
}

type HistoryRow =
  | readonly [kind: 'payload', receivedAt: string, entry: Omit<HistoryEntry, 'receivedAt'>]
  | readonly [kind: 'error', receivedAt: string, entry: Omit<ErrorEntry, 'receivedAt'>]

/** Returns, by webhook, when the last delivery of an authenticated sender was received. */
function lastDeliveryTimes(records: readonly DeliveryRecord[]): ReadonlyMap<string, string> {
  return new Map(
    records.flatMap(({ webhookId, deliveredAt }) =>
      deliveredAt === null ? [] : [[webhookId, writeTime(deliveredAt)]],
    ),
  )
}

/**
 * Records the entries of webhooks. First locks the counts in the order of the ids, which prevents deadlocks; then
 * updates them. If a webhook is deleted while this statement waits for the lock, nothing is written for it. After the
 * wait, PostgreSQL reads the latest version of a row, so the counts include concurrent deliveries.
 */
const RECORD_DELIVERIES_SQL = `with locked as (
    select id, silent_since from webhook_tally where id = any((select $1::text[])::text[])
    order by id
    for no key update
  ), counted as (
    update webhook_tally as tally set
      payloads = tally.payloads + batch.payloads,
      errors = tally.errors + batch.errors,
      last_payload_at = coalesce(batch.last_payload_at, tally.last_payload_at),
      last_error_at = coalesce(batch.last_error_at, tally.last_error_at),
      waiting_since = coalesce(batch.delivered_at, tally.waiting_since),
      silent_since = case when batch.delivered_at is null then tally.silent_since end
    from locked join unnest(
        $1::text[], $2::bigint[], $3::bigint[], $4::timestamptz[], $5::timestamptz[], $11::timestamptz[]
      ) as batch (id, payloads, errors, last_payload_at, last_error_at, delivered_at) using (id)
    where tally.id = locked.id
    returning tally.id, tally.payloads, tally.errors,
      locked.silent_since is not null and batch.delivered_at is not null as was_silent
  ), stored as (
    insert into webhook_history (webhook_id, kind, slot, sequence, received_at, entry)
    select arrived.webhook_id, kind, sequence % ${LIMITS.webhookHistory}, sequence, received_at, entry
    from rows from (
      unnest($6::text[], $7::text[], $8::smallint[], $9::timestamptz[]),
      json_array_elements($10::json)
    ) as arrived (webhook_id, kind, age, received_at, entry)
    join counted on counted.id = arrived.webhook_id
    cross join lateral (
      select case kind when 'payload' then counted.payloads else counted.errors end - age as sequence
    ) as placed
    on conflict (webhook_id, kind, slot) do update set
      sequence = excluded.sequence, received_at = excluded.received_at, entry = excluded.entry
  )
  select id from counted where was_silent`

function lastTime([newest]: readonly HistoryEntry[]): string | null {
  return newest === undefined ? null : writeTime(newest.receivedAt)
}
