export interface JsonColumn {
  readonly table: string
  readonly column: string
}

/** The JSON columns that contain a list. Every other JSON column contains an object. */
const LISTS: ReadonlySet<string> = new Set([
  'alert_policy.actions',
  'api_key.scopes',
  'relation_change.links',
  'service_catalog.links',
  'service_transition.causes',
])

/** Selects rows with invalid values that the column types of the database allow. */
export const MALFORMED_ROWS: Readonly<Record<string, string>> = {
  'the columns of an alert differ from its document': `select id from alert
    where create_time is distinct from (document ->> 'createTime')::timestamptz
      or last_receive_time is distinct from (document ->> 'lastReceiveTime')::timestamptz
      or service <> array(select json_array_elements_text(document -> 'service'))`,
  'an alert that is not active has a due time': `select id from alert
    where due_time is not null
      and (status in ('closed', 'expired') or status = 'blackout' and document ->> 'statusUntil' is null
        and not exists (select from json_array_elements(firing -> 'open') as open where open ->> 'endTime' is not null))`,
  'an alert counts other fingerprints than are open': `select id from alert
    where firing is not null and (document ->> 'openCount')::int <> json_array_length(firing -> 'open')`,
  'something is open on an alert that is not active': `select id from alert
    where status in ('closed', 'expired') and (json_array_length(firing -> 'open') > 0 or open_fingerprints is not null)`,
  'an alert is not found by the fingerprints that are open on it': `select id from alert
    where coalesce(cardinality(open_fingerprints), 0) <> (
      select count(*) from json_array_elements(firing -> 'open') as open where open ->> 'fingerprint' <> '')`,
  'an alert is found by another maintenance window than the one that holds it': `select id from alert
    where window_id is distinct from document #>> '{maintenance,windowId}'`,
  'a transition does not begin where the one before ended': `select service, sequence from (
      select *, lag(sequence) over each as last, lag(severity) over each as ended, lag(time) over each as earlier
      from service_transition window each as (partition by service order by sequence)
    ) as step
    where sequence <> last + 1 or time < earlier or severity_before is distinct from ended and last is not null
      or sequence = 1 and severity_before is not null`,
  'the transition that is marked as the newest is not the newest': `select service, sequence from (
      select *, lead(sequence) over (partition by service order by sequence) as next from service_transition
    ) as step
    where is_newest <> (next is null)`,
  'a topology was saved before it was created': 'select id from topology where update_time < create_time',
  'a catalog entry has no name': `select id from service_catalog where id = '' or name = ''`,
  'a policy is neither active nor inactive': `select id from weight_policy where status not in ('active', 'inactive')
    union all select id from relation_policy where status not in ('active', 'inactive')
    union all select id from alert_policy where status not in ('active', 'inactive')`,
  'a maintenance window ends before it begins': `select id from maintenance_window
    where end_time <= start_time or over_time < end_time or update_time < create_time`,
  'a subscription was changed before it was created': 'select id from subscription where update_time < create_time',
  'a subscription keeps more than 50 deliveries': `select subscription_id, count(*) as deliveries
    from subscription_delivery group by subscription_id having count(*) > 50`,
  'an alert policy was changed before it was created': 'select id from alert_policy where update_time < create_time',
}

/** Finds the faults of the values in a column: invalid JSON, or JSON of the wrong type. */
export function findJsonFaults(
  { table, column }: JsonColumn,
  rows: readonly { readonly place: string; readonly json: string | null }[],
): readonly string[] {
  const isList = LISTS.has(`${table}.${column}`)
  return rows.flatMap(({ place, json }) => {
    const fault = faultOf(json, isList)
    return fault === undefined ? [] : [`${table}.${column} at ${place} ${fault}`]
  })
}

function faultOf(json: string | null, isList: boolean): string | undefined {
  try {
    const value: unknown = JSON.parse(json ?? '')
    if (typeof value !== 'object' || value === null) return `is ${typeof value}`
    return Array.isArray(value) === isList ? undefined : `is ${isList ? 'no' : 'a'} list`
  } catch (error) {
    return `does not parse: ${error instanceof Error ? error.message : error}`
  }
}
