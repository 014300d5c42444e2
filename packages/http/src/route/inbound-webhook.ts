import { LIMITS } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute } from '../define-route.js'
import { jsonObject } from '../wire/json-object.js'
import { deliveryResponses, toDeliveryAnswer } from '../wire/webhook-delivery.js'

/** The middle part of the URL to which deliveries are posted: after the base URL, and before the id of the webhook. */
export const INBOUND_PATH = '/api/webhooks/custom'

/** Receives a delivery (rules.md#deliveries). */
export const inboundWebhookRoute = defineRoute({
  id: 'receiveDelivery',
  method: 'post',
  path: `${INBOUND_PATH}/:id`,
  summary: 'Post to a webhook, which turns the payload into alerts',
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
  handle: async ({ params: { id: webhookId }, raw }, { opsgraph }) => {
    const head = { webhookId, rawHeaders: raw.headers }
    const secret = await opsgraph.readPresentedKey(head)
    await raw.admit(webhookId)
    // Reads the body before looking up the key. The number of keys that are looked up for one address within a minute
    // is limited. If the look-up began first, it would count for this limit while a slow body arrives.
    const { bytes, size } = await raw.readBytes(LIMITS.webhookBody)
    const receive = () => opsgraph.receiveDelivery({ ...head, body: bytes, sizeBytes: size })
    const isLookedUp = secret !== undefined && size <= LIMITS.webhookBody
    const received = isLookedUp ? await raw.guardKey(secret, receive) : await receive()
    return toDeliveryAnswer(received, raw.requestId)
  },
})
