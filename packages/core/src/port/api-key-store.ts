import type { ApiKey } from '../access/api-key.js'
import type { ListFilter, ListSort } from '../list-columns.js'
import type { ListQuery, Page } from '../page.js'

/** Stores API keys and finds them by the digest of their secret. No method returns a digest. */
export interface ApiKeyStore {
  read(id: string): Promise<ApiKey | undefined>
  readByDigest(digest: string): Promise<ApiKey | undefined>
  /**
   * Default order: createTime, then id. In ascending and in descending order, keys whose value in the sort column is
   * `null` come last.
   */
  list(query: ListQuery<ListFilter<'apiKeys'>, ListSort<'apiKeys'>>): Promise<Page<ApiKey>>
  count(): Promise<number>
  /**
   * A text that identifies the state of all keys: if one is added, changed or removed, the text is different. A change
   * of lastUsedTime alone does not change the text.
   */
  version(): Promise<string>
  add(key: ApiKey, digest: string): Promise<void>
  /** Writes the scopes, the text and the expireTime of a stored key. Returns false if the key does not exist. */
  update(key: ApiKey): Promise<boolean>
  /** Sets lastUsedTime. Does nothing if the key does not exist. */
  touch(id: string, lastUsedTime: string): Promise<void>
  /** Deletes a key. Returns true if it existed. */
  delete(id: string): Promise<boolean>
}
