import type { Alert, Filters, ListFilter } from '@opsgraph/core'
import {
  ACTIVE_STATUSES,
  type AlertKey,
  type AlertStore,
  alertKey,
  type ListQuery,
  type ListSort,
  type Page,
} from '@opsgraph/core/store'
import { mapWithPauses } from '../sql/batches.js'
import { readFirstColumn, readItems, type Session, type SqlValue, type Statement } from '../sql/database.js'
import { findByKeys } from '../sql/find-by-keys.js'
import { buildWhere, type ListKey, listAfter, listPage } from '../sql/list-page.js'
import { AlertLocks } from '../sql/locks.js'
import { OvertakenError } from '../sql/sqlstate.js'
import { storableText, textArray, textArrays, writeTime } from '../sql/values.js'
import {
  ALERT_COLUMNS,
  ALERTS,
  type AlertRow,
  type AlertsByPart,
  activeInParts,
  activeVersions,
  fingerprintDigest,
  IS_ACTIVE_SQL,
  IS_ENDED_SQL,
  type SourcedFingerprint,
  saveAlerts,
  toAlert,
  WHOLE_ALERT_COLUMNS,
  writeDocument,
} from './alert-rows.js'

type AlertRef = AlertKey & Pick<Alert, 'id'>
type AlertFilters = Filters<ListFilter<'alerts'>>

export class PostgresAlertStore implements AlertStore {
  readonly #session: Session
  /** The locks of the transaction; `undefined` outside of a transaction. */
  readonly #locks: AlertLocks | undefined
  /** The revisions of the alerts that this transaction has locked, by `alertKey`; 0 if there is no such alert. */
  readonly #revisions = new Map<string, number>()

  /** The revisions of the alerts that `takeOut` has deleted, by id. `save` may store these alerts again. */
  readonly #takenOut = new Map<string, number>()

  constructor(session: Session, locks?: AlertLocks) {
    this.#session = session
    this.#locks = locks
  }

