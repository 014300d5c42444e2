import { z } from 'zod'
import { define, NAME, STORED_TIME, TEXT, TIME } from '../schema/field.js'
import {
  type Changes,
  defineNoun,
  type NewBody,
  nullable,
  optional,
  required,
  type Stored,
  set,
} from '../schema/noun.js'
import { SCOPES, type Scope } from './scope.js'

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
    id: set(z.string()),
    user: optional(NAME, '', { description: 'Default: the caller; another user needs the scope admin' }),
    scopes: required(SCOPE_LIST, { description: 'What the key may do; only scopes that the caller holds' }),
    text: optional(TEXT, '', { description: 'What the key is for' }),
    createTime: set(STORED_TIME),
    expireTime: nullable(TIME, {
      description: "null = never; default and maximum: the expireTime of the caller's own API key",
    }),
    lastUsedTime: set(STORED_TIME.nullable(), { description: 'To the minute; null = never used' }),
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
