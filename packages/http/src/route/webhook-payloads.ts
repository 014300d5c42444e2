import { USE_CASE_SCOPES } from '@opsgraph/core'
import { defineRoute } from '../define-route.js'
import { idParam } from '../wire/name.js'
import { okay } from '../wire/okay.js'
import { deliveryAnswer, deliveryRefusal, toReplayAnswer } from '../wire/webhook-delivery.js'
import {
  explainable,
  explanation,
  payloadReference,
  toExplanation,
  unsavedConfig,
} from '../wire/webhook-explanation.js'

const PATH = '/api/webhook_config'
const explained = { description: 'The alerts, and where each field comes from', body: okay(explanation) }

const explainConfig = defineRoute({
  id: 'explainConfig',
  method: 'post',
  path: `${PATH}/test`,
  // A webhook may be called `test`: it is read, changed and deleted by this path.
  sharesPath: true,
  summary: 'Explain what a configuration would make of a payload; nothing is stored',
  scope: USE_CASE_SCOPES.explainConfig,
  body: { schema: unsavedConfig },
  responses: { 200: explained },
  handle: async ({ caller, body }, { opsgraph }) => {
    return { status: 200, body: { status: 'ok', ...toExplanation(await opsgraph.explainConfig(caller, body)) } }
  },
})

const explainDelivery = defineRoute({
  id: 'explainDelivery',
  method: 'post',
  path: `${PATH}/:id/test`,
  summary: 'Explain what a webhook would make of a payload, sent or kept; nothing is stored',
  scope: USE_CASE_SCOPES.explainDelivery,
  params: idParam,
  body: { schema: explainable },
  refuses: ['notFound'],
  responses: { 200: explained },
  requireExisting: ({ caller, params }, { opsgraph }) => opsgraph.readWebhook(caller, params.id),
  handle: async ({ caller, params, body }, { opsgraph }) => {
    const explanation = await opsgraph.explainDelivery(caller, { id: params.id, body })
    return { status: 200, body: { status: 'ok', ...toExplanation(explanation) } }
  },
})

const replayDelivery = defineRoute({
  id: 'replayDelivery',
  method: 'post',
  path: `${PATH}/:id/replay`,
  summary: 'Run a kept payload again and create its alerts; needs the scope `write:alerts` as well',
  scope: USE_CASE_SCOPES.replayDelivery,
  params: idParam,
  body: { schema: payloadReference },
  refuses: ['notFound'],
  responses: {
    200: { description: 'Its alerts are created, all or some', body: deliveryAnswer },
    400: { description: 'It makes no alert, or the body is wrong', body: deliveryRefusal },
  },
  requireExisting: ({ caller, params }, { opsgraph }) => opsgraph.readWebhook(caller, params.id),
  handle: async ({ caller, params, body, raw }, { opsgraph }) => {
    const received = await opsgraph.replayDelivery(caller, { id: params.id, body })
    return toReplayAnswer(received, raw.requestId)
  },
})

/** What can be done with payloads besides receiving them. */
export const webhookPayloadRoutes = [explainConfig, explainDelivery, replayDelivery]
