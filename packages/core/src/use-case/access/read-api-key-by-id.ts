import type { ApiKey } from '../../access/api-key.js'
import type { Caller } from '../../access/caller.js'
import { requireOwn } from '../../access/read-api-key.js'
import { notFound } from '../../opsgraph-error.js'
import type { ApiKeyStore } from '../../port/api-key-store.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Reads one API key (rules.md#api-keys).
 *
 * @throws OpsgraphError `notFound`; `forbidden` if the key belongs to another user and the caller lacks the scope
 *   `admin`
 */
export async function readApiKeyById({ store }: Dependencies, caller: Caller, id: string): Promise<ApiKey> {
  return await ownKey(store.apiKeys, caller, id)
}

/** Like {@link readApiKeyById}, for use inside a transaction. */
export async function ownKey(apiKeys: ApiKeyStore, caller: Caller, id: string): Promise<ApiKey> {
  const key = await apiKeys.read(id)
  if (key === undefined) throw notFound('API key')
  requireOwn(caller, key.user)
  return key
}
