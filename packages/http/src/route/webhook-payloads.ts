import { SCHEMAS } from '@opsgraph/core'
import { defineRoute } from '../pipeline/define-route.js'
import { asUncheckedInput, BODY_LIMIT } from '../pipeline/route-body.js'
import { successBody, successResponse } from '../wire/fields.js'
import { replayAnswer, replayRefusal, toReplayAnswer } from '../wire/webhook-delivery.js'
import { explainable, explanation } from '../wire/webhook-explanation.js'

const PATH = '/api/webhook_config'
const explained = { description: 'The alerts and the provenance of each field', body: successBody(explanation) }

const explainConfig = defineRoute({
  id: 'explainConfig',
  method: 'post',
  path: `${PATH}/test`,
  // A webhook may have the id `test`: GET, PUT and DELETE of this path belong to that webhook.
  sharesPath: true,
  summary: 'Explain an unsaved webhook',
  description:
    'Says which alerts a configuration would create from a payload, where each value comes from, and what each alert policy would change. Nothing is stored.',
  body: { schema: SCHEMAS.unsavedWebhook, limit: BODY_LIMIT.explainedPayload },
  responses: { 200: explained },
  handle: async ({ caller, body }, { opsgraph }) =>
    successResponse(await opsgraph.explainConfig(caller, asUncheckedInput(body))),
})

const explainDelivery = defineRoute({
  id: 'explainDelivery',
  method: 'post',
  path: `${PATH}/:id/test`,
  summary: 'Explain a payload',
  description:
    'Says which alerts a webhook would create from the payload in the body, or from a payload of its history: where each value comes from, and what each alert policy would change. Nothing is stored, and no authentication of a sender is checked.',
  body: { schema: explainable, limit: BODY_LIMIT.explainedPayload },
  responses: { 200: explained },
  requireExisting: ({ caller, params }, { opsgraph }) => opsgraph.readWebhook(caller, params.id),
  handle: async ({ caller, params, body }, { opsgraph }) =>
    successResponse(await opsgraph.explainDelivery(caller, { id: params.id, body: asUncheckedInput(body) })),
})

const replayDelivery = defineRoute({
  id: 'replayDelivery',
  method: 'post',
  path: `${PATH}/:id/replay`,
  summary: 'Replay a payload',
  description:
    'Applies the current mapping and policies to a payload of the history, and creates its alerts in your name. Use it after you have mended a mapping. A payload whose sender failed to authenticate is refused with 403.',
  body: { schema: SCHEMAS.payloadReference },
  responses: {
    200: { description: 'All or some of its alerts are created', body: replayAnswer },
    400: { description: 'The payload results in no alert, or the body is not valid', body: replayRefusal },
  },
  requireExisting: ({ caller, params }, { opsgraph }) => opsgraph.readWebhook(caller, params.id),
  handle: async ({ caller, params, body, raw }, { opsgraph }) => {
    const received = await opsgraph.replayDelivery(caller, { id: params.id, body: asUncheckedInput(body) })
    return toReplayAnswer(received, raw.requestId)
  },
})

/** The endpoints that explain how payloads are mapped to alerts, and replay deliveries. */
export const webhookPayloadRoutes = [explainConfig, explainDelivery, replayDelivery]
