import type { ApiKey } from '../../access/api-key.js'
import type { Caller } from '../../access/caller.js'
import { readNewApiKey } from '../../access/read-api-key.js'
import type { Dependencies } from '../../port/dependencies.js'
import { timestamp } from '../../timestamp.js'

/**
 * Creates an API key (decisions.md 3). The secret is told here and never again.
 *
 * @throws OpsgraphError `invalid`, naming the field; `forbidden` for a user or scopes beyond the caller's own
 */
export async function createApiKey(
  { store, clock, newId, secretBox }: Dependencies,
  caller: Caller,
  body: unknown,
): Promise<{ secret: string; key: ApiKey }> {
  const fields = readNewApiKey(body, caller)
  const secret = secretBox.create()
  const key = { ...fields, id: newId(), createTime: timestamp(clock()), lastUsedTime: null }
  await store.apiKeys.add(key, secretBox.digest(secret))
  return { secret, key }
}
