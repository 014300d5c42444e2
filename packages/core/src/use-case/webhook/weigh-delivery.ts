import type { JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import type { Verdict } from '../../webhook/judge-delivery.js'
import { textSize } from '../../webhook/text-size.js'

/**
 * How much of memory a delivery takes while it waits to be stored: what was received, and everything that its mapping has
 * made of it. Rejected alerts are answered, and so weigh as those do that are to be created: 20 KB can make thousands.
 */
export function weighDelivery(verdict: Verdict, sizeBytes: number): number {
  const made = ['drafts' in verdict ? verdict.drafts : [], verdict.rejected] as unknown as JsonValue
  return Math.min(sizeBytes, LIMITS.webhookBody) + textSize(made, LIMITS.webhookGroup.weight)
}