  async read(id: string): Promise<Alert | undefined> {
    const statement = { name: 'read-alert', keepsPlan: true, text: READ_ALERT_SQL, values: [storableText(id)] }
    return (await readItems(this.#session, statement, toAlert))[0]
  }

  list(query: ListQuery<ListFilter<'alerts'>, ListSort<'alerts'>>): Promise<Page<Alert>> {
    return listPage(this.#session, ALERTS, query, toAlert)
  }

  activeOf(...[services, severities]: Parameters<AlertStore['activeOf']>): Promise<readonly Alert[]> {
    const values: SqlValue[] = []
    const where = buildWhere(ALERTS, { status: ACTIVE_STATUSES, service: services, severity: severities }, values)
    const text = `select ${ALERT_COLUMNS} from alert ${where} order by create_time, id`
    return readItems(this.#session, { text, values }, toAlert)
  }

  activeVersions(): Promise<ReadonlyMap<number, string>> {
    return activeVersions(this.#session)
  }

  activeInParts(parts: readonly number[], cached?: ReadonlyMap<string, number>): Promise<AlertsByPart> {
    return activeInParts(this.#session, parts, cached)
  }

  after(...[last, limit, filters]: Parameters<AlertStore['after']>): Promise<readonly Alert[]> {
    const key: ListKey | undefined = last && [
      [writeTime(last.createTime), 'timestamptz'],
      [last.id, 'text'],
    ]
    return listAfter(this.#session, ALERTS, { last: key, limit, filters }, toAlert)
  }

  known(environment: string, resources: readonly string[]): Promise<readonly string[]> {
    return readFirstColumn(this.#session, {
      name: 'alerting-resources',
      text: `select resource from alert where environment = $1::text
        and resource = any((select $2::text[])::text[]) group by resource`,
      values: [storableText(environment), textArray(resources)],
    })
  }

  due(until: string, limit: number): Promise<readonly AlertKey[]> {
    return readItems(
      this.#session,
      { name: 'due-alerts', text: SELECT_DUE_SQL, values: [writeTime(until), limit] },
      toKey,
    )
  }

  holding(fingerprints: readonly SourcedFingerprint[]): Promise<readonly AlertKey[]> {
    const values = [textArray(fingerprints.map(fingerprintDigest))]
    return readItems(this.#session, { name: 'alerts-holding', text: SELECT_WITH_OPEN_FINGERPRINT_SQL, values }, toRef)
  }

  correlating(keys: readonly AlertKey[]): Promise<readonly AlertKey[]> {
    const values = textArrays(keys, ['environment', 'resource', 'event'])
    return readItems(this.#session, { name: 'correlating-alerts', text: SELECT_CORRELATING_SQL, values }, toRef)
  }

  naming({ environment, resource }: Parameters<AlertStore['naming']>[0]): Promise<readonly AlertKey[]> {
    const values = [storableText(environment), storableText(resource)]
    return readItems(this.#session, { name: 'alerts-naming', text: SELECT_NAMING_SQL, values }, toRef)
  }

  async lock(keys: readonly AlertKey[]): Promise<readonly Alert[]> {
    if (this.#locks === undefined) return readItems(this.#session, selectByKeys(keys), toAlert)
    const taken = this.#take(keys)
    // This query is sent without waiting for the locks, to save a round trip. The server runs it after the locks are
    // granted.
    const found = this.#session.query<AlertRow>(selectByKeys(keys))
    const [{ rows }] = await Promise.all([found, taken])
    for (const key of keys) this.#revisions.set(alertKey(key), 0)
    return await mapWithPauses(rows, (row) => this.#remember(row))
  }

  async lockMatching(filters: AlertFilters, limit: number): Promise<Page<AlertRef>> {
    const found = await this.#find(filters, limit)
    if (found.total > limit || found.total === 0) return found
    const filtersById = { ...filters, id: found.items.map(({ id }) => id) }
    const keys = new Set<string>()
    let { items } = found
    do {
      for (const key of items) keys.add(alertKey(key))
      await this.#take(items)
      // Finds the alerts again, because they may have changed before the locks were granted, and may have new keys.
      items = (await this.#find(filtersById, limit)).items
    } while (!items.every((alert) => keys.has(alertKey(alert))))
    return { items, total: found.total }
  }

  #find(filters: AlertFilters, limit: number): Promise<Page<AlertRef>> {
    return listPage(this.#session, ALERT_REFS, { filters, sort: undefined, page: 1, pageSize: limit }, toRef)
  }

  async lockById(id: string): Promise<Alert | undefined> {
    for (;;) {
      const alert = await this.read(id)
      if (alert === undefined) return undefined
      // Reads the alert again, because it may have changed before the lock was granted. If it has a new key, it must be
      // locked by this key.
      const locked = (await this.lock([alert])).find((found) => found.id === id)
      if (locked !== undefined) return locked
    }
  }

  /**
   * Saves alerts if each of them still has the revision that this transaction has read. Otherwise throws
   * `OvertakenError`, which repeats the transaction.
   */
  async save(alerts: readonly Alert[]): Promise<void> {
    if (alerts.length === 0) return
    if (this.#locks === undefined) return this.#inTransaction((store) => store.save(alerts))
    const unread = alerts.filter((alert) => !this.#revisions.has(alertKey(alert)))
    if (unread.length > 0) await this.lock(unread)
    let batch: WrittenAlert[] = []
    let length = 0
    for (const alert of alerts) {
      const document = writeDocument(alert)
      batch.push({ alert, document })
      length += document.length
      if (batch.length < MAX_SAVED_ALERTS && length < MAX_SAVED_CHARACTERS) continue
      await this.#saveBatch(batch)
      batch = []
      length = 0
    }
    if (batch.length > 0) await this.#saveBatch(batch)
  }

  async #saveBatch(batch: readonly WrittenAlert[]): Promise<void> {
    const saved = batch.map((written) => ({ ...written, revision: this.#nextRevision(written.alert) }))
    const { count } = await this.#session.query(saveAlerts(saved))
    if (count < batch.length) throw new OvertakenError('another transaction has changed or added one of these alerts')
    for (const { alert } of batch) this.#revisions.set(alertKey(alert), this.#nextRevision(alert))
  }

  #nextRevision(alert: Alert): number {
    const revision = this.#revisions.get(alertKey(alert)) ?? 0
    // If `takeOut` has deleted the alert, its revision goes on, because the id and the revision identify the content.
    return (revision === 0 ? (this.#takenOut.get(alert.id) ?? 0) : revision) + 1
  }

  async takeOut(alerts: readonly AlertRef[]): Promise<void> {
    if (alerts.length === 0) return
    for (const alert of alerts) this.#takenOut.set(alert.id, this.#revisions.get(alertKey(alert)) ?? 0)
    const values = [textArray(alerts.map(({ id }) => id))]
    await this.#session.query({ text: 'delete from alert where id = any($1::text[])', values })
    for (const alert of alerts) this.#revisions.set(alertKey(alert), 0)
  }

  async delete(id: string): Promise<boolean> {
    if (this.#locks === undefined) return this.#inTransaction((store) => store.delete(id))
    const alert = await this.lockById(id)
    if (alert === undefined) return false
    this.#revisions.delete(alertKey(alert))
    const { count } = await this.#session.query({ text: 'delete from alert where id = $1::text', values: [id] })
    return count > 0
  }

  async deleteEnded(before: string, limit: number): Promise<number> {
    if (this.#locks === undefined) return this.#inTransaction((store) => store.deleteEnded(before, limit))
    const time = writeTime(before)
    const ended = await readItems(this.#session, { text: FIND_ENDED_SQL, values: [time, limit] }, toRef)
    if (ended.length === 0) return 0
    await this.#take(ended)
    for (const key of ended) this.#revisions.delete(alertKey(key))
    const values = [textArray(ended.map(({ id }) => id)), time]
    return (await this.#session.query({ text: DELETE_ENDED_SQL, values })).count
  }

  async #take(keys: readonly AlertKey[]): Promise<void> {
    if (this.#locks === undefined) throw new Error('alerts are locked in a transaction only')
    await this.#locks.take(keys)
  }

  /** Converts the row of a locked alert. Remembers its revision for {@link save}. */
  #remember(row: AlertRow): Alert {
    const alert = toAlert(row)
    this.#revisions.set(alertKey(alert), row[8])
    return alert
  }

  #inTransaction<T>(work: (store: PostgresAlertStore) => Promise<T>): Promise<T> {
    return this.#session.atomic((session) => work(new PostgresAlertStore(session, new AlertLocks(session))))
  }
}

/**
 * The same list as `ALERTS`, but without the documents, which Citus would send to the coordinator.
 */
const ALERT_REFS: typeof ALERTS = {
  ...ALERTS,
  columns: 'id, environment, resource, event, create_time',
  select: 'page.id, environment, resource, event',
}

type RefRow = readonly [id: string, environment: string, resource: string, event: string]

function toRef([id, environment, resource, event]: RefRow): AlertRef {
  return { id, environment, resource, event }
}

function toKey([environment, resource, event]: readonly [
  environment: string,
  resource: string,
  event: string,
]): AlertKey {
  return { environment, resource, event }
}

function selectByKeys(keys: readonly AlertKey[]): Statement {
  return findByKeys({ table: 'alert', key: ['environment', 'resource', 'event'] }, WHOLE_ALERT_COLUMNS, keys)
}

/** The maximum number of alerts that one statement writes. */
const MAX_SAVED_ALERTS = 500
/**
 * When the documents of a statement have this many UTF-16 units together, it takes no further alert. Writing so much
 * takes a few milliseconds; 500 alerts of the maximum size would take seconds.
 */
const MAX_SAVED_CHARACTERS = 1_000_000

interface WrittenAlert {
  readonly alert: Alert
  readonly document: string
}

/** Sorts by the columns of the index `alert_due`, so that the query reads no more rows than it returns. */
const SELECT_DUE_SQL = `select environment, resource, event from alert
  where due_time <= $1::timestamptz
  order by due_time, id
  limit $2::int`

/** The expression in the first column of the index `alert_ended`. */
const LAST_TIME_SQL = 'greatest(update_time, last_receive_time)'

const FIND_ENDED_SQL = `select id, environment, resource, event from alert
  where ${IS_ENDED_SQL} and ${LAST_TIME_SQL} < $1::timestamptz order by ${LAST_TIME_SQL}, id limit $2::int`

/** An alert may have changed before its lock was granted, so the statement checks it again. */
const DELETE_ENDED_SQL = `delete from alert
  where id = any($1::text[]) and ${IS_ENDED_SQL} and ${LAST_TIME_SQL} < $2::timestamptz`

const READ_ALERT_SQL = `select ${WHOLE_ALERT_COLUMNS} from alert where id = $1::text`

/**
 * Reads the alerts of each resource once, and not once for each wanted event: a request may have thousands of events of
 * the same resource.
 */
const SELECT_CORRELATING_SQL = `with correlated as materialized (
    select alert.id, alert.environment, alert.resource, alert.event, listed.event as other
    from (select distinct environment, resource from unnest($1::text[], $2::text[]) as each (environment, resource)) as named
    join alert on alert.environment = named.environment and alert.resource = named.resource
    cross join unnest(alert.correlate) as listed (event)
    where alert.correlate is not null)
  select correlated.id, correlated.environment, correlated.resource, correlated.event from correlated
  join unnest($1::text[], $2::text[], $3::text[]) as wanted (environment, resource, event)
    on wanted.environment = correlated.environment and wanted.resource = correlated.resource and wanted.event = correlated.other`

/**
 * Finds the active alerts that name a resource, also as parent or child. Reads all active alerts of the environment,
 * because no index contains the parents and children.
 */
const SELECT_NAMING_SQL = `select id, environment, resource, event from alert
  where environment = $1::text and ${IS_ACTIVE_SQL} and (resource = $2::text or document ->> 'resourceParent' = $2::text
    or (document -> 'resourceChildren')::jsonb ? $2::text)`

const SELECT_WITH_OPEN_FINGERPRINT_SQL = `select id, environment, resource, event from alert
  where open_fingerprints && $1::text[] and ${IS_ACTIVE_SQL}`
