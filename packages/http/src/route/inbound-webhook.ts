import { LIMITS } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute, type Route } from '../pipeline/define-route.js'
import { jsonObject } from '../wire/fields.js'
import { deliveryResponses, toDeliveryAnswer } from '../wire/webhook-delivery.js'

/** The path of the URL for deliveries, between the base URL and the id of the webhook. */
export const INBOUND_PATH = '/api/webhooks/custom'

const DELIVERY_TEXTS = {
  summary: 'Deliver a payload to a webhook',
  description:
    'Monitoring tools post here. The webhook authenticates the sender itself, maps the payload to alerts, and runs its alert policies. The answer lists what was created, ignored and rejected. After a 503, send the delivery again.',
}
/** Prometheus, vmalert, Loki and Thanos append the path of the Alertmanager API to the configured URL. */
const PROMETHEUS_DELIVERY_TEXTS = {
  summary: 'Deliver alerts as Prometheus does without an Alertmanager',
  description: 'The same as without the suffix, which Prometheus, vmalert, Loki and Thanos add to the URL.',
}

/** Receives a delivery (rules.md#deliveries). */
export const inboundWebhookRoutes: readonly Route[] = [
  createInboundRoute('receiveDelivery', '', DELIVERY_TEXTS),
  createInboundRoute('receivePrometheusAlerts', '/api/v2/alerts', PROMETHEUS_DELIVERY_TEXTS),
  createInboundRoute('receivePrometheusAlertsOfV1', '/api/v1/alerts', PROMETHEUS_DELIVERY_TEXTS),
]

/** @param suffix what a sender appends to the URL of the webhook */
function createInboundRoute(id: string, suffix: string, texts: typeof DELIVERY_TEXTS): Route {
  return defineRoute({
    id,
    method: 'post',
    path: `${INBOUND_PATH}/:id${suffix}`,
    ...texts,
    scope: null,
    params: { id: z.string().meta({ description: 'The id of the webhook' }) },
    body: {
      schema: z.union([jsonObject, z.array(z.unknown())]),
      form: jsonObject,
      raw: true,
      // For the OpenAPI document. The handler below reads the configured limit.
      limit: LIMITS.webhookBody,
    },
    refuses: ['unavailable'],
    responses: deliveryResponses,
    handle: async ({ params: { id: webhookId }, raw }, { opsgraph, metrics }) => {
      const head = { webhookId, rawHeaders: raw.headers }
      const secret = await opsgraph.readPresentedKey(head)
      await raw.admit(webhookId)
      // Reads the body before looking up the key. For each address, the number of look-ups within a minute is limited.
      // If the look-up began first, it would count towards this limit while a slow body arrives.
      const limit = opsgraph.webhookBodyLimit()
      const { bytes, size } = await raw.readBytes(limit)
      const delivery = { ...head, body: bytes, sizeBytes: size, query: raw.query }
      const receive = () => metrics.webhooks.count(webhookId, opsgraph.receiveDelivery(delivery))
      const isLookedUp = secret !== undefined && size <= limit
      const received = isLookedUp ? await raw.guardKey(secret, receive) : await receive()
      return toDeliveryAnswer(received, raw.requestId)
    },
  })
}
