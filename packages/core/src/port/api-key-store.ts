import type { ApiKey } from '../access/api-key.js'
import type { ListQuery, Page } from '../page.js'

export type ApiKeyFilter = 'user'
export const API_KEY_SORTS = ['user', 'text', 'createTime', 'expireTime', 'lastUsedTime'] as const
export type ApiKeySort = (typeof API_KEY_SORTS)[number]

/** API keys, found by the digest of their secret; the digest never leaves the store. */
export interface ApiKeyStore {
  read(id: string): Promise<ApiKey | undefined>
  readByDigest(digest: string): Promise<ApiKey | undefined>
  /** Default order: createTime, ties by id. `null` times come last, also when descending. */
  list(query: ListQuery<ApiKeyFilter, ApiKeySort>): Promise<Page<ApiKey>>
  count(): Promise<number>
  add(key: ApiKey, digest: string): Promise<void>
  /** Writes scopes, text and expireTime; false when there is no such key. */
  update(key: ApiKey): Promise<boolean>
  /** Moves lastUsedTime; does nothing when there is no such key. */
  touch(id: string, lastUsedTime: string): Promise<void>
  /** Whether there was such a key. */
  delete(id: string): Promise<boolean>
}
