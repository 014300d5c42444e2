import type { Alert, ListFilter } from '@opsgraph/core'
import {
  ACTIVE_STATUSES,
  type ActiveCount,
  type AlertKey,
  type AlertStore,
  alertKey,
  dueTime,
  fillAlert,
  type ListQuery,
  type ListSort,
  type Page,
} from '@opsgraph/core/store'
import { AlertLocks } from './alert-locks.js'
import { inBatches } from './batches.js'
import { writeTime } from './column-parser.js'
import type { Session, SqlValue, Statement } from './database.js'
import { findByKeys } from './find-by-keys.js'
import { type ListTable, listPage } from './list-page.js'
import { KeyTaken } from './sqlstate.js'
import { storable, textArray } from './text-array.js'
import { valuesList } from './values-list.js'

export class PostgresAlertStore implements AlertStore {
  readonly #session: Session
  /** The locks of the transaction; undefined outside of a transaction. */
  readonly #locks: AlertLocks | undefined
  /** The revisions of the alerts that this transaction has locked, by `alertKey`; 0 if there is no such alert. */
  readonly #revisions = new Map<string, number>()

  constructor(session: Session, locks?: AlertLocks) {
    this.#session = session
    this.#locks = locks
  }

  async read(id: string): Promise<Alert | undefined> {
    const { rows } = await this.#session.query<AlertRow>({
      name: 'read-alert',
      keepsPlan: true,
      text: READ,
      values: [storable(id)],
    })
    return rows.map(toAlert)[0]
  }

  list(query: ListQuery<ListFilter<'alerts'>, ListSort<'alerts'>>): Promise<Page<Alert>> {
    return listPage(this.#session, ALERTS, query, toAlert)
  }

  async activeOf(services: readonly string[], severities: readonly string[] | undefined): Promise<readonly Alert[]> {
    const narrowing = severities === undefined ? '' : 'and severity = any($3::text[])'
    const { rows } = await this.#session.query<AlertRow>({
      text: `select ${COLUMNS} from alert
        where service && $1::text[] and status = any($2::text[]) ${narrowing}
        order by create_time, id`,
      values: [textArray(services), textArray(ACTIVE_STATUSES), ...(severities ? [textArray(severities)] : [])],
    })
    return rows.map(toAlert)
  }

  async countActive(): Promise<readonly ActiveCount[]> {
    const { rows } = await this.#session.query<CountRow>({
      name: 'count-active',
      text: COUNT_ACTIVE,
      values: [textArray(ACTIVE_STATUSES)],
    })
    return rows.map(([service, severity, status, count]) => ({ service, severity, status, count }))
  }

  async due(until: string, limit: number): Promise<readonly AlertKey[]> {
    const { rows } = await this.#session.query<readonly [environment: string, resource: string, event: string]>({
      name: 'due-alerts',
      text: DUE,
      values: [writeTime(until), limit],
    })
    return rows.map(([environment, resource, event]) => ({ environment, resource, event }))
  }

  async lock(keys: readonly AlertKey[]): Promise<readonly Alert[]> {
    const taken = this.#take(keys)
    const wanted = keys.map(({ environment, resource, event }) => [environment, resource, event] as const)
    // Sent without waiting for the locks, to save a round trip. The server runs the statement after they are granted.
    const found = this.#session.query<AlertRow>(findByKeys(KEYED, COLUMNS, wanted))
    const [{ rows }] = await Promise.all([found, taken])
    for (const key of keys) this.#revisions.set(alertKey(key), 0)
    return rows.map((row) => this.#noted(row))
  }

  async lockById(id: string): Promise<Alert | undefined> {
    const alert = await this.read(id)
    if (alert === undefined) return undefined
    // Reads the alert again, because it may have changed before the lock was granted.
    return (await this.lock([alert])).find((locked) => locked.id === id)
  }

  /**
   * Saves alerts. If an alert has changed since this transaction locked it, throws `KeyTaken`, so that the transaction
   * is repeated.
   */
  async save(alerts: readonly Alert[]): Promise<void> {
    if (alerts.length === 0) return
    if (this.#locks === undefined) return this.#inTransaction((store) => store.save(alerts))
    const unread = alerts.filter((alert) => !this.#revisions.has(alertKey(alert)))
    if (unread.length > 0) await this.lock(unread)
    await inBatches(alerts, (batch) => this.#saveBatch(batch), SAVED_AT_ONCE)
  }

  async #saveBatch(alerts: readonly Alert[]): Promise<void> {
    const rows = alerts.map((alert) => this.#rowOf(alert))
    const { count } = await this.#session.query(alerts.length > FEW ? saveMany(rows) : saveFew(rows))
    if (count < alerts.length) throw new KeyTaken('another transaction has changed or added one of these alerts')
    for (const alert of alerts) this.#revisions.set(alertKey(alert), this.#nextRevision(alert))
  }

  #rowOf(alert: Alert): AlertValues {
    const { id, environment, resource, event, severity, status, createTime, lastReceiveTime, service } = alert
    const texts = [id, environment, resource, event, severity, status]
    const times = [createTime, lastReceiveTime, dueTime(alert)].map((time) => time && writeTime(time))
    return [...texts, writeDocument(alert), String(this.#nextRevision(alert)), ...times, textArray(service)]
  }

  #nextRevision(alert: Alert): number {
    return (this.#revisions.get(alertKey(alert)) ?? 0) + 1
  }

  async delete(id: string): Promise<boolean> {
    if (this.#locks === undefined) return this.#inTransaction((store) => store.delete(id))
    const alert = await this.lockById(id)
    if (alert === undefined) return false
    this.#revisions.delete(alertKey(alert))
    const { count } = await this.#session.query({ text: 'delete from alert where id = $1::text', values: [id] })
    return count > 0
  }

  async #take(keys: readonly AlertKey[]): Promise<void> {
    if (this.#locks === undefined) throw new Error('alerts are locked in a transaction only')
    await this.#locks.take(keys)
  }

  /** Converts the row of a locked alert, and remembers its revision. */
  #noted(row: AlertRow): Alert {
    const alert = toAlert(row)
    this.#revisions.set(alertKey(alert), row[7])
    return alert
  }

  #inTransaction<T>(work: (store: PostgresAlertStore) => Promise<T>): Promise<T> {
    return this.#session.atomic((session) => work(new PostgresAlertStore(session, new AlertLocks(session))))
  }
}

const COLUMNS = 'id, environment, resource, event, severity, status, document, revision'
const WRITTEN = `${COLUMNS}, create_time, last_receive_time, due_time, service`
const KEYED = { table: 'alert', key: ['environment', 'resource', 'event'] } as const

/** The maximum number of alerts that one statement writes. */
const SAVED_AT_ONCE = 500

/** If an alert names a service twice, it is counted only once for this service. */
const COUNT_ACTIVE = `select named.service, severity, status, count(*)
  from alert, lateral (select distinct unnest(alert.service) as service) as named
  where status = any($1::text[])
  group by named.service, severity, status`

type CountRow = readonly [string, ActiveCount['severity'], ActiveCount['status'], number]

/** In the columns of the index, so that the query reads no more rows than it returns. */
const DUE = `select environment, resource, event from alert
  where due_time <= $1::timestamptz
  order by due_time, id
  limit $2::int`

const READ = `select ${COLUMNS} from alert where id = $1::text`

/** The types of the times in `WRITTEN`. */
const TIMES = Array.from({ length: 3 }, () => 'timestamptz')
/** The types of `COLUMNS` and the further columns of an insert. */
const TYPES = [...Array.from({ length: 6 }, () => 'text'), 'json', 'bigint', ...TIMES, 'text[]']

/**
 * Skips an alert that another transaction has changed or added since this transaction locked its key. The locks prevent
 * this, except on Citus: if a worker fails while it commits, the next transaction gets the lock, but reads the alert as
 * it was before that commit.
 */
const REPLACE = `on conflict (environment, resource, event) do update set
    severity = excluded.severity, status = excluded.status, create_time = excluded.create_time,
    last_receive_time = excluded.last_receive_time, due_time = excluded.due_time, service = excluded.service, document = excluded.document,
    revision = excluded.revision
  where alert.id = excluded.id and alert.revision = excluded.revision - 1`

/**
 * Up to this number of alerts, a list of values is faster than arrays: Citus would first send the rows of arrays to the
 * coordinator as an intermediate result. For more alerts, PostgreSQL takes longer to parse the list than to read
 * arrays.
 */
const FEW = 10

/** The values of a row, in the order of the columns of an insert. */
type AlertValues = readonly (string | null)[]

function saveFew(rows: readonly AlertValues[]): Statement {
  const values: SqlValue[] = []
  const text = `insert into alert (${WRITTEN}) ${valuesList(TYPES, rows, values)} ${REPLACE}`
  return { text, values, ...(rows.length === 1 && { name: 'save-alert', keepsPlan: true }) }
}

function saveMany(rows: readonly AlertValues[]): Statement {
  const values = TYPES.map((type, at) => {
    const column = rows.map((row) => row[at] ?? null)
    return type === 'json' ? `[${column.join()}]` : textArray(column)
  })
  return { name: 'save-alerts', keepsPlan: true, text: SAVE_MANY, values }
}

/** The documents are sent as one JSON list. In an array of texts, each document would have to be escaped. */
const SAVE_MANY = `insert into alert (${WRITTEN})
  select ${WRITTEN.replace('service', 'service::text[]')}
  from rows from (
    unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
      $8::bigint[], $9::timestamptz[], $10::timestamptz[], $11::timestamptz[], $12::text[]),
    json_array_elements($7::json)
  ) as arrived (id, environment, resource, event, severity, status, revision, create_time, last_receive_time, due_time, service,
    document)
  ${REPLACE}`

const ALERTS: ListTable<ListFilter<'alerts'>, ListSort<'alerts'>> = {
  name: 'alert',
  filters: {
    severity: { sql: 'severity' },
    status: { sql: 'status' },
    environment: { sql: 'environment' },
    resource: { sql: 'resource' },
    event: { sql: 'event' },
    service: { sql: 'service', type: 'list' },
  },
  sorts: {
    createTime: { sql: 'create_time', type: 'time' },
    lastReceiveTime: { sql: 'last_receive_time', type: 'time' },
  },
  order: ['create_time', 'id'],
  select: `page.${COLUMNS}`,
}

/** If an earlier release wrote the document, some fields are missing. */
type Document = Omit<
  Parameters<typeof fillAlert>[0],
  'id' | 'environment' | 'resource' | 'event' | 'severity' | 'status'
>

type AlertRow = readonly [
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

function toAlert([id, environment, resource, event, severity, status, document]: AlertRow): Alert {
  return fillAlert({ id, environment, resource, event, severity, status, ...document })
}

function writeDocument({ id, environment, resource, event, severity, status, ...document }: Alert): string {
  return JSON.stringify(document satisfies Document)
}
