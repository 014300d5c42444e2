import {
  API_KEY,
  type ApiKey,
  type ApiKeyInput,
  type ApiKeyPatch,
  readApiKeyChanges,
  readNewApiKey,
  requireOwnKeys,
} from '../../access/api-key.js'
import type { Caller } from '../../access/caller.js'
import { grantsScope } from '../../access/scope.js'
import { digestOfSecret } from '../../access/secret-digest.js'
import type { ListFilter } from '../../list-columns.js'
import { requireFound } from '../../opsgraph-error.js'
import { type ListRequest, type PagedList, pageOf, readListQuery } from '../../page.js'
import type { ApiKeyStore } from '../../port/api-key-store.js'
import type { StoreTransaction } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { type Audited, createAuditEntries, factsOfFields } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'

const AUDITED: Audited<ApiKey> = {
  family: 'api-key',
  idOf: ({ id }) => id,
  textOf: ({ user }, action) => `API key of ${user} ${action}`,
  factsOf: factsOfFields<ApiKey & { readonly filters?: undefined }>(API_KEY.sentNames),
}

/**
 * Lists API keys: all keys if the caller has the scope `admin`, otherwise only the caller's own keys
 * (rules.md#api-keys).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, an unknown sort column, or an unknown value
 */
export async function listApiKeys(
  { store }: Dependencies,
  caller: Caller,
  request: ListRequest<ListFilter<'apiKeys'>>,
): Promise<PagedList<ApiKey>> {
  const query = readListQuery('apiKeys', request)
  const users = query.filters.user ?? [caller.user]
  const filters = grantsScope(caller.scopes, 'admin')
    ? query.filters
    : { user: users.filter((user) => user === caller.user) }
  return pageOf(query, await store.apiKeys.list({ ...query, filters }))
}

/**
 * Reads one API key (rules.md#api-keys).
 *
 * @throws OpsgraphError `notFound`; `forbidden` if the key belongs to another user and the caller lacks the scope
 *   `admin`
 */
export async function readApiKeyById({ store }: Dependencies, caller: Caller, id: string): Promise<ApiKey> {
  return await requireOwnKey(store.apiKeys, caller, id)
}

/**
 * Creates an API key (rules.md#api-keys). The result contains the secret of the key, which cannot be read again later.
 *
 * @throws OpsgraphError `invalid` with all faults; `forbidden` if the key is for another user and the caller lacks the
 *   scope `admin`, if the caller does not hold all scopes of the key, or if the key expires later than the caller's key
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

/**
 * Creates an API key with the scope `admin` if there is no key at all, so that the first user can log in
 * (rules.md#api-keys-13). The administrator's key in the configuration counts as a key.
 *
 * @returns the secret of the new key, which cannot be read again later; `undefined` = no key was created
 */
export async function ensureAdminKey(dependencies: Dependencies, caller: Caller): Promise<string | undefined> {
  const { store, adminKeyDigest } = dependencies
  if (adminKeyDigest !== undefined) return undefined
  return await store.transaction(async (parts) => {
    await parts.lock('apiKeys')
    if ((await parts.apiKeys.count()) > 0) return undefined
    const { expireTime = null } = caller
    const fields = { user: 'admin', scopes: ['admin' as const], text: 'created at first start', expireTime }
    return (await addApiKey(dependencies, parts, { caller, fields })).secret
  })
}

/** Adds a key with a new secret, inside a transaction. */
async function addApiKey(
  dependencies: Dependencies,
  parts: StoreTransaction,
  { caller, fields }: { readonly caller: Caller; readonly fields: ReturnType<typeof readNewApiKey> },
): Promise<NewApiKey> {
  const { clock, newId, newSecret } = dependencies
  const secret = newSecret()
  const key = { ...fields, id: newId(), createTime: timestamp(clock()), lastUsedTime: null }
  await parts.apiKeys.add(key, digestOfSecret(secret))
  await parts.audit.append(createAuditEntries(dependencies, caller, AUDITED).created(key))
  return { secret, key }
}

/**
 * Changes scopes, text or expireTime of an API key (rules.md#api-keys).
 *
 * @throws OpsgraphError `notFound`; `invalid` with all faults; `forbidden` if the key belongs to another user and the
 *   caller lacks the scope `admin`, if the caller does not hold all scopes of the key, or if the key would expire later
 *   than the caller's key
 */
export async function updateApiKey(
  dependencies: Dependencies,
  caller: Caller,
  { id, body }: { readonly id: string; readonly body: ApiKeyPatch },
): Promise<ApiKey> {
  const { store, webhookCache } = dependencies
  const updated = await store.transaction(async (parts) => {
    await parts.lock('apiKeys')
    const before = await requireOwnKey(parts.apiKeys, caller, id)
    const key = readApiKeyChanges(body, caller, before)
    await parts.apiKeys.update(key)
    await parts.audit.append(...createAuditEntries(dependencies, caller, AUDITED).updated(before, key))
    return key
  })
  webhookCache.forgetApiKeys()
  return updated
}

/**
 * Deletes an API key. From then on, requests with this key are refused (rules.md#api-keys).
 *
 * @throws OpsgraphError `notFound`; `forbidden` if the key belongs to another user and the caller lacks the scope
 *   `admin`
 */
export async function deleteApiKey(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  const { store, webhookCache } = dependencies
  await store.transaction(async (parts) => {
    await parts.lock('apiKeys')
    const key = await requireOwnKey(parts.apiKeys, caller, id)
    await parts.apiKeys.delete(id)
    await parts.audit.append(createAuditEntries(dependencies, caller, AUDITED).deleted(key))
  })
  webhookCache.forgetApiKeys()
}

async function requireOwnKey(apiKeys: ApiKeyStore, caller: Caller, id: string): Promise<ApiKey> {
  const key = requireFound(await apiKeys.read(id), 'API key')
  requireOwnKeys(caller, key.user)
  return key
}
