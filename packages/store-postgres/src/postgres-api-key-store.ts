import type { ApiKey, ListFilter } from '@opsgraph/core'
import { type ApiKeyStore, type ListQuery, type ListSort, OpsgraphError, type Page } from '@opsgraph/core/store'
import { writeTime } from './column-parser.js'
import { firstValue, type Session } from './database.js'
import { sqlstateOf, UNIQUE_VIOLATION } from './sqlstate.js'
import { Table } from './table.js'
import { storable } from './text-array.js'
import { arrivedRows, arrivedValues, namesOf, type WrittenColumn } from './written-columns.js'

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

export class PostgresApiKeyStore implements ApiKeyStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  read(id: string): Promise<ApiKey | undefined> {
    return API_KEYS.read(this.#session, id)
  }

  async readByDigest(digest: string): Promise<ApiKey | undefined> {
    const values = [storable(digest)]
    const options = { name: 'read-api-key-by-digest', keepsPlan: true, values }
    return (await API_KEYS.select(this.#session, 'where digest = $1::text', options))[0]
  }

  list(query: ListQuery<ListFilter<'apiKeys'>, ListSort<'apiKeys'>>): Promise<Page<ApiKey>> {
    return API_KEYS.list(this.#session, query)
  }

  async count(): Promise<number> {
    return (await firstValue<number>(this.#session, { text: 'select count(*) from api_key' })) ?? 0
  }

  async add(key: ApiKey, digest: string): Promise<void> {
    const columns: readonly WrittenColumn<ApiKey>[] = [...API_KEYS.written, ['digest', 'text', () => digest]]
    try {
      await this.#session.query({
        text: `insert into api_key (${namesOf(columns)}) select * from ${arrivedRows(columns)}`,
        values: arrivedValues(columns, [key]),
      })
    } catch (error) {
      if (sqlstateOf(error) !== UNIQUE_VIOLATION) throw error
      throw new OpsgraphError('conflict', 'there is such an API key already', [], { cause: error })
    }
  }

  async update({ id, scopes, text, expireTime }: ApiKey): Promise<boolean> {
    const { count } = await this.#session.query({
      text: `update api_key set scopes = $2::json, text = $3::text, expire_time = $4::timestamptz
        where id = $1::text`,
      values: [storable(id), JSON.stringify(scopes), text, expireTime && writeTime(expireTime)],
    })
    return count > 0
  }

  async touch(id: string, lastUsedTime: string): Promise<void> {
    await this.#session.query({
      name: 'touch-api-key',
      keepsPlan: true,
      text: 'update api_key set last_used_time = $2::timestamptz where id = $1::text',
      values: [storable(id), writeTime(lastUsedTime)],
    })
  }

  async delete(id: string): Promise<boolean> {
    return (await API_KEYS.delete(this.#session, [id])) > 0
  }
}
