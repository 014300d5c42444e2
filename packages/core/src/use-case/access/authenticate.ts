import { type ApiKey, isExpired } from '../../access/api-key.js'
import type { Caller } from '../../access/caller.js'
import { digestOfSecret, isSameDigest } from '../../access/secret-digest.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import { timestamp } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'

/**
 * `lastUsedTime` is updated at most once in this many milliseconds, because an update for each request would load the
 * database.
 */
const LAST_USED_PRECISION = 60_000

/**
 * Returns the caller whose API key has this secret (rules.md#api-keys).
 *
 * @param secret the secret of an API key; `undefined` = the request contains none
 * @param requestId the id of the request, for the audit entries of the caller
 * @throws OpsgraphError `unauthenticated` for a missing, unknown or expired key
 */
export async function authenticate(
  dependencies: Dependencies,
  secret: string | undefined,
  requestId: string | null,
): Promise<Caller> {
  if (secret === undefined || secret === '') {
    throw new OpsgraphError('unauthenticated', 'an API key is needed: send the header Authorization: Key <API_KEY>')
  }
  const { store, clock, adminKeyDigest } = dependencies
  const digest = digestOfSecret(secret)
  if (adminKeyDigest !== undefined && isSameDigest(digest, adminKeyDigest)) {
    return { user: 'admin', scopes: ['admin'], requestId }
  }
  const key = await store.apiKeys.readByDigest(digest)
  if (key === undefined || isExpired(key, timestamp(clock()))) {
    throw new OpsgraphError('unauthenticated', 'the API key is unknown or has expired')
  }
  await updateLastUsedTime(dependencies, key)
  return { user: key.user, scopes: key.scopes, requestId, expireTime: key.expireTime }
}

/** Sets `lastUsedTime` of a key to the current time, unless the stored time is less than `LAST_USED_PRECISION` old. */
export async function updateLastUsedTime({ store, clock }: Dependencies, { id, lastUsedTime }: ApiKey): Promise<void> {
  const now = clock()
  if (lastUsedTime !== null && now.getTime() - Date.parse(lastUsedTime) < LAST_USED_PRECISION) return
  await store.apiKeys.touch(id, timestamp(now))
}
