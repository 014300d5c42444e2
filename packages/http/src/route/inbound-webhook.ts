import { LIMITS } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute, type Route } from '../pipeline/define-route.js'
import { jsonObject } from '../wire/json-object.js'
import { deliveryResponses, toDeliveryAnswer } from '../wire/webhook-delivery.js'

/** The middle part of the URL to which deliveries are posted: after the base URL, and before the id of the webhook. */
export const INBOUND_PATH = '/api/webhooks/custom'

/** Prometheus, vmalert, Loki and Thanos add the path of Alertmanager's API to the URL that they are given. */
const FROM_PROMETHEUS = 'Post alerts as Prometheus does without an Alertmanager; the same as without the suffix'

/** Receives a delivery (rules.md#deliveries). */
export const inboundWebhookRoutes: readonly Route[] = [
  inboundRoute('receiveDelivery', '', 'Post to a webhook, which turns the payload into alerts'),
  inboundRoute('receivePrometheusAlerts', '/api/v2/alerts', FROM_PROMETHEUS),
  inboundRoute('receivePrometheusAlertsOfV1', '/api/v1/alerts', FROM_PROMETHEUS),
]

/** @param suffix what a sender appends to the URL of the webhook */
function inboundRoute(id: string, suffix: string, summary: string): Route {
  return defineRoute({
    id,
    method: 'post',
    path: `${INBOUND_PATH}/:id${suffix}`,
    summary,
    scope: null,
    params: { id: z.string() },
    body: {
      schema: z.union([jsonObject, z.array(z.unknown())]),
      form: jsonObject,
      raw: true,
      limit: LIMITS.webhookBody,
    },
    refuses: ['notFound', 'unavailable'],
    responses: deliveryResponses,
    handle: async ({ params: { id: webhookId }, raw }, { opsgraph, metrics }) => {
      const head = { webhookId, rawHeaders: raw.headers }
      const secret = await opsgraph.readPresentedKey(head)
      await raw.admit(webhookId)
      // Reads the body before looking up the key. The number of keys that are looked up for one address within a minute
      // is limited. If the look-up began first, it would count for this limit while a slow body arrives.
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
