import type { Opsgraph } from '@opsgraph/core'
import { z } from 'zod'
import { count, type FieldsOf, name, severity, time } from './fields.js'
import { pastCause, unknownNames } from './impact.js'

type Preview = Awaited<ReturnType<Opsgraph['previewSubscription']>>
type State = Awaited<ReturnType<Opsgraph['readSubscriptionById']>>

const kind = z.enum(['impact', 'unreached', 'alert'])
const object = z.string().meta({ description: 'The service, or the id of the alert' })
const message = {
  sequence: z.int().meta({ description: 'Rises with each message about the service or alert' }),
  from: severity.nullable().meta({ description: 'What was delivered before; null = nothing, or that it was over' }),
  to: severity.nullable().meta({ description: 'What the message says; null = it is over' }),
}

/** A message that is not delivered yet (rules.md#subscriptions-9). */
export const owedMessage = z
  .strictObject({
    kind: kind.meta({ description: 'What the message is about' }),
    id: object,
    ...message,
    tries: count.meta({ description: 'How many tries were begun' }),
    trying: z.boolean().meta({ description: 'Whether a try is running now' }),
    nextTry: time.meta({
      description: 'When the next try begins; while a try is running, when it is tried again if that try does not end',
    }),
    error: z.string().nullable().meta({ description: 'Why the last try failed; null = none has failed' }),
  } satisfies FieldsOf<State['owed'][number]>)
  .meta({ id: 'OwedMessage', description: 'A message that is not delivered yet' })

/** One try to deliver a message (rules.md#subscriptions-9). */
export const subscriptionDelivery = z
  .strictObject({
    kind: z.enum([...kind.options, 'test']).meta({ description: 'test = somebody tried the subscription' }),
    id: object,
    messageId: z.string().meta({ description: 'The same for all tries of one message' }),
    ...message,
    acknowledged: z.boolean().meta({ description: 'Whether somebody has acknowledged what the message says' }),
    repeat: z.boolean().meta({ description: 'Whether the same was delivered before' }),
    time: time.meta({ description: 'When the try began' }),
    delivered: z.boolean().meta({ description: 'Whether the receiver has taken the message' }),
    status: z.int().nullable().meta({ description: 'The status of the answer; null = there was none' }),
    error: z.string().nullable().meta({
      description: 'Why it was not delivered, or which recipients of an e-mail are refused; null = all have got it',
    }),
    took: z.number().meta({ description: 'How long the try took, in milliseconds' }),
  } satisfies FieldsOf<State['deliveries'][number]>)
  .meta({ id: 'SubscriptionDelivery', description: 'One try to deliver a message' })

const previewedDelivery = z
  .strictObject({
    time: time.meta({ description: 'When the message would have been sent' }),
    service: name,
    from: severity.nullable().meta({ description: 'What was told before; null = nothing, or that it was over' }),
    to: severity.nullable().meta({ description: 'What the message says; null = it is over' }),
    acknowledged: z.boolean().meta({ description: 'Whether nothing open is severe enough' }),
    repeat: z.boolean().meta({ description: 'Whether the same was told before' }),
    causes: z.array(pastCause).meta({ description: 'The first 10 root causes at that time' }),
  } satisfies FieldsOf<Preview['deliveries'][number]>)
  .meta({ id: 'PreviewedDelivery', description: 'A message that would have been sent' })

/** The messages that a subscription would have sent (rules.md#subscription-preview). */
export const subscriptionPreview = {
  from: time.meta({ description: 'The start of the range' }),
  to: time.meta({ description: 'The end of the range, exclusive' }),
  total: count.meta({ description: 'The number of messages' }),
  deliveries: z.array(previewedDelivery).meta({ description: 'The first 1,000 messages, the earliest first' }),
  omittedKinds: z
    .array(kind)
    .meta({ description: 'The kinds of the subscription that a preview leaves out: only services have a history' }),
  unknown: unknownNames,
} satisfies FieldsOf<Preview>
