import type { AuditEntry, ListFilter } from '@opsgraph/core'
import type { AuditTrail, ListSort } from '@opsgraph/core/store'
import { writeTime } from './column-parser.js'
import type { Session } from './database.js'
import { Table } from './table.js'
import { insertStatement } from './written-columns.js'

const AUDIT_ENTRIES = new Table<AuditEntry, ListFilter<'audit'>, ListSort<'audit'>>({
  name: 'audit_entry',
  columns: {
    id: { sql: 'id' },
    event: { sql: 'event' },
    type: { sql: 'type' },
    user: { sql: 'user_name' },
    resourceId: { sql: 'resource_id' },
    createTime: { sql: 'create_time', type: 'time' },
    text: 'document',
    attributes: 'document',
    requestId: 'document',
  },
  order: ['create_time', 'id'],
  descending: true,
})

export function postgresAuditTrail(session: Session): AuditTrail {
  return {
    list: AUDIT_ENTRIES.rowsIn(session).list,
    append: async (...entries) => {
      if (entries.length === 0) return
      await session.query(insertStatement(APPEND, entries))
    },
    deleteOld: async (before, limit) => {
      const { rows } = await session.query<PlaceRow>({ text: LAST_OLD, values: [writeTime(before), limit] })
      const [last] = rows
      if (last === undefined) return 0
      return (await session.query({ text: DELETE_UP_TO, values: [writeTime(last[0]), last[1]] })).count
    },
  }
}

const APPEND = { name: 'append-audit-entries', table: 'audit_entry', columns: AUDIT_ENTRIES.written }

type PlaceRow = readonly [createTime: string, id: string]

/** The last of the entries that one call deletes. */
const LAST_OLD = `select create_time, id from (
    select create_time, id from audit_entry where create_time < $1::timestamptz order by create_time, id limit $2::int
  ) as old
  order by create_time desc, id desc limit 1`

/** Deletes by a range of the index on time and id, because the table has no index of ids alone. */
const DELETE_UP_TO = 'delete from audit_entry where (create_time, id) <= ($1::timestamptz, $2::text)'
