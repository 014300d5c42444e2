import type { ApiKey } from '../../access/api-key.js'
import type { Caller } from '../../access/caller.js'
import { type ApiKeyInput, readNewApiKey } from '../../access/read-api-key.js'
import { digestOfSecret } from '../../access/secret-digest.js'
import { keptFields } from '../../audit/field-changes.js'
import type { StoreTransaction } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { apiKeyFacts } from './api-key-facts.js'

/**
 * Creates an API key (rules.md#api-keys). The result contains the secret of the key, which cannot be read again later.
 *
 * @throws OpsgraphError `invalid`, naming the field; `forbidden` if the key is for another user and the caller lacks
 *   the scope `admin`, if the caller does not hold all scopes of the key, or if the key expires later than the caller's
 *   key
 */
export async function createApiKey(
  dependencies: Dependencies,
  caller: Caller,
  apiKey: ApiKeyInput,
): Promise<NewApiKey> {
  const fields = readNewApiKey(apiKey, caller)
  return await dependencies.store.transaction((parts) => addApiKey(dependencies, parts, { caller, fields }))
}

export interface NewApiKey {
  readonly secret: string
  readonly key: ApiKey
}

/** Adds a key with a new secret, inside a transaction. */
export async function addApiKey(
  dependencies: Dependencies,
  parts: StoreTransaction,
  { caller, fields }: { readonly caller: Caller; readonly fields: ReturnType<typeof readNewApiKey> },
): Promise<NewApiKey> {
  const { clock, newId, newSecret } = dependencies
  const secret = newSecret()
  const key = { ...fields, id: newId(), createTime: timestamp(clock()), lastUsedTime: null }
  await parts.apiKeys.add(key, digestOfSecret(secret))
  await parts.audit.append(
    auditEntry(dependencies, caller, {
      event: 'api-key-created',
      resourceId: key.id,
      text: `API key of ${key.user} created`,
      attributes: keptFields(apiKeyFacts(key)),
    }),
  )
  return { secret, key }
}
