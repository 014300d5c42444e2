import { SCHEMAS } from '@opsgraph/core'
import { HEADER_SCHEMES, WARNING_CODES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { filter } from './fields.js'

const warning = z
  .strictObject({
    code: z.enum(WARNING_CODES.webhook).meta({ description: 'The kind of warning' }),
    path: z.string(),
    message: z.string(),
  })
  .meta({ id: 'WebhookWarning', description: 'An accepted setting that should be improved' })
export const webhookWarnings = z.array(warning).meta({ description: 'Accepted settings that should be improved' })

const { fieldMappings, defaultValues } = SCHEMAS.webhook.stored.shape
const presetFilter = (filter as z.ZodType).optional()

/**
 * An alert policy of a preset. It has no webhookId: the policy is created only after a webhook is created from the
 * preset.
 */
const presetPolicy = SCHEMAS.alertPolicy.stored
  .pick({ name: true, description: true, order: true, actions: true })
  .extend({ filters: presetFilter })
  .meta({ id: 'PresetPolicy', description: 'An alert policy that a webhook of this preset needs' })

/**
 * A ready configuration for one tool, and alert policies that translate the values of the tool. If a caller adds a name
 * and a secret to `config`, the result is a valid body of POST /api/webhook_config.
 */
export const webhookPreset = z
  .strictObject({
    id: z.string(),
    name: z.string().meta({ description: 'The name of the tool' }),
    config: SCHEMAS.webhook.stored
      .pick({ arrayPath: true, payloadFormat: true, base64Fields: true, jsonFields: true })
      .partial()
      .extend({
        enabled: z.literal(true),
        testPayloads: presetFilter,
        fieldMappings,
        defaultValues,
        authMode: z.literal('header'),
        authHeaderScheme: z.enum(HEADER_SCHEMES),
        authHeaderName: z.string().optional(),
        deduplication: z
          .strictObject({ header: z.string(), ttlSeconds: z.int() })
          .optional()
          .meta({ description: 'How a repeated delivery is recognized' }),
      }),
    policies: z.array(presetPolicy).meta({ description: 'Alert policies that translate the values of the tool' }),
    hints: z.array(z.string()),
  })
  .meta({ id: 'WebhookPreset', description: 'A ready configuration for one tool' })
