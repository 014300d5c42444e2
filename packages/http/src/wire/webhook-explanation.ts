import { type DeliveryExplanation, LIMITS, SCHEMAS } from '@opsgraph/core'
import { z } from 'zod'
import { alertPolicyRun } from './alert-policy-run.js'
import { count, type FieldsOf, jsonObject, time } from './fields.js'

type ExplainedAlert = DeliveryExplanation['alerts'][number]

const provenance = z
  .strictObject({
    field: z.string().meta({ description: 'A field of the alert', examples: ['severity', 'attributes.region'] }),
    origin: z.enum(['path', 'literal', 'default', 'missing']).meta({ description: 'Where the value comes from' }),
    path: z.string().nullable().meta({ description: 'The path as resolved in this payload' }),
    hint: z.string().nullable().meta({ description: 'Why the path gave nothing' }),
  } satisfies FieldsOf<ExplainedAlert['fields'][number]>)
  .meta({ id: 'FieldProvenance', description: 'Where a value of an alert comes from' })

const readTime = z
  .strictObject({
    field: z.string().meta({ description: 'A field of the alert', examples: ['eventTime'] }),
    sent: z.unknown().meta({ description: 'The time as the payload, a default value or a policy gives it' }),
    time: time.nullable().meta({ description: 'What it was read as; null = it is left out' }),
    fault: z.string().nullable().meta({ description: 'Why it is left out' }),
  } satisfies FieldsOf<ExplainedAlert['times'][number]>)
  .meta({ id: 'ReadTime', description: 'How a time was read' })
const outdated = z.boolean().nullable().meta({
  description: 'Whether a newer state is stored, so that the alert changes nothing; null = unknown, or no alert',
})

const explainedAlert = z
  .strictObject({
    element: z.string().meta({ description: 'The path of its element in the payload; empty = the whole payload' }),
    alert: SCHEMAS.alertDraft
      .nullable()
      .meta({ description: 'The alert that would be created; null = rejected or dropped' }),
    input: SCHEMAS.mappedAlert.meta({ description: 'The result of the mapping' }),
    policies: z.array(alertPolicyRun).meta({
      description: `Each alert policy, in the order in which they run; after ${LIMITS.explainedPolicies} entries only those that ran`,
    }),
    droppedBy: z.string().nullable().meta({ description: 'The alert policy that would drop the alert' }),
    error: z.string().nullable().meta({ description: 'Why the alert would be rejected; null = it would not' }),
    closes: z.boolean().nullable().meta({
      description: 'Whether the alert would close an open alert; null = it would be rejected or dropped',
    }),
    times: z.array(readTime).meta({ description: 'How times were read that are not ISO 8601 with a zone' }),
    outdated,
    warnings: z.array(z.string()).meta({
      description: 'Probable mistakes that do not reject the alert, such as a missing severity in the payload',
    }),
    fields: z.array(provenance).meta({ description: 'Where each value comes from' }),
  } satisfies FieldsOf<ExplainedAlert>)
  .meta({ id: 'ExplainedAlert', description: 'An alert that the payload would create, and why' })

const replayedAlert = explainedAlert
  .pick({ element: true, policies: true, droppedBy: true, times: true, outdated: true, warnings: true })
  .extend({
    fingerprint: z.string().nullable().meta({ description: 'The fingerprint of the alert; null = none' }),
    eventTime: time
      .nullable()
      .meta({ description: 'When the sender saw this state; null = the payload does not say so' }),
  })
  .meta({ id: 'ReplayedAlert', description: 'What became of an alert of the payload' })

/** The results of the first alerts of a replayed payload. */
export const replayedAlerts = z
  .array(replayedAlert)
  .optional()
  .meta({ description: 'What became of the first alerts, and what each alert policy did; absent without alerts' })

/** How a webhook would map a payload to alerts. */
export const explanation = {
  total: count.meta({
    description: 'The number of created, rejected and ignored alerts; the first ones are explained',
  }),
  warned: count.meta({ description: 'The number of all alerts with warnings' }),
  ignored: count.meta({ description: 'The number of alerts that alert policies would drop' }),
  closing: count.meta({ description: 'The number of alerts that would close an alert instead of creating one' }),
  alerts: z.array(explainedAlert).meta({ description: 'The alerts that the payload would create' }),
  message: z.string().nullable().meta({ description: 'The reason if there are no alerts' }),
  truncated: z.boolean().meta({
    description: 'True if the alert policies need too many steps; only the first alerts are explained then',
  }),
  missingColumns: z.array(z.string()).meta({ description: 'Required fields without a mapping or a default value' }),
} satisfies FieldsOf<DeliveryExplanation>

export function toReplayedAlerts(explained: readonly ExplainedAlert[]) {
  if (explained.length === 0) return {}
  return {
    explained: explained.map(({ element, policies, droppedBy, times, outdated, warnings, alert }) => ({
      ...{ element, droppedBy, outdated, times, warnings },
      fingerprint: alert?.fingerprint ?? null,
      eventTime: alert?.eventTime ?? null,
      policies,
    })),
  }
}

const bodyText = z.string().meta({ description: 'The body of a delivery, in the payloadFormat of the webhook' })

/** The body of POST /api/webhook_config/<webhook_id>/test; core validates it. */
export const explainable = z.union([SCHEMAS.payloadReference, jsonObject, z.array(z.unknown()), bodyText])
