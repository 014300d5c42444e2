import { z } from 'zod'
import { isObject } from '../../json-value.js'
import { notFound, OpsgraphError } from '../../opsgraph-error.js'
import { define } from '../../schema/field.js'
import type { Histories, HistoryEntry } from './history.js'
import type { Payload } from './read-payload.js'

const INDEX_FAULT = 'must be a place in payloadHistory, 0 for the newest'

/** Refers to a payload in the payloadHistory of a webhook. */
export const PAYLOAD_REFERENCE = /* @__PURE__ */ define(() =>
  z
    .strictObject({
      history: z
        .int({ error: INDEX_FAULT })
        .refine((index) => index >= 0, { error: INDEX_FAULT })
        .meta({ minimum: 0, description: 'The index in payloadHistory; 0 = the newest' }),
      receivedAt: z
        .string()
        .nullish()
        .transform((time) => time ?? undefined)
        .meta({
          description:
            'Must equal the receivedAt of the entry, because the index of a payload changes when another is received',
        }),
    })
    .meta({ id: 'PayloadReference', examples: [{ history: 0 }] }),
)
type PayloadReference = z.output<typeof PAYLOAD_REFERENCE>
/** A reference to a payload in the payloadHistory of a webhook, as a caller sends it. */
export type PayloadReferenceInput = Readonly<z.input<typeof PAYLOAD_REFERENCE>>

/** True if a body is a reference `{history}` or `{history, receivedAt}`, and not a payload. */
export function isReference(body: unknown): boolean {
  if (!isObject(body) || !Number.isInteger(body.history)) return false
  return Object.keys(body).every((key) => key === 'history' || key === 'receivedAt')
}

/**
 * Finds the payload that a reference names.
 *
 * @throws OpsgraphError `notFound` if no payload has this index; `conflict` if another payload has this index now
 */
export function findReferencedPayload(
  { payloads }: Histories,
  { history: index, receivedAt }: PayloadReference,
): HistoryEntry & { readonly payload: Payload } {
  const entry = payloads[index]
  if (entry === undefined || entry.payload === null) throw notFound(`payloadHistory[${index}]`)
  if (receivedAt !== undefined && receivedAt !== entry.receivedAt) {
    throw new OpsgraphError(
      'conflict',
      `payloadHistory[${index}] is another payload now: it was received at ${entry.receivedAt}`,
    )
  }
  return { ...entry, payload: entry.payload }
}
