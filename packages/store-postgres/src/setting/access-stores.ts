import type { ApiKey, AuditEntry, ListFilter } from '@opsgraph/core'
import { type ApiKeyStore, type AuditTrail, type ListSort, OpsgraphError } from '@opsgraph/core/store'
import { readFirstValue, type Session } from '../sql/database.js'
import { sqlstateOf, UNIQUE_VIOLATION } from '../sql/sqlstate.js'
import { Table } from '../sql/table.js'
import { storableText, writeTime } from '../sql/values.js'
import { insertStatement, type WrittenColumn } from '../sql/written-columns.js'

const API_KEYS = new Table<ApiKey, ListFilter<'apiKeys'>, ListSort<'apiKeys'>>({
  name: 'api_key',
  columns: {
    id: { sql: 'id' },
    user: { sql: 'user_name' },
    scopes: { sql: 'scopes', type: 'json' },
    text: { sql: 'text' },
    createTime: { sql: 'create_time', type: 'time' },
    expireTime: { sql: 'expire_time', type: 'time', nullsLast: true },
    lastUsedTime: { sql: 'last_used_time', type: 'time', nullsLast: true },
  },
  order: ['create_time', 'id'],
})

export function postgresApiKeyStore(session: Session): ApiKeyStore {
  const { list, read, ...keys } = API_KEYS.rowsIn(session)
  return {
    list,
    read,
    readByDigest: async (digest) => {
      const options = { name: 'read-api-key-by-digest', keepsPlan: true, values: [storableText(digest)] }
      return (await keys.select('where digest = $1::text', options))[0]
    },
    count: async () => (await readFirstValue<number>(session, { text: 'select count(*) from api_key' })) ?? 0,
    version: async () =>
      (await readFirstValue<string>(session, { name: 'version-of-keys', keepsPlan: true, text: KEYS_VERSION_SQL })) ??
      '',
    add: async (key, digest) => {
      const columns: readonly WrittenColumn<ApiKey>[] = [...API_KEYS.written, ['digest', 'text', () => digest]]
      try {
        await session.query(insertStatement({ name: 'add-api-key', table: 'api_key', columns }, [key]))
      } catch (error) {
        if (sqlstateOf(error) !== UNIQUE_VIOLATION) throw error
        throw new OpsgraphError('conflict', 'there is such an API key already', [], { cause: error })
      }
    },
    update: async ({ id, scopes, text, expireTime }) => {
      const { count } = await session.query({
        text: `update api_key set scopes = $2::json, text = $3::text, expire_time = $4::timestamptz
          where id = $1::text`,
        values: [storableText(id), JSON.stringify(scopes), text, expireTime && writeTime(expireTime)],
      })
      return count > 0
    },
    touch: async (id, lastUsedTime) => {
      await session.query({
        name: 'touch-api-key',
        keepsPlan: true,
        text: 'update api_key set last_used_time = $2::timestamptz where id = $1::text',
        values: [storableText(id), writeTime(lastUsedTime)],
      })
    },
    delete: async (id) => (await keys.delete([id])) > 0,
  }
}

const KEYS_VERSION_SQL = `select concat_ws(' ', count(*),
    sum(hashtextextended(concat_ws(' ', id, expire_time, scopes, text), 0)))
  from api_key`

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
      await session.query(insertStatement(AUDIT_INSERTION, entries))
    },
    deleteOld: async (before, limit) => {
      const { rows } = await session.query<AuditPositionRow>({
        text: SELECT_LAST_TO_DELETE_SQL,
        values: [writeTime(before), limit],
      })
      const [last] = rows
      if (last === undefined) return 0
      return (await session.query({ text: DELETE_UP_TO_SQL, values: [writeTime(last[0]), last[1]] })).count
    },
  }
}

const AUDIT_INSERTION = { name: 'append-audit-entries', table: 'audit_entry', columns: AUDIT_ENTRIES.written }

type AuditPositionRow = readonly [createTime: string, id: string]

/** Selects the last of the entries that one call deletes. */
const SELECT_LAST_TO_DELETE_SQL = `select create_time, id from (
    select create_time, id from audit_entry where create_time < $1::timestamptz order by create_time, id limit $2::int
  ) as old
  order by create_time desc, id desc limit 1`

/** Deletes by a range of the index on time and id, because the table has no index of ids alone. */
const DELETE_UP_TO_SQL = 'delete from audit_entry where (create_time, id) <= ($1::timestamptz, $2::text)'
