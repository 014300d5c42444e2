import { z } from 'zod'
import { filterWarnings } from '../alert/filter-warnings.js'
import { compareCreation } from '../compare-creation.js'
import { matchesEverything } from '../filter/filter.js'
import { LIMITS } from '../limits.js'
import { FIRST_POLICY_FIELDS, LAST_POLICY_FIELDS } from '../policy/policy.js'
import { bodyFault, REQUIRED_MESSAGE } from '../schema/body-error.js'
import { define, NUMBER, REFERENCE, STORED_TIME } from '../schema/field.js'
import {
  type Changes,
  defineNoun,
  type NewBody,
  nullable,
  optional,
  required,
  type Sent,
  type Stored,
  setByServer,
} from '../schema/noun.js'
import { schemaFromReader } from '../schema/read-body.js'
import { ACTIONS } from './alert-action.js'

const { max, default: usualOrder } = LIMITS.alertPolicyOrder

/** The schema of the number by which policies are ordered. */
const ORDER_SCHEMA = /* @__PURE__ */ define(() =>
  NUMBER.refine((order) => Number.isInteger(order) && Math.abs(order) <= max, {
    error: `must be a whole number from ${-max} to ${max}`,
  }).meta({ type: 'integer', minimum: -max, maximum: max }),
)

/** Alert policies change arriving alerts before they are checked and stored (rules.md#alert-policies). */
export const ALERT_POLICY = /* @__PURE__ */ defineNoun(() => ({
  id: 'AlertPolicy',
  description: 'Changes arriving alerts that match a filter, before they are checked and stored',
  fields: {
    ...FIRST_POLICY_FIELDS,
    order: optional(ORDER_SCHEMA, usualOrder, {
      description: 'Policies run in ascending order; those with the same number in the order of createTime',
    }),
    webhookId: nullable(REFERENCE, { description: 'An existing webhook; null = alerts of every origin' }),
    actions: required(ACTIONS, { description: 'The steps, which run in this order' }),
    ...LAST_POLICY_FIELDS,
    updateTime: setByServer(STORED_TIME),
  },
  example: {
    name: 'Severities of the probe',
    description: 'The probe has words of its own',
    filters: { clauses: [{ key: 'origin', op: '=', value: 'probe' }] },
    actions: [{ translate: 'severity', values: { down: 'critical', slow: 'minor' }, otherwise: 'warning' }],
  },
  change: { order: 50, status: 'inactive' },
}))

export interface AlertPolicy extends Stored<typeof ALERT_POLICY> {}
/** A new alert policy. By default it is active, has order 100, and applies to alerts of every origin. */
export interface AlertPolicyInput extends NewBody<typeof ALERT_POLICY> {}
export interface AlertPolicyPatch extends Changes<typeof ALERT_POLICY> {}
/** The fields of an alert policy that a caller sets; the server sets the other fields. */
export interface SentAlertPolicy extends Sent<typeof ALERT_POLICY> {}

/** The body of a request that tries a policy (rules.md#alert-policy-preview). */
export const PREVIEW_REQUEST = /* @__PURE__ */ define(() => {
  const { min, max: most, default: usual } = LIMITS.previewAlerts
  const LIMIT = { error: `must be a whole number from ${min} to ${most}` }
  const policy = (sent: unknown) => {
    if (sent === undefined || sent === null) throw bodyFault('', REQUIRED_MESSAGE)
    return ALERT_POLICY.readNew(sent)
  }
  return z
    .strictObject({
      policy: schemaFromReader<SentAlertPolicy, AlertPolicyInput>(policy, {
        $ref: '#/$defs/NewAlertPolicy',
        description: 'The policy to try',
      }),
      policyId: REFERENCE.nullish().meta({ description: 'The stored policy that the tried one is to replace' }),
      webhookId: REFERENCE.nullish().meta({
        description: 'Only alerts of this webhook; default: the webhook of the policy',
      }),
      limit: z.int(LIMIT).min(min, LIMIT).max(most, LIMIT).nullish().meta({
        default: usual,
        description: 'The maximum number of alerts of kept deliveries, and of stored alerts',
      }),
    })
    .meta({
      id: 'AlertPolicyPreviewRequest',
      examples: [
        {
          policy: {
            name: 'Probes are minor',
            description: 'A probe without an answer is no outage',
            filters: { clauses: [{ key: 'event', op: '=', value: 'ProbeFailed' }] },
            actions: [{ set: 'severity', value: 'minor' }],
          },
          limit: 10,
        },
      ],
    })
})
export type PreviewRequest = Readonly<z.input<typeof PREVIEW_REQUEST>>

type OrderedPolicy = Pick<AlertPolicy, 'order' | 'createTime' | 'id'>

/** Compares by `order`, then createTime, then id: the order in which alert policies run (rules.md#alert-policies). */
export function compareAlertPolicies(left: OrderedPolicy, right: OrderedPolicy): number {
  return left.order - right.order || compareCreation(left, right)
}

/**
 * Warns of the filters of a policy if they have keys that no alert has (rules.md#filter-keys-5), or if they have no
 * clause and an active policy therefore drops every alert (rules.md#alert-policies-10).
 */
export function policyWarnings({ status, filters, actions, webhookId }: AlertPolicy): readonly string[] {
  const hasDrop = actions.some((action) => 'drop' in action)
  if (status !== 'active' || !hasDrop || !matchesEverything(filters)) return filterWarnings({ filters })
  const dropped = webhookId === null ? 'every alert of this installation' : `every alert of the webhook ${webhookId}`
  return [`the filters have no clause, so the policy drops ${dropped}`]
}
