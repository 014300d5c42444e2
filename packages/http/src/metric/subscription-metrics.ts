import type { Opsgraph } from '@opsgraph/core'
import type { Registry } from 'prom-client'
import { registerComputed } from './computed-metric.js'
import { RecentAnswer } from './service-metrics.js'

type OverdueMessages = Awaited<ReturnType<Opsgraph['readOverdueMessages']>>

const OVERDUE_GAUGES = {
  count: {
    name: 'opsgraph_subscription_overdue_messages',
    help: 'Messages of enabled subscriptions, of all servers, that are due and not delivered.',
  },
  oldestSeconds: {
    name: 'opsgraph_subscription_overdue_seconds',
    help: 'For how many seconds the oldest of these messages has been due. It rises if a receiver fails, or if no server sends.',
  },
} as const satisfies Readonly<Record<keyof OverdueMessages, object>>

/**
 * Shows whether messages of subscriptions are stuck. They are counted when the metrics are read, at most every 10
 * seconds. If this fails, these metrics have no series.
 */
export class SubscriptionMetrics {
  readonly #overdue: RecentAnswer<OverdueMessages>

  constructor(registry: Registry, opsgraph: Opsgraph) {
    this.#overdue = new RecentAnswer(() => opsgraph.readOverdueMessages())
    for (const key of Object.keys(OVERDUE_GAUGES) as (keyof OverdueMessages)[]) {
      registerComputed(registry, { type: 'gauge', ...OVERDUE_GAUGES[key] }, () => {
        const value = this.#overdue.known?.[key]
        return value === undefined ? [] : [[{}, value]]
      })
    }
  }

  /** Counts again if the last result is not recent. Waits at most 2 seconds. Never rejects. */
  async refresh(): Promise<void> {
    await this.#overdue.refresh()
  }
}
