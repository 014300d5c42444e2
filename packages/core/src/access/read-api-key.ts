import { BodyReader } from '../body-reader.js'
import { OpsgraphError } from '../opsgraph-error.js'
import type { OptionalFields } from '../optional-fields.js'
import { readTimestamp } from '../timestamp.js'
import type { ApiKey } from './api-key.js'
import { type Caller, requireScope } from './caller.js'
import { grants, isScope, type Scope } from './scope.js'

/** A new API key (rules.md#api-keys). */
export interface ApiKeyInput extends ApiKeyPatch {
  /**
   * The user of the new key. Default: the caller's own user. To name another user, the caller needs the scope `admin`.
   */
  readonly user?: string | null | undefined
  readonly scopes: readonly Scope[]
}

/** Changes of an API key. Fields that are left out stay unchanged. */
export interface ApiKeyPatch extends OptionalFields<Pick<ApiKey, 'scopes' | 'text'>> {
  /**
   * ISO 8601; `null` = never. Must not be later than the expireTime of the caller's own API key. Default for a new key:
   * the expireTime of the caller's own API key.
   */
  readonly expireTime?: string | null | undefined
}

/**
 * Reads the fields of a new API key (rules.md#api-keys). If `expireTime` is not sent, the new key expires at the same
 * time as the caller's own key.
 *
 * @throws OpsgraphError `invalid`, naming the field; `forbidden` if the caller lacks `admin` and names another user, if
 *   the caller does not hold the scopes of the new key, or if the new key would expire later than the caller's own key
 */
export function readNewApiKey(body: unknown, caller: Caller): Pick<ApiKey, 'user' | 'scopes' | 'text' | 'expireTime'> {
  const reader = new BodyReader(body)
  const user = reader.name('user') || caller.user
  requireOwn(caller, user)
  return {
    user,
    scopes: readScopes(reader, caller),
    text: reader.text('text') ?? '',
    expireTime: requireEnd(caller, readExpireTime(reader, caller.expireTime ?? null)),
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
  const reader = new BodyReader(body)
  return {
    ...key,
    scopes: reader.sent('scopes') === undefined ? requireHeld(caller, key.scopes) : readScopes(reader, caller),
    text: reader.text('text') ?? key.text,
    expireTime: requireEnd(caller, readExpireTime(reader, key.expireTime)),
  }
}

/**
 * Checks that the caller may read and change the keys of `user`. A caller without the scope `admin` may read and change
 * only the caller's own keys (rules.md#api-keys).
 *
 * @throws OpsgraphError `forbidden`
 */
export function requireOwn(caller: Caller, user: string): void {
  if (user !== caller.user) requireScope(caller, 'admin')
}

function readScopes(reader: BodyReader, caller: Caller): readonly Scope[] {
  const scopes = reader.list('scopes')
  if (scopes === undefined) throw reader.fault('scopes', 'is required')
  const read = scopes.map((scope, index) => {
    if (!isScope(scope)) throw reader.fault(`scopes[${index}]`, 'is not a scope')
    return scope
  })
  return requireHeld(caller, [...new Set(read)])
}

/**
 * Refuses scopes that the caller does not hold. If a change does not send scopes, the scopes that the key already has
 * are checked. Otherwise a caller could, for example, extend the `expireTime` of a key that has more scopes than the
 * caller holds.
 */
function requireHeld(caller: Caller, scopes: readonly Scope[]): readonly Scope[] {
  const beyond = scopes.find((scope) => !grants(caller.scopes, scope))
  if (beyond !== undefined) throw new OpsgraphError('forbidden', `you do not hold the scope ${beyond}`)
  return scopes
}

/** @param unsent the result if the field is not sent; if `null` is sent, the key never expires */
function readExpireTime(reader: BodyReader, unsent: string | null): string | null {
  if (reader.sent('expireTime') === undefined) return unsent
  const text = reader.string('expireTime')
  if (text === undefined) return null
  const time = readTimestamp(text)
  if (time === undefined) throw reader.fault('expireTime', 'must be an ISO 8601 time or null')
  return time
}

/** Refuses an `expireTime` that is later than the `expireTime` of the caller's own API key. */
function requireEnd({ expireTime: end = null }: Caller, expireTime: string | null): string | null {
  if (end === null || (expireTime !== null && expireTime <= end)) return expireTime
  const message = `expireTime must not be later than ${end}: your own API key ends then`
  throw new OpsgraphError('forbidden', message)
}
