import type { Dependencies } from '../../port/dependencies.js'
import { timestamp } from '../../timestamp.js'

/**
 * Makes sure that somebody can get in: creates a key with scope `admin` when there is no key at all (decisions.md 1).
 *
 * @returns the secret of the new key, told here and never again; `undefined` when there is a way in
 */
export async function ensureAdminKey({
  store,
  clock,
  newId,
  secretBox,
  adminKeyDigest,
}: Dependencies): Promise<string | undefined> {
  if (adminKeyDigest !== undefined) return undefined
  return await store.transaction(async (parts) => {
    await parts.lock('apiKeys')
    if ((await parts.apiKeys.count()) > 0) return undefined
    const secret = secretBox.create()
    const key = {
      id: newId(),
      user: 'admin',
      scopes: ['admin' as const],
      text: 'created at first start',
      createTime: timestamp(clock()),
      expireTime: null,
      lastUsedTime: null,
    }
    await parts.apiKeys.add(key, secretBox.digest(secret))
    return secret
  })
}
