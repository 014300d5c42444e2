import type { JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import { textSize } from '../mapping/text-size.js'
import type { Verdict } from './judge-delivery.js'

/**
 * The approximate number of characters in memory while a delivery waits to be stored: the received body and all alerts
 * that its mapping produced. Rejected alerts count too, because they are a part of the response. A payload of 20 KB can
 * produce thousands of them.
 */
export function deliverySize(verdict: Verdict, sizeBytes: number): number {
  const drafts = 'drafts' in verdict ? verdict.drafts.map(({ draft }) => draft) : []
  const made = [drafts, verdict.rejected] as unknown as JsonValue
  return Math.min(sizeBytes, LIMITS.webhookBody) + textSize(made, LIMITS.webhookGroup.weight)
}
