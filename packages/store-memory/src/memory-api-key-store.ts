import type { ApiKey, ListFilter } from '@opsgraph/core'
import {
  type ApiKeyStore,
  compareCreation,
  type ListQuery,
  type ListSort,
  OpsgraphError,
  type Page,
} from '@opsgraph/core/store'
import type { Access } from './access.js'
import { frozenCopy } from './frozen-copy.js'
import { type ListColumns, listPage } from './list-page.js'
import type { Tables } from './tables.js'

export class MemoryApiKeyStore implements ApiKeyStore {
  readonly #tables: Tables
  readonly #access: Access

  constructor(tables: Tables, access: Access) {
    this.#tables = tables
    this.#access = access
  }

  read(id: string): Promise<ApiKey | undefined> {
    return this.#access(() => this.#tables.apiKey.get(id)?.key)
  }

  readByDigest(digest: string): Promise<ApiKey | undefined> {
    return this.#access(() => this.#tables.apiKeyByDigest.findOne(digest)?.key)
  }

  list(query: ListQuery<ListFilter<'apiKeys'>, ListSort<'apiKeys'>>): Promise<Page<ApiKey>> {
    return this.#access.inSteps(() => {
      const keys = Array.from(this.#tables.apiKey.rows(), ({ key }) => key)
      return listPage(keys, query, COLUMNS)
    })
  }

  count(): Promise<number> {
    return this.#access(() => this.#tables.apiKey.size)
  }

  async add(key: ApiKey, digest: string): Promise<void> {
    const row = frozenCopy({ id: key.id, key, digest })
    return this.#access(() => {
      const isKnown = this.#tables.apiKey.get(key.id) ?? this.#tables.apiKeyByDigest.findOne(digest)
      if (isKnown !== undefined) throw new OpsgraphError('conflict', 'there is such an API key already')
      this.#tables.apiKey.put(row)
    })
  }

  async update(key: ApiKey): Promise<boolean> {
    const { id, scopes, text, expireTime } = frozenCopy(key)
    return this.#access(() => this.#change(id, { scopes, text, expireTime }))
  }

  async touch(id: string, lastUsedTime: string): Promise<void> {
    await this.#access(() => this.#change(id, { lastUsedTime }))
  }

  delete(id: string): Promise<boolean> {
    return this.#access(() => this.#tables.apiKey.remove(id) !== undefined)
  }

  #change(id: string, change: Partial<ApiKey>): boolean {
    const row = this.#tables.apiKey.get(id)
    if (row === undefined) return false
    this.#tables.apiKey.put(Object.freeze({ ...row, key: Object.freeze({ ...row.key, ...change }) }))
    return true
  }
}

const COLUMNS: ListColumns<ApiKey, ListFilter<'apiKeys'>, ListSort<'apiKeys'>> = {
  filter: { user: (row) => row.user },
  sort: {
    user: (row) => row.user,
    text: (row) => row.text,
    createTime: (row) => row.createTime,
    expireTime: (row) => row.expireTime,
    lastUsedTime: (row) => row.lastUsedTime,
  },
  compare: compareCreation,
}
