import { hash } from 'node:crypto'
import type { Alert, ListFilter } from '@opsgraph/core'
import { type AlertStore, dueTime, indexAlert, type ListSort } from '@opsgraph/core/store'
import type { Session, Statement } from '../sql/database.js'
import type { ListTable } from '../sql/list-page.js'
import { plainArray, textArray, writeTime } from '../sql/values.js'
import { assignColumnsSql, insertStatement, type WrittenColumn } from '../sql/written-columns.js'

/** The columns from which an alert is read. All its other fields are in the JSON column `document`. */
export const ALERT_COLUMNS = 'id, environment, resource, event, severity, status, assignee, document, revision'

/** The columns from which a transaction reads an alert that it may change. */
export const WHOLE_ALERT_COLUMNS = `${ALERT_COLUMNS}, firing`

/**
 * The conditions for ended and for active alerts. They must be the same text as in the indexes `alert_ended` and
 * `alert_active_part`: otherwise the planner does not use these indexes.
 */
export const IS_ENDED_SQL = `status in ('closed', 'expired')`
export const IS_ACTIVE_SQL = `status not in ('closed', 'expired')`

/** Which columns filter and sort lists of alerts. */
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
    window: { sql: 'window_id' },
    assignee: { sql: 'assignee' },
    from: { sql: 'last_receive_time', type: 'time', match: '>=' },
    to: { sql: 'last_receive_time', type: 'time', match: '<' },
    q: { sql: 'search', match: 'contains' },
  },
  sorts: {
    createTime: { sql: 'create_time', type: 'time' },
    lastReceiveTime: { sql: 'last_receive_time', type: 'time' },
    severity: { sql: 'severity_rank', type: 'number', newestBy: 'active_since' },
    assignee: { sql: 'assignee', nullsLast: true },
  },
  order: ['create_time', 'id'],
  select: `page.${ALERT_COLUMNS}`,
}

type AlertDocument = Omit<
  Alert,
  'id' | 'environment' | 'resource' | 'event' | 'severity' | 'status' | 'assignee' | 'firing'
>

export type AlertRow = readonly [
  id: string,
  environment: string,
  resource: string,
  event: string,
  severity: Alert['severity'],
  status: Alert['status'],
  assignee: Alert['assignee'],
  document: AlertDocument,
  /** How often the alert has been written. */
  revision: number,
  /**
   * The open fingerprints; missing if the row was not read with `WHOLE_ALERT_COLUMNS`; `null` if the alert was saved
   * without this value.
   */
  firing?: Alert['firing'] | null,
]

export function toAlert(row: AlertRow): Alert {
  const [id, environment, resource, event, severity, status, assignee, document, , firing] = row
  const fields = { id, environment, resource, event, severity, status, assignee, ...document }
  return firing ? { ...fields, firing } : fields
}

/** Writes the fields of an alert that have no column of their own as JSON. JSON omits fields that are `undefined`. */
export function writeDocument(alert: Alert): string {
  return JSON.stringify({ ...alert, ...FIELDS_IN_COLUMNS })
}

const FIELDS_IN_COLUMNS = {
  id: undefined,
  environment: undefined,
  resource: undefined,
  event: undefined,
  severity: undefined,
  status: undefined,
  assignee: undefined,
  firing: undefined,
}

function openFingerprints({ firing }: Alert): string | null {
  const named = firing?.open.filter(({ fingerprint }) => fingerprint !== '') ?? []
  return named.length === 0 ? null : textArray(named.map(fingerprintDigest))
}

export type SourcedFingerprint = Parameters<AlertStore['holding']>[0][number]

/** Returns a digest of a fingerprint and its sender. They may contain characters that PostgreSQL cannot store. */
export function fingerprintDigest({ source, fingerprint }: SourcedFingerprint): string {
  return digestOf(`${source}\u0000${fingerprint}`)
}

function writeDueTime(alert: Alert): string | null {
  const time = dueTime(alert)
  return time && writeTime(time)
}

/**
 * Returns a digest of the text of an alert, for comparing texts. The text itself may be too long for an index, and may
 * contain characters that PostgreSQL cannot store.
 */
export function digestOf(text: string): string {
  return hash('sha256', Buffer.from(text, 'utf16le'), 'base64url')
}

/** An alert that is saved, and its new revision. */
interface SavedAlert {
  readonly alert: Alert
  /** The result of {@link writeDocument}. */
  readonly document: string
  readonly revision: number
}

type AlertIndex = ReturnType<typeof indexAlert>

