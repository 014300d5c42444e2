import type { ApiKey } from '@opsgraph/core'
import { SCOPES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { name } from './name.js'
import { time } from './time.js'

const scopes = z.array(z.enum(SCOPES).meta({ id: 'Scope', description: 'An action, alone or in one area' }))

/** A stored API key without its secret (rules.md#api-keys). */
export const apiKey = z
  .strictObject({
    id: z.string(),
    user: z.string().meta({ description: 'Whose key it is' }),
    scopes,
    text: z.string().meta({ description: 'What the key is for' }),
    createTime: time,
    expireTime: time.nullable().meta({ description: 'Until when the key is accepted; null = for ever' }),
    lastUsedTime: time.nullable().meta({ description: 'When the key was last used, to the minute; null = never' }),
  })
  .meta({ id: 'ApiKey', description: 'An API key without its secret' })

export function toApiKey({ id, user, scopes, text, createTime, expireTime, lastUsedTime }: ApiKey) {
  return { id, user, scopes, text, createTime, expireTime, lastUsedTime }
}

const expireTime = z.string().nullable().meta({ format: 'date-time', description: 'null = never' })

/** The body of POST /api/key; core validates it. */
export const newApiKey = z
  .object({
    user: name.optional().meta({ description: 'Default: the caller; another user needs admin' }),
    scopes,
    text: z.string().default('').meta({ description: 'What the key is for' }),
    expireTime: expireTime
      .optional()
      .meta({ description: "null = never; default and maximum: the expireTime of the caller's own API key" }),
  })
  .meta({ id: 'NewApiKey', examples: [{ user: 'monitoring', scopes: ['write:alerts'], text: 'The probes' }] })

/** The body of PUT /api/key/<id>; core validates it. */
export const apiKeyChanges = z
  .object({
    scopes: scopes.optional(),
    text: z.string().optional().meta({ description: 'What the key is for' }),
    expireTime: expireTime.optional(),
  })
  .meta({ id: 'ApiKeyChanges', examples: [{ text: 'The probes in the new hall' }] })
