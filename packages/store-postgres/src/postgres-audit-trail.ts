import type { AuditEntry, ListFilter } from '@opsgraph/core'
import type { AuditTrail, ListQuery, ListSort, Page } from '@opsgraph/core/store'
import { writeTime } from './column-parser.js'
import type { Session } from './database.js'
import { type ListTable, listPage } from './list-page.js'
import { textArray } from './text-array.js'

export class PostgresAuditTrail implements AuditTrail {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async append(...entries: readonly AuditEntry[]): Promise<void> {
    if (entries.length === 0) return
    await this.#session.query({
      name: 'append-audit-entries',
      keepsPlan: true,
      text: APPEND,
      values: [
        textArray(entries.map(({ id }) => id)),
        textArray(entries.map(({ event }) => event)),
        textArray(entries.map(({ type }) => type)),
        textArray(entries.map(({ user }) => user)),
        textArray(entries.map(({ resourceId }) => resourceId)),
        textArray(entries.map(({ createTime }) => writeTime(createTime))),
        JSON.stringify(entries.map(({ text, attributes, requestId }) => ({ text, attributes, requestId }))),
      ],
    })
  }

  async deleteOld(before: string, limit: number): Promise<number> {
    const { rows } = await this.#session.query<PlaceRow>({ text: LAST_OLD, values: [writeTime(before), limit] })
    const [last] = rows
    if (last === undefined) return 0
    const values = [writeTime(last[0]), last[1]]
    return (await this.#session.query({ text: DELETE_UP_TO, values })).count
  }

  list(query: ListQuery<ListFilter<'audit'>, ListSort<'audit'>>): Promise<Page<AuditEntry>> {
    return listPage(this.#session, AUDIT_ENTRIES, query, toAuditEntry)
  }
}

const APPEND = `insert into audit_entry (id, event, type, user_name, resource_id, create_time, document)
  select * from rows from (
    unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[]),
    json_array_elements($7::json)
  )`

type PlaceRow = readonly [createTime: string, id: string]

/** The last of the entries that one call deletes. */
const LAST_OLD = `select create_time, id from (
    select create_time, id from audit_entry where create_time < $1::timestamptz order by create_time, id limit $2::int
  ) as old
  order by create_time desc, id desc limit 1`

/** Deletes by a range of the index on time and id, because the table has no index of ids alone. */
const DELETE_UP_TO = 'delete from audit_entry where (create_time, id) <= ($1::timestamptz, $2::text)'

const AUDIT_ENTRIES: ListTable<ListFilter<'audit'>, ListSort<'audit'>> = {
  name: 'audit_entry',
  filters: {
    event: { sql: 'event' },
    type: { sql: 'type' },
    user: { sql: 'user_name' },
    resourceId: { sql: 'resource_id' },
  },
  sorts: { createTime: { sql: 'create_time', type: 'time' } },
  order: ['create_time', 'id'],
  descending: true,
  select: 'page.id, event, type, user_name, resource_id, create_time, document',
}

type AuditRow = readonly [
  id: string,
  event: AuditEntry['event'],
  type: AuditEntry['type'],
  user: string,
  resourceId: string | null,
  createTime: string,
  document: Pick<AuditEntry, 'text' | 'attributes' | 'requestId'>,
]

function toAuditEntry([id, event, type, user, resourceId, createTime, document]: AuditRow): AuditEntry {
  return { id, event, type, user, resourceId, createTime, ...document }
}
