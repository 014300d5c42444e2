import type { Caller } from '../../access/caller.js'
import type { Dependencies } from '../../port/dependencies.js'
import { ownKey } from './read-api-key-by-id.js'

/**
 * Deletes an API key: it is refused from now on (decisions.md 3).
 *
 * @throws OpsgraphError `notFound`; `forbidden` for another user's without `admin`
 */
export async function deleteApiKey({ store, knownWebhooks }: Dependencies, caller: Caller, id: string): Promise<void> {
  await store.transaction(async (parts) => {
    await ownKey(parts.apiKeys, caller, id)
    await parts.apiKeys.delete(id)
  })
  knownWebhooks.forgetApiKeys()
}
