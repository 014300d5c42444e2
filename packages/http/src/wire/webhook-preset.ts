import { HEADER_SCHEMES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { filter } from './filter.js'
import { defaultValues, fieldMappings } from './mapping.js'

/**
 * A ready configuration for one tool. When a name and a secret are added to `config`, it is a valid body of POST
 * /api/webhook_config.
 */
export const webhookPreset = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    config: z.strictObject({
      enabled: z.literal(true),
      arrayPath: z.string().optional(),
      testPayloads: filter.optional(),
      fieldMappings,
      defaultValues,
      authMode: z.literal('header'),
      authHeaderScheme: z.enum(HEADER_SCHEMES),
      authHeaderName: z.string().optional(),
      deduplication: z.strictObject({ header: z.string(), ttlSeconds: z.int() }).optional(),
    }),
    hints: z.array(z.string()),
  })
  .meta({ id: 'WebhookPreset' })
