import type { Store } from '@opsgraph/core/store'
import { inBatches, mapWithPauses } from '../sql/batches.js'
import { readItems, type Session } from '../sql/database.js'
import { rowFormat } from '../sql/row-format.js'
import { storableText, textArray, writeTime } from '../sql/values.js'
import { insertStatement, type WrittenColumn } from '../sql/written-columns.js'

type HistoryStore = Store['serviceHistory']
type Transition = Parameters<HistoryStore['append']>[0][number]
type Step = Awaited<ReturnType<HistoryStore['steps']>>[number]

const COLUMNS = {
  service: { sql: 'service' },
  sequence: { sql: 'sequence', type: 'number' },
  time: { sql: 'time', type: 'time' },
  from: { sql: 'severity_before' },
  to: { sql: 'severity' },
  acknowledged: { sql: 'acknowledged', type: 'boolean' },
  acknowledgedSeverity: { sql: 'acknowledged_severity' },
  causes: { sql: 'causes', type: 'json' },
} as const
const { written, names, toItem: toTransition } = rowFormat<Transition>(COLUMNS)
const STEP = rowFormat<Step>({ sequence: COLUMNS.sequence, time: COLUMNS.time, to: COLUMNS.to })
const SELECT = `select ${names} from service_transition`
const INSERTION = {
  name: 'append-transitions',
  table: 'service_transition',
  columns: [...written, ['is_newest', 'boolean', () => 'true'] satisfies WrittenColumn<Transition>],
}

export function postgresHistoryStore(session: Session): HistoryStore {
  return {
    hurt: () => readItems(session, { name: 'hurt-services', text: SELECT_HURT }, toTransition),
    newest: async (services) => {
      if (services.length === 0) return []
      const values = [textArray([...new Set(services)])]
      return await readItems(session, { name: 'newest-transitions', text: SELECT_NEWEST, values }, toTransition)
    },
    append: (transitions) => session.atomic((atomic) => inBatches(transitions, (batch) => append(atomic, batch))),
    list: async ({ service, from, to }, { page, pageSize }) => {
      const offset = Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER)
      const values = [storableText(service), writeTime(from), writeTime(to), pageSize, offset]
      const { rows } = await session.query<readonly [number, ...unknown[]]>({ text: LIST_PAGE, values })
      const found = rows.flatMap(([, ...row]) => (row[0] === null ? [] : [row]))
      return { items: await mapWithPauses(found, toTransition), total: rows[0]?.[0] ?? 0 }
    },
    steps: ({ service, from, to }, { after, limit }) => {
      const values = [storableText(service), writeTime(from), writeTime(to), after, limit]
      return readItems(session, { name: 'steps-of-service', text: STEPS, values }, STEP.toItem)
    },
    hurtBefore: (time, services) => {
      const name = services === undefined ? 'hurt-before' : 'some-hurt-before'
      const values = [writeTime(time), ...(services === undefined ? [] : [textArray([...new Set(services)])])]
      return readItems(session, { name, text: hurtBefore(services), values }, toTransition)
    },
    between: ({ from, to, services }, { after, limit }) => {
      const name = services === undefined ? 'transitions-between' : 'some-transitions-between'
      const { time, service, sequence } = after ?? { time: from, service: '', sequence: 0 }
      const values = [writeTime(time), storableText(service), sequence, writeTime(to), limit]
      const some = services === undefined ? [] : [textArray([...new Set(services)])]
      return readItems(session, { name, text: between(services), values: [...values, ...some] }, toTransition)
    },
    deleteOld: async (before, limit) =>
      (await session.query({ text: DELETE_OLD, values: [writeTime(before), limit] })).count,
  }
}

async function append(session: Session, transitions: readonly Transition[]): Promise<void> {
  const values = [textArray(transitions.map(({ service }) => service))]
  await session.query({ name: 'outdate-transitions', text: UNMARK_NEWEST, values })
  await session.query(insertStatement(INSERTION, transitions))
}

const SELECT_HURT = `${SELECT} where is_newest and severity is not null`

const SELECT_NEWEST = `${SELECT} where is_newest and service = any((select $1::text[])::text[])`

const UNMARK_NEWEST = `update service_transition set is_newest = false
  where is_newest and service = any((select $1::text[])::text[])`

const IS_IN_RANGE = 'service = $1::text and time >= $2::timestamptz and time < $3::timestamptz'

/** Reads one page of transitions and their total. The join returns the total even if the page has no rows. */
const LIST_PAGE = `select (select count(*) from service_transition where ${IS_IN_RANGE}), ${names}
  from (select) as one_row left join (
    ${SELECT} where ${IS_IN_RANGE} order by time desc, sequence desc limit $4::bigint offset $5::bigint
  ) as page on true
  order by time desc, sequence desc`

/**
 * SQL for the sequence of the last transition of a service whose time meets a condition. The time rises with the
 * sequence.
 */
function lastSequence(condition: string): string {
  return `(select sequence from service_transition where service = $1::text and ${condition}
    order by time desc, sequence desc limit 1)`
}

/**
 * Reads the transitions in a range. Both ends of the range are sequences, so that only the rows of the range are read,
 * by the primary key.
 */
const STEPS = `select ${STEP.names} from service_transition
  where service = $1::text and sequence > $4::integer
    and sequence >= coalesce(${lastSequence('time <= $2::timestamptz')}, 0)
    and sequence <= ${lastSequence('time < $3::timestamptz')}
  order by sequence limit $5::bigint`

type Services = readonly string[] | undefined

/**
 * Reads, for each service that alerts affected before a time, its last transition before that time. Looks up each
 * service in the index `service_transition_time`.
 */
function hurtBefore(services: Services): string {
  const some = services === undefined ? '' : 'and service = any((select $2::text[])::text[])'
  return `select before.* from (select service from service_transition where is_newest ${some}) as named
    cross join lateral (
      ${SELECT} where service = named.service and time < $1::timestamptz order by time desc, sequence desc limit 1
    ) as before
    where before.severity is not null`
}

/**
 * Reads one page of the transitions between two times. The first page begins after the empty service and the sequence
 * 0, which no transition has.
 */
function between(services: Services): string {
  const some = services === undefined ? '' : 'and service = any((select $6::text[])::text[])'
  return `${SELECT} where (time, service, sequence) > ($1::timestamptz, $2::text, $3::integer)
    and time < $4::timestamptz ${some}
    order by time, service, sequence limit $5::bigint`
}

const DELETE_OLD = `delete from service_transition where (service, sequence) in (
    select service, sequence from service_transition where not is_newest and time < $1::timestamptz
    order by time, service, sequence limit $2::bigint
  )`
