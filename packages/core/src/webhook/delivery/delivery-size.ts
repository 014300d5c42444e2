import type { JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import { textSize } from '../../text-size.js'
import type { Verdict } from './judge-delivery.js'

/**
 * The approximate number of characters that a delivery holds in memory while it waits to be stored: its body and all
 * alerts that the mapping produced. The alerts are counted too, because a payload of 20 KB can produce thousands of
 * alerts.
 */
export function deliverySize(verdict: Verdict, sizeBytes: number): number {
  const made = ('mapped' in verdict ? verdict.mapped.map(({ input }) => input) : []) as unknown as JsonValue
  return Math.min(sizeBytes, LIMITS.webhookBody) + textSize(made, LIMITS.webhookGroup.weight)
}
