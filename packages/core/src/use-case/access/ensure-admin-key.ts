import type { Caller } from '../../access/caller.js'
import type { Dependencies } from '../../port/dependencies.js'
import { addApiKey } from './create-api-key.js'

/**
 * Makes sure that somebody can get in: creates a key with scope `admin` when there is no key at all
 * (rules.md#api-keys-13).
 *
 * @returns the secret of the new key, told here and never again; `undefined` when there is a way in
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
