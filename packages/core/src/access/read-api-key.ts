import { BodyReader } from '../body-reader.js'
import { OpsgraphError } from '../opsgraph-error.js'
import { readTimestamp } from '../timestamp.js'
import type { ApiKey } from './api-key.js'
import { type Caller, requireScope } from './caller.js'
import { grants, isScope, type Scope } from './scope.js'

/**
 * Reads the fields of a new API key (rules.md#api-keys). The default of `expireTime` is that of the caller's own key.
 *
 * @throws OpsgraphError `invalid`, naming the field; `forbidden` for another user without `admin`, for scopes that the
 *   caller does not hold, and for an `expireTime` later than the caller's own
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
 * Applies the sent fields among `scopes`, `text` and `expireTime` to a key; other fields do not change
 * (rules.md#api-keys).
 *
 * @throws OpsgraphError `invalid`, naming the field; `forbidden` if the resulting key has scopes that the caller does
 *   not hold, or an `expireTime` later than the caller's own
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
 * Checks that a key of `user` is visible to the caller: without `admin`, callers can read and change only their own
 * keys (rules.md#api-keys).
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
 * Refuses scopes that the caller does not hold. Also checked for unchanged scopes, so that a caller cannot renew a key
 * that may do more than the caller.
 */
function requireHeld(caller: Caller, scopes: readonly Scope[]): readonly Scope[] {
  const beyond = scopes.find((scope) => !grants(caller.scopes, scope))
  if (beyond !== undefined) throw new OpsgraphError('forbidden', `you do not hold the scope ${beyond}`)
  return scopes
}

/** @param unsent the result if the field is not sent; a sent `null` means that the key never expires */
function readExpireTime(reader: BodyReader, unsent: string | null): string | null {
  if (reader.sent('expireTime') === undefined) return unsent
  const text = reader.string('expireTime')
  if (text === undefined) return null
  const time = readTimestamp(text)
  if (time === undefined) throw reader.fault('expireTime', 'must be an ISO 8601 time or null')
  return time
}

/** Refuses a key that expires later than the caller's own. */
function requireEnd({ expireTime: end = null }: Caller, expireTime: string | null): string | null {
  if (end === null || (expireTime !== null && expireTime <= end)) return expireTime
  const message = `expireTime must not be later than ${end}: your own API key ends then`
  throw new OpsgraphError('forbidden', message)
}
