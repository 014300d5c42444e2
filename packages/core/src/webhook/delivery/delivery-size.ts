import type { JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import { textSize } from '../../text-size.js'
import type { Delivery, Verdict } from './judge-delivery.js'

/**
 * The approximate number of characters that a delivery holds in memory while it waits to be stored: its payload and all
 * alerts that the mapping produced. The alerts are counted too, because a payload of 20 KB can produce thousands of
 * alerts.
 */
export function deliverySize(
  verdict: Verdict,
  { sizeBytes, bodyLimit, headers }: Pick<Delivery, 'sizeBytes' | 'bodyLimit' | 'headers'>,
): number {
  const made = ('mapped' in verdict ? verdict.mapped.map(({ input }) => input) : []) as unknown as JsonValue
  // The size of a packed body says nothing about its payload, so this payload is measured. Measuring takes longer.
  const sent = headers.has('content-encoding')
    ? textSize(payloadOf(verdict), LIMITS.webhookGroup.weight)
    : Math.min(sizeBytes, bodyLimit)
  return sent + textSize(made, LIMITS.webhookGroup.weight)
}

function payloadOf(verdict: Verdict): JsonValue {
  const kept = 'record' in verdict ? verdict.record.payload : verdict.outcome.payloadEntry?.payload
  return kept ?? null
}
