import type { ApiKey, ListFilter } from '@opsgraph/core'
import { type ApiKeyStore, type ListSort, OpsgraphError } from '@opsgraph/core/store'
import { writeTime } from './column-parser.js'
import { firstValue, type Session } from './database.js'
import { sqlstateOf, UNIQUE_VIOLATION } from './sqlstate.js'
import { Table } from './table.js'
import { storable } from './text-array.js'
import { insertStatement, type WrittenColumn } from './written-columns.js'

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
      const options = { name: 'read-api-key-by-digest', keepsPlan: true, values: [storable(digest)] }
      return (await keys.select('where digest = $1::text', options))[0]
    },
    count: async () => (await firstValue<number>(session, { text: 'select count(*) from api_key' })) ?? 0,
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
        values: [storable(id), JSON.stringify(scopes), text, expireTime && writeTime(expireTime)],
      })
      return count > 0
    },
    touch: async (id, lastUsedTime) => {
      await session.query({
        name: 'touch-api-key',
        keepsPlan: true,
        text: 'update api_key set last_used_time = $2::timestamptz where id = $1::text',
        values: [storable(id), writeTime(lastUsedTime)],
      })
    },
    delete: async (id) => (await keys.delete([id])) > 0,
  }
}
