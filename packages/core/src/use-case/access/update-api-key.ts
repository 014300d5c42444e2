import type { ApiKey } from '../../access/api-key.js'
import type { Caller } from '../../access/caller.js'
import { readApiKeyChanges } from '../../access/read-api-key.js'
import type { Dependencies } from '../../port/dependencies.js'
import { ownKey } from './read-api-key-by-id.js'

/**
 * Changes scopes, text or expireTime of an API key (decisions.md 3).
 *
 * @throws OpsgraphError `notFound`; `forbidden` for another user's, or scopes beyond the caller's own; `invalid`
 */
export async function updateApiKey(
  { store, knownWebhooks }: Dependencies,
  caller: Caller,
  { id, body }: { readonly id: string; readonly body: unknown },
): Promise<ApiKey> {
  const updated = await store.transaction(async (parts) => {
    await parts.lock('apiKeys')
    const key = readApiKeyChanges(body, caller, await ownKey(parts.apiKeys, caller, id))
    await parts.apiKeys.update(key)
    return key
  })
  knownWebhooks.forgetApiKeys()
  return updated
}
