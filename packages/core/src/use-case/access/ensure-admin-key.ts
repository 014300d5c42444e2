import type { Caller } from '../../access/caller.js'
import type { Dependencies } from '../dependencies.js'
import { addApiKey } from './create-api-key.js'

/**
 * Creates an API key with scope `admin` if there is no key at all, so that the first user can log in
 * (rules.md#api-keys-13). An admin key in the configuration counts as a key.
 *
 * @returns the secret of the new key, which cannot be read again later; `undefined` if no key was created
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
