import { z } from 'zod'
import { bodyFault, REQUIRED_MESSAGE } from '../schema/body-error.js'
import { define, TEXT } from '../schema/field.js'
import { schemaFromReader } from '../schema/read-body.js'
import { SUBSCRIPTION, type SubscriptionPatch } from './subscription.js'

/** Values of required fields that a preview does not need, because it sends nothing. */
const VALUES_OF_UNNEEDED_FIELDS = { name: 'Preview', format: 'json' }

/** The body of a request for a preview of a subscription (rules.md#subscription-preview). */
export const SUBSCRIPTION_PREVIEW = /* @__PURE__ */ define(() => {
  const subscription = (sent: unknown) => {
    if (sent === undefined || sent === null) throw bodyFault('', REQUIRED_MESSAGE)
    return SUBSCRIPTION.readNew(SUBSCRIPTION.overlay(VALUES_OF_UNNEEDED_FIELDS, sent))
  }
  return z
    .strictObject({
      subscription: schemaFromReader<ReturnType<typeof subscription>, SubscriptionPatch>(subscription, {
        $ref: '#/$defs/SubscriptionChanges',
        description:
          'The subscription to try. It needs neither a name nor an address; omitted fields have their defaults',
      }),
      from: TEXT.nullish().meta({ format: 'date-time', description: 'ISO 8601; default: 24 hours before `to`' }),
      to: TEXT.nullish().meta({ format: 'date-time', description: 'ISO 8601, exclusive; default: now' }),
    })
    .meta({
      id: 'SubscriptionPreviewRequest',
      examples: [{ subscription: { services: ['shop'], minSeverity: 'critical', waitSeconds: 120 } }],
    })
})
export type SubscriptionPreviewRequest = Readonly<z.input<typeof SUBSCRIPTION_PREVIEW>>
