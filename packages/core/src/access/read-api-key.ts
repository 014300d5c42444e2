import { BodyReader } from '../body-reader.js'
import { OpsgraphError } from '../opsgraph-error.js'
import { readTimestamp } from '../timestamp.js'
import type { ApiKey } from './api-key.js'
import { type Caller, requireScope } from './caller.js'
import { grants, isScope, type Scope } from './scope.js'

/**
 * Reads what a new API key shall be (rules.md#api-keys). Without an `expireTime` it lasts as long as the caller's own
 * key.
 *
 * @throws OpsgraphError `invalid`, naming the field; `forbidden` for a user, scopes or an end beyond the caller's own
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
 * Applies what is sent of `scopes`, `text` and `expireTime` to a key; what is not sent stays (rules.md#api-keys).
 *
 * @throws OpsgraphError `invalid`, naming the field; `forbidden` for a key whose scopes or end are then beyond
 *   the caller's own
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
 * Without `admin` a caller sees and changes its own keys only (rules.md#api-keys).
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

/** Nobody gives a key more than the caller holds, or brings such a key back to life. */
function requireHeld(caller: Caller, scopes: readonly Scope[]): readonly Scope[] {
  const beyond = scopes.find((scope) => !grants(caller.scopes, scope))
  if (beyond !== undefined) throw new OpsgraphError('forbidden', `you do not hold the scope ${beyond}`)
  return scopes
}

/** @param unsent what it is if it is not sent; `null` that is sent means never */
function readExpireTime(reader: BodyReader, unsent: string | null): string | null {
  if (reader.sent('expireTime') === undefined) return unsent
  const text = reader.string('expireTime')
  if (text === undefined) return null
  const time = readTimestamp(text)
  if (time === undefined) throw reader.fault('expireTime', 'must be an ISO 8601 time or null')
  return time
}

/** Nobody makes or changes a key that outlives the caller's own. */
function requireEnd({ expireTime: end = null }: Caller, expireTime: string | null): string | null {
  if (end === null || (expireTime !== null && expireTime <= end)) return expireTime
  const message = `expireTime must not be later than ${end}: your own API key ends then`
  throw new OpsgraphError('forbidden', message)
}
