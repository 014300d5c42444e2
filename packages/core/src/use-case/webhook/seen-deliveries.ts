import type { StoreParts } from '../../port/store.js'
import type { SeenDelivery } from '../../port/webhook-store.js'
import { timestamp } from '../../timestamp.js'
import type { JudgedDelivery } from '../../webhook/delivery/received-delivery.js'
import type { Dependencies } from '../dependencies.js'
import { isMapped } from './delivery-intake.js'

/**
 * Decides which deliveries are repetitions (rules.md#deduplication-2). A delivery is a repetition if an earlier
 * delivery to the same webhook had the same `deliveryKey`, created an alert, and is still remembered (`ttlSeconds`).
 * The earlier delivery may be in an earlier transaction or in this one. A delivery that created no alert may be sent
 * again (rules.md#deduplication-3).
 */
export class SeenDeliveries {
  readonly #seen: Set<string>
  /** Deliveries that this transaction has marked as received, and that have not created an alert yet. */
  readonly #pending: Map<string, SeenDelivery>

  private constructor(seen: Set<string>, pending: Map<string, SeenDelivery>) {
    this.#seen = seen
    this.#pending = pending
  }

  static async remember(
    { clock }: Dependencies,
    parts: StoreParts,
    deliveries: readonly JudgedDelivery[],
  ): Promise<SeenDeliveries> {
    const marked = new Map<string, SeenDelivery>()
    for (const delivery of deliveries) {
      const mark = seenDelivery(delivery)
      if (mark !== undefined && !marked.has(idOf(mark))) marked.set(idOf(mark), mark)
    }
    if (marked.size === 0) return new SeenDeliveries(new Set(), marked)
    const isNew = await parts.webhooks.remember([...marked.values()], timestamp(clock()))
    const seen = new Set([...marked.keys()].filter((_, index) => !isNew[index]))
    for (const id of seen) marked.delete(id)
    return new SeenDeliveries(seen, marked)
  }

  has(delivery: JudgedDelivery): boolean {
    const mark = seenDelivery(delivery)
    return mark !== undefined && this.#seen.has(idOf(mark))
  }

  /** Records that a delivery has created an alert, so that its repetitions are recognized. */
  add(delivery: JudgedDelivery): void {
    const mark = seenDelivery(delivery)
    if (mark === undefined) return
    this.#seen.add(idOf(mark))
    this.#pending.delete(idOf(mark))
  }

  /** Removes the marks of deliveries that created no alert, so that they may be sent again. */
  async forgetOthers(parts: StoreParts): Promise<void> {
    if (this.#pending.size > 0) await parts.webhooks.forget([...this.#pending.values()])
  }
}

/** A text that identifies a delivery. Two deliveries with the same text are repetitions of each other. */
function idOf({ webhookId, key }: SeenDelivery): string {
  return `${webhookId}\u0000${key}`
}

function seenDelivery({ config, verdict }: JudgedDelivery): SeenDelivery | undefined {
  if (!isMapped(verdict) || verdict.deliveryKey === undefined || config.deduplication === null) return undefined
  const expires = Date.parse(verdict.record.receivedAt) + config.deduplication.ttlSeconds * 1000
  return { webhookId: config.id, key: verdict.deliveryKey, expires: timestamp(new Date(expires)) }
}
