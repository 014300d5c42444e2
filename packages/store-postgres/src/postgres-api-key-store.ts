import type { ApiKey, ListFilter } from '@opsgraph/core'
import { type ApiKeyStore, type ListQuery, type ListSort, OpsgraphError, type Page } from '@opsgraph/core/store'
import { writeTime } from './column-parser.js'
import type { Session } from './database.js'
import { type ListTable, listPage } from './list-page.js'
import { sqlstateOf, UNIQUE_VIOLATION } from './sqlstate.js'
import { storable } from './text-array.js'

export class PostgresApiKeyStore implements ApiKeyStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async read(id: string): Promise<ApiKey | undefined> {
    const { rows } = await this.#session.query<ApiKeyRow>({
      name: 'read-api-key',
      keepsPlan: true,
      text: `select ${COLUMNS} from api_key where id = $1::text`,
      values: [storable(id)],
    })
    return rows.map(toApiKey)[0]
  }

  async readByDigest(digest: string): Promise<ApiKey | undefined> {
    const { rows } = await this.#session.query<ApiKeyRow>({
      name: 'read-api-key-by-digest',
      keepsPlan: true,
      text: `select ${COLUMNS} from api_key where digest = $1::text`,
      values: [storable(digest)],
    })
    return rows.map(toApiKey)[0]
  }

  list(query: ListQuery<ListFilter<'apiKeys'>, ListSort<'apiKeys'>>): Promise<Page<ApiKey>> {
    return listPage(this.#session, API_KEYS, query, toApiKey)
  }

  async count(): Promise<number> {
    const { rows } = await this.#session.query<[number]>({ text: 'select count(*) from api_key' })
    return rows[0]?.[0] ?? 0
  }

  async add(key: ApiKey, digest: string): Promise<void> {
    const { id, user, scopes, text, createTime, expireTime, lastUsedTime } = key
    try {
      await this.#session.query({
        text: `insert into api_key (${COLUMNS}, digest) values ($1::text, $2::text, $3::json, $4::text,
          $5::timestamptz, $6::timestamptz, $7::timestamptz, $8::text)`,
        values: [
          id,
          user,
          JSON.stringify(scopes),
          text,
          writeTime(createTime),
          optionalTime(expireTime),
          optionalTime(lastUsedTime),
          digest,
        ],
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
      values: [storable(id), JSON.stringify(scopes), text, optionalTime(expireTime)],
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
    const { count } = await this.#session.query({
      text: 'delete from api_key where id = $1::text',
      values: [storable(id)],
    })
    return count > 0
  }
}

const COLUMNS = 'id, user_name, scopes, text, create_time, expire_time, last_used_time'

const API_KEYS: ListTable<ListFilter<'apiKeys'>, ListSort<'apiKeys'>> = {
  name: 'api_key',
  filters: { user: { sql: 'user_name' } },
  sorts: {
    user: { sql: 'user_name' },
    text: { sql: 'text' },
    createTime: { sql: 'create_time', type: 'time' },
    expireTime: { sql: 'expire_time', type: 'time', nullsLast: true },
    lastUsedTime: { sql: 'last_used_time', type: 'time', nullsLast: true },
  },
  order: ['create_time', 'id'],
  select: `page.${COLUMNS}`,
}

type ApiKeyRow = readonly [
  id: string,
  user: string,
  scopes: ApiKey['scopes'],
  text: string,
  createTime: string,
  expireTime: string | null,
  lastUsedTime: string | null,
]

function toApiKey([id, user, scopes, text, createTime, expireTime, lastUsedTime]: ApiKeyRow): ApiKey {
  return { id, user, scopes, text, createTime, expireTime, lastUsedTime }
}

function optionalTime(time: string | null): string | null {
  return time === null ? null : writeTime(time)
}
