import type { ApiKey } from '@opsgraph/core'
import { SCOPES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { name } from './name.js'
import { time } from './time.js'

const scopes = z.array(z.enum(SCOPES).meta({ id: 'Scope' }))

/** A stored API key without its secret (rules.md#api-keys). */
export const apiKey = z
  .strictObject({
    id: z.string(),
    user: z.string(),
    scopes,
    text: z.string(),
    createTime: time,
    expireTime: time.nullable(),
    lastUsedTime: time.nullable(),
  })
  .meta({ id: 'ApiKey' })

export function toApiKey({ id, user, scopes, text, createTime, expireTime, lastUsedTime }: ApiKey) {
  return { id, user, scopes, text, createTime, expireTime, lastUsedTime }
}

const expireTime = z.string().nullable().meta({ format: 'date-time', description: 'null = never' })

/** The body of POST /api/key; core validates it. */
export const newApiKey = z
  .object({
    user: name.optional().meta({ description: 'Default: the caller; another user needs admin' }),
    scopes,
    text: z.string().default(''),
    expireTime: expireTime
      .optional()
      .meta({ description: "null = never; default and maximum: the expireTime of the caller's own API key" }),
  })
  .meta({ id: 'NewApiKey', examples: [{ user: 'monitoring', scopes: ['write:alerts'], text: 'The probes' }] })

/** The body of PUT /api/key/<id>; core validates it. */
export const apiKeyChanges = z
  .object({ scopes: scopes.optional(), text: z.string().optional(), expireTime: expireTime.optional() })
  .meta({ id: 'ApiKeyChanges' })
