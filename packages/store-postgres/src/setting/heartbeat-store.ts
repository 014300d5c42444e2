import type { ListFilter } from '@opsgraph/core'
import type { ListSort, Store } from '@opsgraph/core/store'
import type { Session } from '../sql/database.js'
import { type ListTable, listPage } from '../sql/list-page.js'
import { Table } from '../sql/table.js'
import { storableText, textArray, writeTime } from '../sql/values.js'
import { insertStatement } from '../sql/written-columns.js'

type HeartbeatStore = Store['heartbeats']
type Heartbeat = Parameters<HeartbeatStore['add']>[0]
type Filter = ListFilter<'heartbeats'>
type Sort = ListSort<'heartbeats'>

const HEARTBEATS = new Table<Heartbeat, Exclude<Filter, 'status'>, Sort>({
  name: 'heartbeat',
  columns: {
    id: { sql: 'id' },
    origin: { sql: 'origin' },
    createTime: { sql: 'create_time', type: 'time' },
    receiveTime: { sql: 'receive_time', type: 'time' },
    expireTime: { sql: 'expire_time', type: 'time', nullsLast: true },
    isSlow: { sql: 'is_slow', type: 'boolean' },
    isMissed: { sql: 'is_missed', type: 'boolean' },
    tags: 'document',
    attributes: 'document',
    customer: 'document',
    timeout: 'document',
  },
  order: ['origin'],
})

/** SQL that compares the status of a heartbeat at a time with a value such as `expired 2026-01-01T00:00:00.000Z`. */
const hasStatus = (value: string) => `case
    when expire_time <= split_part(${value}, ' ', 2)::timestamptz then 'expired'
    when is_slow then 'slow' else 'ok'
  end = split_part(${value}, ' ', 1)`

const LISTED_HEARTBEATS: ListTable<Filter, Sort> = {
  ...HEARTBEATS.listed,
  filters: { ...HEARTBEATS.listed.filters, status: { sql: 'is_slow', match: hasStatus } },
}

export function postgresHeartbeatStore(session: Session): HeartbeatStore {
  const { read, select, delete: remove } = HEARTBEATS.rowsIn(session)
  return {
    list: (query) => listPage(session, LISTED_HEARTBEATS, query, HEARTBEATS.toItem),
    read,
    lock: async (origin) => {
      const options = { name: 'lock-heartbeat', keepsPlan: true, values: [storableText(origin)] }
      return (await select('where origin = $1::text for no key update', options))[0]
    },
    add: async (heartbeat) => (await session.query(insertStatement(HEARTBEAT_INSERTION, [heartbeat]))).count > 0,
    save: async (heartbeat) => {
      const values = [storableText(heartbeat.id), ...CHANGED_COLUMNS.map(([, , write]) => write(heartbeat))]
      return (
        (await session.query({ name: 'save-heartbeat', keepsPlan: true, text: SAVE_HEARTBEAT_SQL, values })).count > 0
      )
    },
    delete: async (id) => (await remove([id])) > 0,
    overdue: (now, limit) =>
      select(LOCK_OVERDUE_CLAUSE_SQL, { name: 'overdue-heartbeats', values: [writeTime(now), limit] }),
    /** Does not lock the rows: the caller has locked them. */
    miss: async (ids) => {
      await session.query({
        text: 'update heartbeat set is_missed = true where id = any((select $1::text[])::text[])',
        values: [textArray(ids)],
      })
    },
  }
}

const HEARTBEAT_INSERTION = {
  name: 'add-heartbeat',
  table: 'heartbeat',
  columns: HEARTBEATS.written,
  few: 1,
  ending: 'on conflict do nothing',
}

const CHANGED_COLUMNS = HEARTBEATS.written.filter(([name]) => name !== 'id' && name !== 'origin')

/** Saves one row, so that PostgreSQL finds it by its id, whatever its statistics are. */
const SAVE_HEARTBEAT_SQL = `update heartbeat set ${CHANGED_COLUMNS.map(([name, type], at) => `${name} = $${at + 2}::${type}`).join(', ')}
  where id = $1::text`

const LOCK_OVERDUE_CLAUSE_SQL = `where not is_missed and expire_time <= $1::timestamptz
  order by expire_time, id
  limit $2::bigint
  for no key update`
