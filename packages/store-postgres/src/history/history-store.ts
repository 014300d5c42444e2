import type { Store } from '@opsgraph/core/store'
import { mapWithPauses, runInBatches } from '../sql/batches.js'
import { readItems, type Session } from '../sql/database.js'
import { rowFormat } from '../sql/row-format.js'
import { storableText, textArray, writeTime } from '../sql/values.js'
import { insertStatement, type WrittenColumn } from '../sql/written-columns.js'

type HistoryStore = Store['serviceHistory']
type Transition = Parameters<HistoryStore['append']>[0][number]
type StateStart = Awaited<ReturnType<HistoryStore['steps']>>[number]

const TRANSITION_COLUMNS = {
  service: { sql: 'service' },
  sequence: { sql: 'sequence', type: 'number' },
  time: { sql: 'time', type: 'time' },
  from: { sql: 'severity_before' },
  to: { sql: 'severity' },
  acknowledged: { sql: 'acknowledged', type: 'boolean' },
  acknowledgedSeverity: { sql: 'acknowledged_severity' },
  causes: { sql: 'causes', type: 'json' },
} as const
const { written, names, toItem: toTransition } = rowFormat<Transition>(TRANSITION_COLUMNS)
const STATE_START_ROW = rowFormat<StateStart>({
  sequence: TRANSITION_COLUMNS.sequence,
  time: TRANSITION_COLUMNS.time,
  to: TRANSITION_COLUMNS.to,
})
const SELECT_TRANSITIONS_SQL = `select ${names} from service_transition`
const TRANSITION_INSERTION = {
  name: 'append-transitions',
  table: 'service_transition',
  columns: [...written, ['is_newest', 'boolean', () => 'true'] satisfies WrittenColumn<Transition>],
}

export function postgresHistoryStore(session: Session): HistoryStore {
  return {
    hurt: () => readItems(session, { name: 'hurt-services', text: SELECT_HURT_SQL }, toTransition),
    newest: async (services) => {
      if (services.length === 0) return []
      const values = [textArray([...new Set(services)])]
      return await readItems(session, { name: 'newest-transitions', text: SELECT_NEWEST_SQL, values }, toTransition)
    },
    append: (transitions) =>
      session.atomic((atomic) => runInBatches(transitions, (batch) => appendTransitions(atomic, batch))),
    list: async ({ service, from, to }, { page, pageSize }) => {
      const offset = Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER)
      const values = [storableText(service), writeTime(from), writeTime(to), pageSize, offset]
      const { rows } = await session.query<readonly [number, ...unknown[]]>({ text: LIST_PAGE_SQL, values })
      const found = rows.flatMap(([, ...row]) => (row[0] === null ? [] : [row]))
      return { items: await mapWithPauses(found, toTransition), total: rows[0]?.[0] ?? 0 }
    },
    steps: ({ service, from, to }, { after, limit }) => {
      const values = [storableText(service), writeTime(from), writeTime(to), after, limit]
      return readItems(
        session,
        { name: 'steps-of-service', text: SELECT_STATE_STARTS_SQL, values },
        STATE_START_ROW.toItem,
      )
    },
    hurtBefore: (time, services) => {
      const name = services === undefined ? 'hurt-before' : 'some-hurt-before'
      const values = [writeTime(time), ...(services === undefined ? [] : [textArray([...new Set(services)])])]
      return readItems(session, { name, text: hurtBeforeSql(services), values }, toTransition)
    },
    between: ({ from, to, services }, { after, limit }) => {
      const name = services === undefined ? 'transitions-between' : 'some-transitions-between'
      const { time, service, sequence } = after ?? { time: from, service: '', sequence: 0 }
      const values = [writeTime(time), storableText(service), sequence, writeTime(to), limit]
      const some = services === undefined ? [] : [textArray([...new Set(services)])]
      return readItems(session, { name, text: betweenSql(services), values: [...values, ...some] }, toTransition)
    },
    deleteOld: async (before, limit) =>
      (await session.query({ text: DELETE_OLD_SQL, values: [writeTime(before), limit] })).count,
  }
}

async function appendTransitions(session: Session, transitions: readonly Transition[]): Promise<void> {
  const values = [textArray(transitions.map(({ service }) => service))]
  await session.query({ name: 'outdate-transitions', text: UNMARK_NEWEST_SQL, values })
  await session.query(insertStatement(TRANSITION_INSERTION, transitions))
}

const SELECT_HURT_SQL = `${SELECT_TRANSITIONS_SQL} where is_newest and severity is not null`

const SELECT_NEWEST_SQL = `${SELECT_TRANSITIONS_SQL} where is_newest and service = any((select $1::text[])::text[])`

const UNMARK_NEWEST_SQL = `update service_transition set is_newest = false
  where is_newest and service = any((select $1::text[])::text[])`

const IS_IN_RANGE_SQL = 'service = $1::text and time >= $2::timestamptz and time < $3::timestamptz'

/** Reads one page of transitions and their total. The join returns the total even if the page has no rows. */
const LIST_PAGE_SQL = `select (select count(*) from service_transition where ${IS_IN_RANGE_SQL}), ${names}
  from (select) as one_row left join (
    ${SELECT_TRANSITIONS_SQL} where ${IS_IN_RANGE_SQL} order by time desc, sequence desc limit $4::bigint offset $5::bigint
  ) as page on true
  order by time desc, sequence desc`

/**
 * SQL for the sequence of the last transition of a service whose time meets a condition. The time rises with the
 * sequence.
 */
function lastSequenceSql(condition: string): string {
  return `(select sequence from service_transition where service = $1::text and ${condition}
    order by time desc, sequence desc limit 1)`
}

/**
 * Reads the transitions in a range. Both ends of the range are sequences, so that only the rows of the range are read,
 * by the primary key.
 */
const SELECT_STATE_STARTS_SQL = `select ${STATE_START_ROW.names} from service_transition
  where service = $1::text and sequence > $4::integer
    and sequence >= coalesce(${lastSequenceSql('time <= $2::timestamptz')}, 0)
    and sequence <= ${lastSequenceSql('time < $3::timestamptz')}
  order by sequence limit $5::bigint`

type ServiceSelection = readonly string[] | undefined

/**
 * Reads, for each service that alerts affected before a time, its last transition before that time. Looks up each
 * service in the index `service_transition_time`.
 */
function hurtBeforeSql(services: ServiceSelection): string {
  const some = services === undefined ? '' : 'and service = any((select $2::text[])::text[])'
  return `select before.* from (select service from service_transition where is_newest ${some}) as named
    cross join lateral (
      ${SELECT_TRANSITIONS_SQL} where service = named.service and time < $1::timestamptz order by time desc, sequence desc limit 1
    ) as before
    where before.severity is not null`
}

/**
 * Reads one page of the transitions between two times. The first page begins after the empty service and the sequence
 * 0, which no transition has.
 */
function betweenSql(services: ServiceSelection): string {
  const some = services === undefined ? '' : 'and service = any((select $6::text[])::text[])'
  return `${SELECT_TRANSITIONS_SQL} where (time, service, sequence) > ($1::timestamptz, $2::text, $3::integer)
    and time < $4::timestamptz ${some}
    order by time, service, sequence limit $5::bigint`
}

const DELETE_OLD_SQL = `delete from service_transition where (service, sequence) in (
    select service, sequence from service_transition where not is_newest and time < $1::timestamptz
    order by time, service, sequence limit $2::bigint
  )`
