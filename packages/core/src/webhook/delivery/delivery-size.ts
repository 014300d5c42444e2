import type { JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import { textSize } from '../mapping/text-size.js'
import type { Verdict } from './judge-delivery.js'

/**
 * The approximate number of characters that a delivery holds in memory while it waits to be stored: its body and all
 * alerts that the mapping produced. Rejected alerts count too: the response lists them, and a payload of 20 KB can
 * produce thousands.
 */
export function deliverySize(verdict: Verdict, sizeBytes: number): number {
  const drafts = 'drafts' in verdict ? verdict.drafts.map(({ draft }) => draft) : []
  const made = [drafts, verdict.rejected] as unknown as JsonValue
  return Math.min(sizeBytes, LIMITS.webhookBody) + textSize(made, LIMITS.webhookGroup.weight)
}
