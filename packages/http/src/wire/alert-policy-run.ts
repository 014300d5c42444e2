import type { DeliveryExplanation } from '@opsgraph/core'
import { z } from 'zod'
import type { FieldsOf } from './fields.js'

type Run = DeliveryExplanation['alerts'][number]['policies'][number]

/** What an alert policy did with an alert, or why it did not run. */
export const alertPolicyRun = z
  .strictObject({
    policyId: z.string(),
    name: z.string(),
    matched: z.boolean(),
    reason: z.string().nullable().meta({ description: 'Why the policy did not run; null = it ran' }),
    changes: z
      .array(
        z.strictObject({
          field: z.string().meta({ description: 'A field of the alert', examples: ['severity', 'attributes.region'] }),
          from: z.unknown().meta({ description: 'null = the field was missing' }),
          to: z.unknown().meta({ description: 'null = the field is missing now' }),
        } satisfies FieldsOf<Run['changes'][number]>),
      )
      .meta({ description: 'What the policy changed' }),
    dropped: z.boolean().meta({ description: 'Whether the policy dropped the alert' }),
  } satisfies FieldsOf<Run>)
  .meta({ id: 'AlertPolicyRun', description: 'What an alert policy did with an alert, or why it did not run' })
