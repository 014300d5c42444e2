import { Counter, type Registry } from 'prom-client'
import type { DueAlerts } from '../job/due-alerts.js'

export type DueAlertCounts = ReturnType<DueAlerts['counts']>

const COUNTERS: Readonly<Record<keyof DueAlertCounts, string>> = {
  expired: 'Alerts that this process has expired.',
  ended: 'Alerts that this process has closed because their end time was over.',
  reopened: 'Alerts that this process has opened again because the time of their status was over.',
}

/** Adds metrics about due alerts. Their values are determined each time that the metrics are read. */
export function measureDueAlerts(registry: Registry, counts: () => DueAlertCounts): void {
  for (const [key, help] of Object.entries(COUNTERS)) {
    new Counter({
      name: `opsgraph_alerts_${key}_total`,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(counts()[key as keyof DueAlertCounts])
      },
    })
  }
}
