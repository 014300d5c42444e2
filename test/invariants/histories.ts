/** Selects the counters of webhooks: for each webhook, one row for each of its two histories. */
const COUNTED = `select id, kind, counted, last_at from webhook_tally cross join lateral (
    values ('payload', payloads, last_payload_at), ('error', errors, last_error_at)) as tally (kind, counted, last_at)`

/** Checks that a history contains the latest counted entries, at most 5 of each kind (rules.md#webhook-histories-2). */
export const HISTORIES: Readonly<Record<string, string>> = {
  'a history has more than 5 entries': `select webhook_id, kind, count(*) from webhook_history
    group by webhook_id, kind having count(*) > 5`,
  'a history is of no kind': `select webhook_id, kind from webhook_history where kind not in ('payload', 'error')`,
  'an entry stands in the slot of another': `select webhook_id, kind, slot, sequence from webhook_history
    where slot <> sequence % 5`,
  'a history does not hold the last entries that were counted': `select id, tally.kind, counted,
      count(sequence) as held, min(sequence) as first, max(sequence) as last
    from (${COUNTED}) as tally
    left join webhook_history as history on webhook_id = id and history.kind = tally.kind
    group by id, tally.kind, counted
    having count(sequence) <> least(counted, 5)
      or max(sequence) <> counted or min(sequence) <> greatest(counted - 4, 1)`,
  'the time of a tally is not that of its newest entry': `select id, tally.kind, last_at, received_at
    from (${COUNTED}) as tally
    left join webhook_history as history on webhook_id = id and history.kind = tally.kind and sequence = counted
    where last_at is distinct from received_at`,
}