/** The columns that a save writes. The columns after `revision` are used only for filtering and sorting. */
const WRITTEN_ALERT_COLUMNS: readonly WrittenColumn<SavedAlert & AlertIndex>[] = [
  ['id', 'text', ({ alert }) => alert.id],
  ['environment', 'text', ({ alert }) => alert.environment],
  ['resource', 'text', ({ alert }) => alert.resource],
  ['event', 'text', ({ alert }) => alert.event],
  ['severity', 'text', ({ alert }) => alert.severity],
  ['status', 'text', ({ alert }) => alert.status],
  ['assignee', 'text', ({ alert }) => alert.assignee],
  ['document', 'json', ({ document }) => document],
  ['revision', 'bigint', ({ revision }) => String(revision)],
  ['create_time', 'timestamptz', ({ alert }) => writeTime(alert.createTime)],
  ['last_receive_time', 'timestamptz', ({ alert }) => writeTime(alert.lastReceiveTime)],
  ['update_time', 'timestamptz', ({ alert }) => writeTime(alert.updateTime)],
  ['due_time', 'timestamptz', ({ alert }) => writeDueTime(alert)],
  ['service', 'text[]', ({ alert }) => textArray(alert.service)],
  ['tags', 'text[]', ({ alert }) => textArray(alert.tags)],
  ['text_digest', 'text', ({ alert }) => digestOf(alert.text)],
  ['search', 'text', ({ search }) => search],
  ['severity_rank', 'smallint', ({ severityRank }) => String(severityRank)],
  ['active_since', 'timestamptz', ({ alert }) => writeTime(alert.activeSince)],
  ['firing', 'json', ({ alert }) => JSON.stringify(alert.firing ?? null)],
  ['open_fingerprints', 'text[]', ({ alert }) => openFingerprints(alert)],
  ['correlate', 'text[]', ({ alert }) => (alert.correlate.length === 0 ? null : textArray(alert.correlate))],
  ['window_id', 'text', ({ alert }) => alert.maintenance?.windowId ?? null],
]

/**
 * Replaces a stored alert, unless another transaction has changed or added it since this transaction locked its key.
 * The locks prevent such a change, except on Citus: if a worker fails while it commits, the next transaction gets the
 * lock, but reads the alert as it was before that commit.
 */
const REPLACE_ALERT_SQL = `on conflict (environment, resource, event) do update set ${assignColumnsSql(WRITTEN_ALERT_COLUMNS.slice(4), 'excluded')}
  where alert.id = excluded.id and alert.revision = excluded.revision - 1`

const SAVE_ALERTS = {
  name: 'save-alerts',
  table: 'alert',
  columns: WRITTEN_ALERT_COLUMNS,
  few: 10,
  ending: REPLACE_ALERT_SQL,
}

/** Creates the statement that adds or replaces alerts. It changes only the alerts that `REPLACE` does not skip. */
export function saveAlerts(alerts: readonly SavedAlert[]): Statement {
  return insertStatement(
    SAVE_ALERTS,
    alerts.map((saved) => ({ ...saved, ...indexAlert(saved.alert) })),
  )
}

/** Alerts with their revisions, keyed by the number of their part (0 to 1,023). */
export type AlertsByPart = Awaited<ReturnType<NonNullable<AlertStore['activeInParts']>>>

/**
 * Reads the version of each part of the active alerts (`AlertStore.activeVersions` says what a part is), by the number
 * of the part.
 */
export async function activeVersions(session: Session): Promise<ReadonlyMap<number, string>> {
  const { rows } = await session.query<readonly [part: number, version: string]>({
    name: 'active-alerts-versions',
    keepsPlan: true,
    text: SELECT_VERSIONS_SQL,
  })
  return new Map(rows)
}

/** Reads the active alerts of some parts, by the number of the part. */
export async function activeInParts(
  session: Session,
  parts: readonly number[],
  cached: ReadonlyMap<string, number> = new Map(),
): Promise<AlertsByPart> {
  const { rows } = await session.query<readonly [part: number, isCached: boolean, ...AlertRow]>({
    text: SELECT_ACTIVE_SQL,
    values: [plainArray(parts), textArray([...cached.keys()]), plainArray([...cached.values()])],
  })
  const found = new Map<number, { id: string; revision: number; alert: Alert | undefined }[]>()
  for (const [part, isCached, ...row] of rows) {
    const versioned = { id: row[0], revision: row[8], alert: isCached ? undefined : toAlert(row) }
    const known = found.get(part)
    if (known === undefined) found.set(part, [versioned])
    else known.push(versioned)
  }
  return found
}

/**
 * SQL for the number of the part to which an alert belongs, from 0 to 1,023; the first column of the index
 * `alert_active_part`.
 */
const PART_SQL = '(hashtextextended(id, 0) & 1023)::int'

/**
 * The id and the revision identify the content of an alert, so a sum of their hashes identifies the content of a part.
 * The revision is the seed of the hash: this costs half as much as hashing a text that contains both.
 */
const SELECT_VERSIONS_SQL = `select ${PART_SQL}, concat_ws(' ', count(*), sum(hashtextextended(id, revision)))
  from alert where ${IS_ACTIVE_SQL} group by 1`

/** Omits the document, which is most of an alert, if the caller already has this revision of the alert. */
const SELECT_ACTIVE_SQL = `select ${PART_SQL}, cached_id is not null,
    ${ALERT_COLUMNS.replace('document', 'case when cached_id is null then document end')}
  from alert left join unnest($2::text[], $3::bigint[]) as cached (cached_id, cached_revision)
    on cached_id = id and cached_revision = revision
  where ${IS_ACTIVE_SQL} and ${PART_SQL} = any($1::int[])`
