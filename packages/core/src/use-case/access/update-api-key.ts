import type { ApiKey } from '../../access/api-key.js'
import type { Caller } from '../../access/caller.js'
import { type ApiKeyPatch, readApiKeyChanges } from '../../access/read-api-key.js'
import { fieldChanges } from '../../audit/field-changes.js'
import { updateEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { apiKeyFacts } from './api-key-facts.js'
import { ownKey } from './read-api-key-by-id.js'

/**
 * Changes scopes, text or expireTime of an API key (rules.md#api-keys).
 *
 * @throws OpsgraphError `notFound`; `invalid`, naming the field; `forbidden` if the key belongs to another user and the
 *   caller lacks the scope `admin`, if the caller does not hold all scopes of the key, or if the key would expire later
 *   than the caller's key
 */
export async function updateApiKey(
  dependencies: Dependencies,
  caller: Caller,
  change: { readonly id: string; readonly body: ApiKeyPatch },
): Promise<ApiKey> {
  const { id, body } = change
  const { store, knownWebhooks } = dependencies
  const updated = await store.transaction(async (parts) => {
    await parts.lock('apiKeys')
    const before = await ownKey(parts.apiKeys, caller, id)
    const key = readApiKeyChanges(body, caller, before)
    await parts.apiKeys.update(key)
    await parts.audit.append(
      ...updateEntry(dependencies, caller, {
        event: 'api-key-updated',
        resourceId: id,
        text: `API key of ${key.user} updated`,
        changes: fieldChanges(apiKeyFacts(before), apiKeyFacts(key)),
      }),
    )
    return key
  })
  knownWebhooks.forgetApiKeys()
  return updated
}
