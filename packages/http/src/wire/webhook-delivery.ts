import { LIMITS, type Opsgraph, type ReceivedDelivery, SCHEMAS } from '@opsgraph/core'
import { z } from 'zod'
import { issue } from './error.js'
import { count } from './fields.js'
import { replayedAlerts, toReplayedAlerts } from './webhook-explanation.js'

type ReplayedDelivery = Awaited<ReturnType<Opsgraph['replayDelivery']>>

const createdAlert = z.strictObject({
  id: z.string(),
  resource: z.string(),
  event: z.string(),
  severity: z.string().meta({ description: 'How bad it is' }),
})
const rejectedAlert = z
  .strictObject({
    alert_data: SCHEMAS.mappedAlert.meta({ description: 'The result of the mapping' }),
    error: z.string().meta({ description: 'Why it is rejected' }),
  })
  .meta({ id: 'RejectedAlert', description: 'An alert of the payload that is rejected' })

const createdFields = {
  webhook_id: z.string(),
  webhook_name: z.string(),
  alerts_created: count,
  alerts_ignored: z
    .int()
    .optional()
    .meta({ minimum: 1, description: 'The number of alerts that alert policies dropped; present if there are any' }),
  alerts_outdated: z.int().optional().meta({
    minimum: 1,
    description: 'The number of alerts that changed nothing, because a newer state was there before',
  }),
  alerts: z.array(createdAlert).meta({ description: 'The alerts that were created, or received again' }),
  warnings: z
    .array(z.string())
    .optional()
    .meta({ description: 'What may be wrong with the payload; present if there is anything' }),
}

/** The answer to an accepted delivery (rules.md#deliveries). */
export const deliveryAnswer = z
  .strictObject({
    status: z.enum(['ok', 'partial']).meta({ description: 'partial = some alerts were rejected' }),
    ...createdFields,
    duplicate: z
      .literal(true)
      .optional()
      .meta({ description: 'The delivery was received before; nothing was created' }),
    test: z.literal(true).optional().meta({ description: 'The payload matches testPayloads; nothing was created' }),
    errors: z
      .array(rejectedAlert)
      .optional()
      .meta({ description: 'The alerts that were rejected; present if there are any' }),
  })
  .meta({ id: 'DeliveryAnswer', description: 'What became of an accepted delivery' })

/** The answer to a refused delivery. */
export const deliveryRefusal = z
  .strictObject({
    status: z.literal('error'),
    code: z.int().meta({ description: 'The HTTP status' }),
    message: z.string().meta({ description: 'What is wrong, and what to do' }),
    requestId: z.string().meta({ maxLength: LIMITS.requestId }),
    ...z.object(createdFields).partial().shape,
    errors: z
      .array(rejectedAlert)
      .optional()
      .meta({ description: 'Present if no alert was created because alerts were rejected' }),
  })
  .meta({ id: 'DeliveryRefusal', description: 'Why a delivery is refused' })

/** The answer to an accepted replay (rules.md#replay). */
export const replayAnswer = deliveryAnswer
  .extend({ explained: replayedAlerts })
  .meta({ id: 'ReplayAnswer', description: 'What became of a replay' })

/** The answer to a refused replay. */
export const replayRefusal = deliveryRefusal
  .extend({
    explained: replayedAlerts,
    errors: z
      .array(z.union([rejectedAlert, issue]))
      .optional()
      .meta({ description: 'The alerts that were rejected, or the faults of the body' }),
  })
  .meta({ id: 'ReplayRefusal', description: 'Why a replay is refused' })

const refusedResponse = (description: string) => ({ description, body: deliveryRefusal })

/** Every answer to a delivery, by status (rules.md#delivery-results). */
export const deliveryResponses = {
  200: {
    description:
      'All or some of its alerts are created, ignored or outdated, or it was received before, or it is a test',
    body: deliveryAnswer,
  },
  400: refusedResponse('The body cannot be read, or results in no alert'),
  401: refusedResponse('The sender is not authenticated'),
  403: refusedResponse('The webhook is disabled'),
  413: refusedResponse(
    `The body has more than ${LIMITS.webhookBody} bytes, or than WEBHOOK_BODY_LIMIT says, as sent or unpacked`,
  ),
  415: refusedResponse('The Content-Encoding or the charset of the body is not supported'),
} as const

/** Converts the result of a delivery to its answer. */
export function toDeliveryAnswer(received: ReceivedDelivery, requestId: string) {
  if (received.httpStatus === 200) return { status: 200 as const, body: toAnswer(received) }
  const body = toRefusal(received, requestId)
  const status = body.code as 400 | 401 | 403 | 413 | 415
  return { status, body, ...(status === 401 && { headers: CHALLENGE_HEADERS }) }
}

/**
 * Converts the result of a replay to its answer. The only refusal in a result is 400: the use-case throws if the replay
 * itself is not allowed.
 */
export function toReplayAnswer({ explained, ...received }: ReplayedDelivery, requestId: string) {
  const more = toReplayedAlerts(explained)
  if (received.httpStatus === 200) return { status: 200 as const, body: { ...toAnswer(received), ...more } }
  return { status: 400 as const, body: { ...toRefusal(received, requestId), ...more } }
}

/**
 * The challenge that HTTP requires with every 401. It is the same for every webhook, so it does not reveal how a
 * webhook authenticates its sender. Some senders, such as Amazon SNS and Google Cloud, send the user and the password
 * of the URL only after a challenge of the scheme `Basic`.
 */
const CHALLENGE_HEADERS = { 'WWW-Authenticate': 'Basic realm="opsgraph"' }

function toRefusal(received: ReceivedDelivery, requestId: string) {
  const { case: kind, httpStatus: code, message } = received
  const refusal = { status: 'error' as const, code, message: message ?? '', requestId }
  return kind === 'rejected' ? { ...refusal, ...toCreatedFields(received), ...toErrors(received) } : refusal
}

function toAnswer(received: ReceivedDelivery) {
  const { case: kind } = received
  return {
    status: kind === 'partial' ? ('partial' as const) : ('ok' as const),
    ...toCreatedFields(received),
    ...(kind === 'duplicate' && { duplicate: true as const }),
    ...(kind === 'test' && { test: true as const }),
    ...toErrors(received),
  }
}

function toCreatedFields({ webhookId, webhookName, alerts, ignored, outdated, warnings }: ReceivedDelivery) {
  return {
    webhook_id: webhookId,
    webhook_name: webhookName,
    alerts_created: alerts.length,
    ...(ignored > 0 && { alerts_ignored: ignored }),
    ...(outdated > 0 && { alerts_outdated: outdated }),
    alerts,
    ...(warnings.length > 0 && { warnings }),
  }
}

function toErrors({ rejected }: ReceivedDelivery) {
  if (rejected.length === 0) return {}
  return { errors: rejected.map(({ input, error }) => ({ alert_data: input, error })) }
}
