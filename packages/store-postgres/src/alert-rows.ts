import { createHash } from 'node:crypto'
import type { Alert, ListFilter } from '@opsgraph/core'
import { dueTime, fillAlert, indexAlert, type ListSort } from '@opsgraph/core/store'
import { writeTime } from './column-parser.js'
import type { SqlValue, Statement } from './database.js'
import type { ListTable } from './list-page.js'
import { textArray } from './text-array.js'
import { valuesList } from './values-list.js'

/** The columns from which an alert is read. All other fields are in its document. */
export const ALERT_COLUMNS = 'id, environment, resource, event, severity, status, document, revision'

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

/** The values of one alert for the columns in `WRITTEN`, in the same order. */
type AlertValues = readonly (string | null)[]

export function writeAlert(alert: Alert, revision: number): AlertValues {
  const { id, environment, resource, event, severity, status, ...document } = alert
  const { createTime, lastReceiveTime, updateTime } = document
  return [
    ...[id, environment, resource, event, severity, status],
    JSON.stringify(document satisfies Document),
    String(revision),
    ...[createTime, lastReceiveTime, updateTime, dueTime(alert)].map((time) => time && writeTime(time)),
    ...listedValues(alert),
  ]
}

/** The values of `LISTED`. */
function listedValues(alert: Alert): readonly string[] {
  const { search, severityRank } = indexAlert(alert)
  const { service, tags, text } = alert
  return [textArray(service), textArray(tags), digestOf(text), search, String(severityRank)]
}

/**
 * A digest that stands for the text of an alert when texts are compared. The text itself may be too long for an index,
 * and may contain characters that PostgreSQL cannot store.
 */
export function digestOf(text: string): string {
  return createHash('sha256').update(text, 'utf16le').digest('base64url')
}

/** Columns that are used only for filtering and sorting. Their values are derived from fields of the alert. */
const LISTED = {
  service: 'text[]',
  tags: 'text[]',
  text_digest: 'text',
  search: 'text',
  severity_rank: 'smallint',
} as const

/** The columns that a save writes, with their types. */
const WRITTEN = Object.entries({
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
  ...LISTED,
})
const NAMES = WRITTEN.map(([name]) => name).join(', ')

/**
 * Skips an alert that another transaction has changed or added since this transaction locked its key. The locks prevent
 * such a change, except on Citus: if a worker fails while it commits, the next transaction gets the lock, but reads the
 * alert as it was before that commit.
 */
const REPLACE = `on conflict (environment, resource, event) do update set
    ${WRITTEN.slice(4)
      .map(([name]) => `${name} = excluded.${name}`)
      .join(', ')}
  where alert.id = excluded.id and alert.revision = excluded.revision - 1`

/**
 * Up to this maximum number of alerts, the statement has a `values` list. On Citus it is faster than arrays, because
 * Citus first sends rows from arrays to the coordinator as an intermediate result. For more alerts, arrays are faster,
 * because PostgreSQL must parse the whole `values` list.
 */
const FEW = 10

/** The statement that adds or replaces alerts. It changes only the alerts that `REPLACE` does not skip. */
export function saveAlerts(rows: readonly AlertValues[]): Statement {
  return rows.length > FEW ? saveMany(rows) : saveFew(rows)
}

function saveFew(rows: readonly AlertValues[]): Statement {
  const values: SqlValue[] = []
  const types = WRITTEN.map(([, type]) => type)
  const text = `insert into alert (${NAMES}) ${valuesList(types, rows, values)} ${REPLACE}`
  return { text, values, ...(rows.length === 1 && { name: 'save-alert', keepsPlan: true }) }
}

function saveMany(rows: readonly AlertValues[]): Statement {
  const values = WRITTEN.map(([, type], at) => {
    const column = rows.map((row) => row[at] ?? null)
    return type === 'json' ? `[${column.join()}]` : textArray(column)
  })
  return { name: 'save-alerts', keepsPlan: true, text: SAVE_MANY, values }
}

/**
 * All documents are sent as one JSON list, because each document would have to be escaped in an array of texts. A value
 * of the type `text[]` is sent as one text, such as `{"a","b"}`, and the statement converts this text to an array.
 */
const SAVE_MANY = `insert into alert (${NAMES})
  select ${WRITTEN.map(([name, type]) => (type === 'text[]' ? `${name}::text[]` : name)).join(', ')}
  from rows from (${WRITTEN.map(([, type], at) => columnOf(type, `$${at + 1}`)).join(', ')}) as arrived (${NAMES})
  ${REPLACE}`

function columnOf(type: string, parameter: string): string {
  if (type === 'json') return `json_array_elements(${parameter}::json)`
  return `unnest(${parameter}::${type === 'text[]' ? 'text' : type}[])`
}
