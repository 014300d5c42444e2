import type { ApiKey } from '../../access/api-key.js'
import type { Caller } from '../../access/caller.js'
import { readNewApiKey } from '../../access/read-api-key.js'
import { digestOfSecret } from '../../access/secret-digest.js'
import { keptFields } from '../../audit/field-changes.js'
import type { StoreTransaction } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { apiKeyFacts } from './api-key-facts.js'

/**
 * Creates an API key (rules.md#api-keys). This is the only time that its secret is returned.
 *
 * @throws OpsgraphError `invalid`, naming the field; `forbidden` for a user, scopes or an expireTime beyond the
 *   caller's own
 */
export async function createApiKey(dependencies: Dependencies, caller: Caller, body: unknown): Promise<NewApiKey> {
  const fields = readNewApiKey(body, caller)
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
