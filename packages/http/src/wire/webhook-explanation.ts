import type { DeliveryExplanation } from '@opsgraph/core'
import { z } from 'zod'
import { alertDraft } from './alert.js'
import { jsonObject } from './json-object.js'
import { mappedAlert } from './mapping.js'

const provenance = z
  .strictObject({
    field: z.string().meta({ examples: ['severity', 'attributes.region'] }),
    origin: z.enum(['path', 'literal', 'default', 'missing']),
    path: z.string().nullable().meta({ description: 'As it was read in this payload' }),
    hint: z.string().nullable().meta({ description: 'Why the path gave nothing' }),
  })
  .meta({ id: 'FieldProvenance' })

const explainedAlert = z
  .strictObject({
    element: z.string().meta({ description: 'What of the payload it is made of; `` = all of it' }),
    alert: alertDraft.nullable().meta({ description: 'As it would arrive; null = it would be rejected' }),
    input: mappedAlert.meta({ description: 'What the mapping makes' }),
    error: z.string().nullable(),
    warnings: z.array(z.string()).meta({
      description:
        'What does not reject the alert and is probably not meant, such as a severity that the payload lacks',
    }),
    fields: z.array(provenance),
  })
  .meta({ id: 'ExplainedAlert' })

/** What a webhook would make of a payload. */
export const explanation = {
  total: z.int().meta({ minimum: 0, description: 'Alerts, made or rejected; the first of them are explained' }),
  warned: z.int().meta({ minimum: 0, description: 'How many of all alerts have warnings' }),
  alerts: z.array(explainedAlert),
  message: z.string().nullable().meta({ description: 'Why there are none' }),
  missingColumns: z.array(z.string()).meta({ description: 'What enabling the webhook would still need' }),
}

export function toExplanation({ alerts, ...rest }: DeliveryExplanation) {
  return { ...rest, alerts: alerts.map((alert) => ({ ...alert, alert: alert.alert && { ...alert.alert } })) }
}

const reference = {
  history: z.int().meta({ minimum: 0, description: 'A place in payloadHistory; 0 = the newest' }),
  receivedAt: z.string().optional().meta({ description: 'To be sure: that of the entry' }),
}

/** Which kept payload is meant; read by core. */
export const payloadReference = z.strictObject(reference).meta({ id: 'PayloadReference' })

/** The body of POST /api/webhook_config/<webhook_id>/test; read by core. */
export const explainable = z.union([payloadReference, jsonObject, z.array(z.unknown())])

/** The body of POST /api/webhook_config/test; read by core. */
export const unsavedConfig = z
  .strictObject({
    config: jsonObject.meta({ description: 'As in POST /api/webhook_config; authentication plays no part' }),
    payload: z.union([jsonObject, z.array(z.unknown())]),
  })
  .meta({ id: 'UnsavedWebhook' })
