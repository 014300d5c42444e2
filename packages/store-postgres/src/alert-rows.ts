import { createHash } from 'node:crypto'
import type { Alert, ListFilter } from '@opsgraph/core'
import { dueTime, fillAlert, indexAlert, type ListSort } from '@opsgraph/core/store'
import { writeTime } from './column-parser.js'
import type { SqlValue, Statement } from './database.js'
import type { ListTable } from './list-page.js'
import { textArray } from './text-array.js'
import { valuesList } from './values-list.js'
import { arrivedColumns, arrivedRows, arrivedValues, assigned, namesOf, type WrittenColumn } from './written-columns.js'

/** The columns from which an alert is read. All other fields are in its document. */
export const ALERT_COLUMNS = 'id, environment, resource, event, severity, status, document, revision'

/**
 * The conditions for ended and for active alerts, literally as in the indexes `alert_ended` and `alert_active_part`. The
 * planner uses these indexes only for the same conditions.
 */
export const IS_ENDED = `status in ('closed', 'expired')`
export const IS_ACTIVE = `status not in ('closed', 'expired')`

/** How alerts are listed. */
export const ALERTS: ListTable<ListFilter<'alerts'>, ListSort<'alerts'>> = {
  name: 'alert',
  filters: {
    id: { sql: 'id' },
    severity: { sql: 'severity' },
    status: { sql: 'status' },
    environment: { sql: 'environment' },
    resource: { sql: 'resource' },
    event: { sql: 'event' },
    service: { sql: 'service', type: 'list' },
    text: { sql: 'text_digest', convert: digestOf },
    tag: { sql: 'tags', type: 'list' },
    from: { sql: 'last_receive_time', type: 'time', match: '>=' },
    to: { sql: 'last_receive_time', type: 'time', match: '<' },
    q: { sql: 'search', match: 'contains' },
  },
  sorts: {
    createTime: { sql: 'create_time', type: 'time' },
    lastReceiveTime: { sql: 'last_receive_time', type: 'time' },
    severity: { sql: 'severity_rank', type: 'number' },
  },
  order: ['create_time', 'id'],
  select: `page.${ALERT_COLUMNS}`,
}

/** If an earlier release wrote the document, some fields are missing. */
type Document = Omit<
  Parameters<typeof fillAlert>[0],
  'id' | 'environment' | 'resource' | 'event' | 'severity' | 'status'
>

export type AlertRow = readonly [
  id: string,
  environment: string,
  resource: string,
  event: string,
  severity: Alert['severity'],
  status: Alert['status'],
  document: Document,
  /** How often the alert has been written. */
  revision: number,
]

export function toAlert([id, environment, resource, event, severity, status, document]: AlertRow): Alert {
  return fillAlert({ id, environment, resource, event, severity, status, ...document })
}

/** The values of one alert for the columns in `TYPES`, in the same order. */
type AlertValues = readonly (string | null)[]

export function writeAlert(alert: Alert, revision: number): AlertValues {
  const { id, environment, resource, event, severity, status, ...document } = alert
  const { createTime, lastReceiveTime, updateTime, service, tags, text } = document
  const { search, severityRank } = indexAlert(alert)
  return [
    ...[id, environment, resource, event, severity, status],
    JSON.stringify(document satisfies Document),
    String(revision),
    ...[createTime, lastReceiveTime, updateTime, dueTime(alert)].map((time) => time && writeTime(time)),
    ...[textArray(service), textArray(tags), digestOf(text), search, String(severityRank)],
  ]
}

/**
 * A digest that stands for the text of an alert when texts are compared. The text itself may be too long for an index,
 * and may contain characters that PostgreSQL cannot store.
 */
export function digestOf(text: string): string {
  return createHash('sha256').update(text, 'utf16le').digest('base64url')
}

/** The types of the columns that a save writes. The last ones are used only for filtering and sorting. */
const TYPES = {
  id: 'text',
  environment: 'text',
  resource: 'text',
  event: 'text',
  severity: 'text',
  status: 'text',
  document: 'json',
  revision: 'bigint',
  create_time: 'timestamptz',
  last_receive_time: 'timestamptz',
  update_time: 'timestamptz',
  due_time: 'timestamptz',
  service: 'text[]',
  tags: 'text[]',
  text_digest: 'text',
  search: 'text',
  severity_rank: 'smallint',
} as const
const WRITTEN = Object.entries(TYPES).map(
  ([name, type], at): WrittenColumn<AlertValues> => [name, type, (row) => row[at] ?? null],
)
const NAMES = namesOf(WRITTEN)

/**
 * Skips an alert that another transaction has changed or added since this transaction locked its key. The locks prevent
 * such a change, except on Citus: if a worker fails while it commits, the next transaction gets the lock, but reads the
 * alert as it was before that commit.
 */
const REPLACE = `on conflict (environment, resource, event) do update set ${assigned(WRITTEN.slice(4), 'excluded')}
  where alert.id = excluded.id and alert.revision = excluded.revision - 1`

/**
 * Up to this maximum number of alerts, the statement has a `values` list. On Citus it is faster than arrays, because
 * Citus first sends rows from arrays to the coordinator as an intermediate result. For more alerts, arrays are faster,
 * because PostgreSQL must parse the whole `values` list.
 */
const FEW = 10

/** The statement that adds or replaces alerts. It changes only the alerts that `REPLACE` does not skip. */
export function saveAlerts(rows: readonly AlertValues[]): Statement {
  if (rows.length > FEW) {
    return { name: 'save-alerts', keepsPlan: true, text: SAVE_MANY, values: arrivedValues(WRITTEN, rows) }
  }
  const values: SqlValue[] = []
  const text = `insert into alert (${NAMES}) ${valuesList(Object.values(TYPES), rows, values)} ${REPLACE}`
  return { text, values, ...(rows.length === 1 && { name: 'save-alert', keepsPlan: true }) }
}

const SAVE_MANY = `insert into alert (${NAMES})
  select ${arrivedColumns(WRITTEN)} from ${arrivedRows(WRITTEN)} ${REPLACE}`
