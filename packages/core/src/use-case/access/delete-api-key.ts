import type { Caller } from '../../access/caller.js'
import { keptFields } from '../../audit/field-changes.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { apiKeyFacts } from './api-key-facts.js'
import { ownKey } from './read-api-key-by-id.js'

/**
 * Deletes an API key. From then on, requests with this key are refused (rules.md#api-keys).
 *
 * @throws OpsgraphError `notFound`; `forbidden` if the key belongs to another user and the caller lacks the scope
 *   `admin`
 */
export async function deleteApiKey(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  const { store, knownWebhooks } = dependencies
  await store.transaction(async (parts) => {
    await parts.lock('apiKeys')
    const key = await ownKey(parts.apiKeys, caller, id)
    await parts.apiKeys.delete(id)
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'api-key-deleted',
        resourceId: id,
        text: `API key of ${key.user} deleted`,
        attributes: keptFields(apiKeyFacts(key)),
      }),
    )
  })
  knownWebhooks.forgetApiKeys()
}
