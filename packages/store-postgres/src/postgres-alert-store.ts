import type { Alert, ListFilter } from '@opsgraph/core'
import {
  ACTIVE_STATUSES,
  type ActiveCount,
  type AlertKey,
  type AlertStore,
  compareNames,
  type ListQuery,
  type ListSort,
  type Page,
} from '@opsgraph/core/store'
import { AlertLocks } from './alert-locks.js'
import { writeTime } from './column-parser.js'
import type { Session } from './database.js'
import { type ListTable, listPage } from './list-page.js'
import { KeyTaken } from './sqlstate.js'
import { storable, textArray } from './text-array.js'

export class PostgresAlertStore implements AlertStore {
  readonly #session: Session
  /** Undefined outside of a transaction. */
  readonly #locks: AlertLocks | undefined

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

  async lock(keys: readonly AlertKey[]): Promise<readonly Alert[]> {
    await this.#locks?.take(keys)
    const { rows } = await this.#session.query<AlertRow>({ name: 'find-alerts', text: FIND, values: keyValues(keys) })
    return rows.map(toAlert)
  }

  async lockById(id: string): Promise<Alert | undefined> {
    const alert = await this.read(id)
    if (alert === undefined) return undefined
    // Reads it again, because it may have changed before the lock was granted.
    await this.#locks?.take([alert])
    return await this.read(id)
  }

  async save(alerts: readonly Alert[]): Promise<void> {
    if (alerts.length === 0) return
    if (this.#locks === undefined) return this.#inTransaction((store) => store.save(alerts))
    await this.#locks.take(alerts)
    const ordered = alerts.toSorted(compareKeys)
    const { count } = await this.#session.query({
      name: 'save-alerts',
      keepsPlan: true,
      text: SAVE,
      values: [
        textArray(ordered.map(({ id }) => id)),
        ...keyValues(ordered),
        textArray(ordered.map(({ severity }) => severity)),
        textArray(ordered.map(({ status }) => status)),
        textArray(ordered.map(({ createTime }) => writeTime(createTime))),
        textArray(ordered.map(({ lastReceiveTime }) => writeTime(lastReceiveTime))),
        textArray(ordered.map(({ service }) => textArray(service))),
        `[${ordered.map(writeDocument).join(',')}]`,
      ],
    })
    if (count < alerts.length) throw new KeyTaken('another alert has the key of one of these')
  }

  async delete(id: string): Promise<boolean> {
    if (this.#locks === undefined) return this.#inTransaction((store) => store.delete(id))
    if ((await this.lockById(id)) === undefined) return false
    const { count } = await this.#session.query({ text: 'delete from alert where id = $1::text', values: [id] })
    return count > 0
  }

  #inTransaction<T>(work: (store: PostgresAlertStore) => Promise<T>): Promise<T> {
    return this.#session.atomic((session) => work(new PostgresAlertStore(session, new AlertLocks(session))))
  }
}

const COLUMNS = 'id, environment, resource, event, severity, status, document'

/** An alert that names a service twice is counted once for it. */
const COUNT_ACTIVE = `select named.service, severity, status, count(*)
  from alert, lateral (select distinct unnest(alert.service) as service) as named
  where status = any($1::text[])
  group by named.service, severity, status`

type CountRow = readonly [string, ActiveCount['severity'], ActiveCount['status'], number]

const READ = `select ${COLUMNS} from alert where id = $1::text`

const FIND = `select ${COLUMNS}
  from (select distinct * from unnest($1::text[], $2::text[], $3::text[]) as key (environment, resource, event)) as key
  join alert using (environment, resource, event)`

/** Skips an alert whose key belongs to another alert that was added concurrently. */
const SAVE = `insert into alert
    (id, environment, resource, event, severity, status, create_time, last_receive_time, service, document)
  select id, environment, resource, event, severity, status,
    create_time, last_receive_time, service::text[], document
  from rows from (
    unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[],
      $6::text[], $7::timestamptz[], $8::timestamptz[], $9::text[]),
    json_array_elements($10::json)
  ) as arrived (id, environment, resource, event, severity, status, create_time, last_receive_time, service, document)
  on conflict (environment, resource, event) do update set
    severity = excluded.severity, status = excluded.status, create_time = excluded.create_time,
    last_receive_time = excluded.last_receive_time, service = excluded.service, document = excluded.document
  where alert.id = excluded.id`

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

type Document = Omit<Alert, 'id' | 'environment' | 'resource' | 'event' | 'severity' | 'status'>

type AlertRow = readonly [
  id: string,
  environment: string,
  resource: string,
  event: string,
  severity: Alert['severity'],
  status: Alert['status'],
  document: Document,
]

function toAlert([id, environment, resource, event, severity, status, document]: AlertRow): Alert {
  return { id, environment, resource, event, severity, status, ...document }
}

function writeDocument({ id, environment, resource, event, severity, status, ...document }: Alert): string {
  return JSON.stringify(document satisfies Document)
}

function keyValues(keys: readonly AlertKey[]): readonly string[] {
  return [
    textArray(keys.map(({ environment }) => environment)),
    textArray(keys.map(({ resource }) => resource)),
    textArray(keys.map(({ event }) => event)),
  ]
}

function compareKeys(left: AlertKey, right: AlertKey): number {
  return (
    compareNames(left.environment, right.environment) ||
    compareNames(left.resource, right.resource) ||
    compareNames(left.event, right.event)
  )
}
