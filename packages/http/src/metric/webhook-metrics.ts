import { OpsgraphError, type ReceivedDelivery } from '@opsgraph/core'
import type { Registry } from 'prom-client'
import { registerComputed } from './computed-metric.js'

/** The outcome of a delivery, or the error that prevented an outcome. */
type DeliveryResult = ReceivedDelivery['case'] | 'rateLimited' | 'busy' | 'unavailable'

interface WebhookCounts {
  readonly results: Map<DeliveryResult, number>
  created: number
  rejected: number
  ignored: number
  outdated: number
}

/**
 * Counts the results of deliveries by webhook. Only webhooks that received deliveries have time series. The counts are
 * plain numbers until the metrics are read, so that counting stays cheap.
 */
export class WebhookMetrics {
  readonly #counts = new Map<string, WebhookCounts>()
  #checking = false

  constructor(registry: Registry) {
    const counts = this.#counts
    registerComputed(registry, DELIVERIES_METRIC, () =>
      Array.from(counts).flatMap(([webhook, { results }]) =>
        Array.from(results, ([result, count]) => [{ webhook, result }, count] as const),
      ),
    )
    for (const key of ['created', 'rejected', 'ignored', 'outdated'] as const) {
      const name = `opsgraph_webhook_alerts_${key}_total`
      const counter = { type: 'counter', name, help: HELP_TEXTS[key], labelNames: ['webhook'] } as const
      registerComputed(registry, counter, () => Array.from(counts, ([webhook, count]) => [{ webhook }, count[key]]))
    }
  }

  /** Counts a delivery by its result. Returns the result, or throws the error of the delivery. */
  async count<Received extends ReceivedDelivery>(webhook: string, receiving: Promise<Received>): Promise<Received> {
    try {
      const received = await receiving
      const counts = this.#add(webhook, received.case)
      counts.created += received.alerts.length
      counts.rejected += received.rejected.length
      counts.ignored += received.ignored
      counts.outdated += received.outdated
      return received
    } catch (error) {
      if (!isNotFound(error)) this.#add(webhook, toResult(error))
      throw error
    }
  }

  countRateLimited(webhook: string): void {
    this.#add(webhook, 'rateLimited')
  }

  forget(webhook: string): void {
    this.#counts.delete(webhook)
  }

  /**
   * Removes the time series of deleted webhooks, including webhooks that another server has deleted. If the store does
   * not answer, the remaining webhooks are not checked and keep their time series.
   *
   * @param require throws `notFound` for a deleted webhook
   */
  async forgetDeleted(require: (webhook: string) => Promise<void>): Promise<void> {
    if (this.#checking) return
    this.#checking = true
    try {
      for (const webhook of this.#counts.keys())
        await require(webhook).catch((error) => this.#forgetIfGone(webhook, error))
    } catch {
      // Ignores the error: the next time that the metrics are read, the check runs again.
    } finally {
      this.#checking = false
    }
  }

  #forgetIfGone(webhook: string, error: unknown): void {
    if (!isNotFound(error)) throw error
    this.forget(webhook)
  }

  #add(webhook: string, result: DeliveryResult): WebhookCounts {
    let counts = this.#counts.get(webhook)
    if (counts === undefined) {
      counts = { results: new Map(), created: 0, rejected: 0, ignored: 0, outdated: 0 }
      this.#counts.set(webhook, counts)
    }
    counts.results.set(result, (counts.results.get(result) ?? 0) + 1)
    return counts
  }
}

const DELIVERIES_METRIC = {
  type: 'counter',
  name: 'opsgraph_webhook_deliveries_total',
  help: 'Deliveries to a webhook by result: success, partial, ignored, duplicate, test, rateLimited, busy, unavailable, or another reason why a delivery failed.',
  labelNames: ['webhook', 'result'],
} as const

const HELP_TEXTS = {
  created: 'Alerts created by the deliveries to a webhook.',
  rejected: 'Elements of deliveries to a webhook that were rejected as alerts.',
  ignored: 'Alerts of deliveries to a webhook that alert policies dropped.',
  outdated: 'Alerts of deliveries to a webhook that changed nothing, because a newer state was there before.',
}

function isNotFound(error: unknown): boolean {
  return error instanceof OpsgraphError && error.kind === 'notFound'
}

function toResult(error: unknown): DeliveryResult {
  const kind = error instanceof OpsgraphError ? error.kind : undefined
  return kind === 'busy' || kind === 'unavailable' ? kind : 'unexpected'
}
