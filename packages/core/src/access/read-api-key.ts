import { OpsgraphError } from '../opsgraph-error.js'
import { API_KEY, type ApiKey } from './api-key.js'
import { type Caller, requireScope } from './caller.js'
import { grants, type Scope } from './scope.js'

/**
 * Reads the fields of a new API key (rules.md#api-keys). If `expireTime` is not sent, the new key expires at the same
 * time as the caller's own key.
 *
 * @throws OpsgraphError `invalid`, naming the field; `forbidden` if the caller lacks `admin` and names another user, if
 *   the caller does not hold the scopes of the new key, or if the new key would expire later than the caller's own key
 */
export function readNewApiKey(body: unknown, caller: Caller): Pick<ApiKey, 'user' | 'scopes' | 'text' | 'expireTime'> {
  const { user, scopes, text = '', expireTime = caller.expireTime ?? null } = API_KEY.readGiven(body)
  requireOwnKeys(caller, user || caller.user)
  return {
    ...{ user: user || caller.user, text },
    scopes: requireHeldScopes(caller, scopes),
    expireTime: requireExpiry(caller, expireTime),
  }
}

/**
 * Applies the fields `scopes`, `text` and `expireTime` of a request to a key. A field that is not sent does not change
 * (rules.md#api-keys).
 *
 * @throws OpsgraphError `invalid`, naming the field; `forbidden` if the changed key would have scopes that the caller
 *   does not hold, or would expire later than the caller's own key
 */
export function readApiKeyChanges(body: unknown, caller: Caller, key: ApiKey): ApiKey {
  const { scopes, text, expireTime } = { ...key, ...API_KEY.readChanges(body) }
  return { ...key, text, scopes: requireHeldScopes(caller, scopes), expireTime: requireExpiry(caller, expireTime) }
}

/**
 * Checks that the caller may read and change the keys of `user`. A caller without the scope `admin` may read and change
 * only the caller's own keys (rules.md#api-keys).
 *
 * @throws OpsgraphError `forbidden`
 */
export function requireOwnKeys(caller: Caller, user: string): void {
  if (user !== caller.user) requireScope(caller, 'admin')
}

/**
 * Refuses scopes that the caller does not hold. If a change does not send scopes, the scopes that the key already has
 * are checked. Without this check, a caller could, for example, extend the `expireTime` of a key that has more scopes
 * than the caller holds.
 */
function requireHeldScopes(caller: Caller, scopes: readonly Scope[]): readonly Scope[] {
  const beyond = scopes.find((scope) => !grants(caller.scopes, scope))
  if (beyond !== undefined) throw new OpsgraphError('forbidden', `you do not hold the scope ${beyond}`)
  return scopes
}

/** Refuses an `expireTime` that is later than that of the API key of the caller. */
function requireExpiry({ expireTime: end = null }: Caller, expireTime: string | null): string | null {
  if (end === null || (expireTime !== null && expireTime <= end)) return expireTime
  const message = `expireTime must not be later than ${end}: your own API key ends then`
  throw new OpsgraphError('forbidden', message)
}
