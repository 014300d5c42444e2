import { z } from 'zod'
import { OpsgraphError } from '../opsgraph-error.js'
import { define, NAME, STORED_TIME, TEXT, TIME } from '../schema/field.js'
import {
  type Changes,
  defineNoun,
  type NewBody,
  nullable,
  optional,
  required,
  type Stored,
  setByServer,
} from '../schema/noun.js'
import { type Caller, requireScope } from './caller.js'
import { grantsScope, SCOPES, type Scope } from './scope.js'

/** A list of scopes. Reading removes duplicates. */
const SCOPE_LIST = /* @__PURE__ */ define(
  () =>
    z
      .array(
        z
          .enum(SCOPES as readonly [Scope, ...Scope[]], { error: 'is not a scope' })
          .meta({ id: 'Scope', description: 'An action, alone or in one area' }),
      )
      .overwrite((scopes) => [...new Set(scopes)]) as z.ZodType<readonly Scope[], readonly Scope[]>,
)

/** API keys (rules.md#api-keys). The secret of a key is never stored. */
export const API_KEY = /* @__PURE__ */ defineNoun(() => ({
  id: 'ApiKey',
  description: 'An API key, without its secret',
  fields: {
    id: setByServer(z.string()),
    user: optional(NAME, '', { description: 'Default: the caller; another user needs the scope admin' }),
    scopes: required(SCOPE_LIST, { description: 'What the key may do; only scopes that the caller holds' }),
    text: optional(TEXT, '', { description: 'What the key is for' }),
    createTime: setByServer(STORED_TIME),
    expireTime: nullable(TIME, {
      description: "null = never; default and maximum: the expireTime of the caller's own API key",
    }),
    lastUsedTime: setByServer(STORED_TIME.nullable(), { description: 'To the minute; null = never used' }),
  },
  takesOthers: true,
  example: { user: 'monitoring', scopes: ['write:alerts'], text: 'The probes' },
  change: { text: 'The probes in the new hall' },
}))

export interface ApiKey extends Stored<typeof API_KEY> {}
export interface ApiKeyInput extends NewBody<typeof API_KEY> {}
/** Changes of an API key. Fields that are left out stay unchanged; the user of a key never changes. */
export interface ApiKeyPatch extends Changes<typeof API_KEY> {}

export function isExpired(key: ApiKey, now: string): boolean {
  return key.expireTime !== null && key.expireTime <= now
}

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
  const beyond = scopes.find((scope) => !grantsScope(caller.scopes, scope))
  if (beyond !== undefined) throw new OpsgraphError('forbidden', `you do not hold the scope ${beyond}`)
  return scopes
}

/** Refuses an `expireTime` that is later than that of the API key of the caller. */
function requireExpiry({ expireTime: end = null }: Caller, expireTime: string | null): string | null {
  if (end === null || (expireTime !== null && expireTime <= end)) return expireTime
  const message = `expireTime must not be later than ${end}: your own API key ends then`
  throw new OpsgraphError('forbidden', message)
}
