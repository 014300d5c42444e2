import { LIMITS } from '@opsgraph/core'
import { POLICY_FIELDS } from '@opsgraph/core/pure'
import { z } from 'zod'
import { filter } from './filter.js'
import { changes, policy, required } from './policy.js'
import { time } from './time.js'

const field = z.union([z.enum(POLICY_FIELDS), z.string().regex(/^attributes\../)]).meta({
  id: 'PolicyField',
  description: 'A field of an alert, or attributes.<name>',
  examples: ['severity', 'attributes.region'],
})
const value = z.unknown().meta({ description: 'Any JSON value; null empties the field' })
const fromNumber = z.number().optional().meta({ description: 'Inclusive; missing = no lower bound' })
const below = z.number().optional().meta({ description: 'Exclusive; missing = no upper bound' })

/** The actions of an alert policy (rules.md#alert-policies), in bodies and answers; core validates them. */
const action = z
  .union([
    z.strictObject({
      translate: field,
      values: z.record(z.string(), value).optional().meta({ description: 'Compared trimmed and without case' }),
      ranges: z
        .array(z.strictObject({ from: fromNumber, below, to: value }))
        .optional()
        .meta({ description: 'For numbers: the value `to` for each range; the first that matches counts' }),
      otherwise: value.optional().meta({ description: 'The value if nothing matches; missing = the field stays' }),
    }),
    z.strictObject({
      copy: field,
      from: z.array(field).meta({ minItems: 1, description: 'The first field that is not empty is copied' }),
      when: z.enum(['empty', 'always']).optional().meta({ description: 'empty when omitted' }),
    }),
    z.strictObject({
      join: field,
      from: z.array(field).meta({ minItems: 1, description: 'The texts of those that are not empty are joined' }),
      with: z.string().meta({ description: 'The text between them' }),
    }),
    z.strictObject({
      extract: field,
      from: field,
      pattern: z.string().meta({ maxLength: LIMITS.filterPattern, description: 'A pattern of RE2 with one group' }),
    }),
    z.strictObject({ set: field, value }),
    z.strictObject({
      add: z.enum(['tags', 'service']).meta({ description: 'The list to which texts are added' }),
      value: z.array(z.string()).meta({ minItems: 1, description: 'The texts' }),
    }),
    z.strictObject({ lowercase: field }),
    z.strictObject({ drop: z.literal(true) }),
  ])
  .meta({ id: 'AlertAction', description: 'One step of an alert policy' })

const order = z.int().meta({ minimum: -LIMITS.alertPolicyOrder.max, maximum: LIMITS.alertPolicyOrder.max })
const actions = z
  .array(action)
  .meta({ minItems: LIMITS.alertPolicyActions.min, maxItems: LIMITS.alertPolicyActions.max })
const webhookId = z.string().nullable()

/** A stored alert policy (rules.md#alert-policies). */
export const alertPolicy = z
  .strictObject({ ...policy, order, webhookId, actions, updateTime: time })
  .meta({ id: 'AlertPolicy', description: 'A policy that changes or drops alerts when they arrive' })

const fields = {
  order: order.optional(),
  webhookId: webhookId.optional().meta({ description: 'An existing webhook; null = alerts of every origin' }),
  actions: actions.optional(),
  updateTime: z.unknown().optional().meta({ description: 'Ignored' }),
}

/**
 * An alert policy of a preset. It has no webhookId: the policy is created only after a webhook is created from the
 * preset.
 */
export const presetPolicy = z
  .strictObject({ name: z.string(), description: z.string(), order, filters: filter.optional(), actions })
  .meta({ id: 'PresetPolicy', description: 'An alert policy of a preset, which is created with the webhook' })

/** The bodies of POST and PUT of alert policies; core validates them. */
export const alertPolicyChanges = z
  .strictObject({ ...changes, ...fields })
  .meta({ id: 'AlertPolicyChanges', examples: [{ order: 50, status: 'inactive' }] })
export const newAlertPolicy = z
  .strictObject({ ...changes, ...fields, ...required, actions, order: order.default(LIMITS.alertPolicyOrder.default) })
  .meta({
    id: 'NewAlertPolicy',
    examples: [
      {
        name: 'Severities of the probe',
        description: 'The probe has words of its own',
        filters: { clauses: [{ key: 'origin', op: '=', value: 'probe' }] },
        actions: [{ translate: 'severity', values: { down: 'critical', slow: 'minor' }, otherwise: 'warning' }],
      },
    ],
  })
