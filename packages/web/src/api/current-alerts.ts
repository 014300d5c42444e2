import { ACTIVE_STATUSES } from '@opsgraph/core/pure'
import { queryOptions } from '@tanstack/react-query'
import { api, readBody } from './client.js'
import type { Alert } from './schemas.js'

/** The maximum number of alerts to read. If more are active, only the most recently received ones are read. */
export const MAX_CURRENT_ALERTS = 5_000
const PAGE_SIZE = 1_000

export interface CurrentAlerts {
  readonly alerts: readonly Alert[]
  /** The number of all active alerts, including those that were not read. */
  readonly total: number
  /** The time of the last answer, in milliseconds since 1970. */
  readonly readAt: number
}

/** A query that reads the active alerts of one service or of all services, page by page, up to `MAX_CURRENT_ALERTS`. */
export function currentAlertsQuery(service?: string) {
  return queryOptions({
    queryKey: ['current-alerts', service],
    staleTime: 30_000,
    retry: false,
    queryFn: async ({ signal }): Promise<CurrentAlerts> => {
      const alerts = new Map<string, Alert>()
      let total = 0
      for (let page = 1; page <= MAX_CURRENT_ALERTS / PAGE_SIZE; page++) {
        const answer = await readPage(service, page, signal)
        for (const alert of answer.alerts) alerts.set(alert.id, alert)
        total = answer.total
        if (!answer.more) break
      }
      // If alerts are closed between two requests, the last `total` may be less than the number of alerts that were
      // read.
      return { alerts: [...alerts.values()], total: Math.max(total, alerts.size), readAt: Date.now() }
    },
  })
}

/** A query that counts the active alerts. */
export const activeTotalQuery = queryOptions({
  queryKey: ['current-alerts', 'total'],
  queryFn: async ({ signal }) => {
    const query = { status: [...ACTIVE_STATUSES], 'page-size': 1 }
    return (await readBody(api.GET('/api/alerts', { params: { query }, signal }))).total
  },
})

async function readPage(service: string | undefined, page: number, signal: AbortSignal) {
  const status = [...ACTIVE_STATUSES]
  const query = { status, page, 'page-size': PAGE_SIZE, 'sort-by': '-lastReceiveTime' as const }
  if (service === undefined) return await readBody(api.GET('/api/alerts', { params: { query }, signal }))
  const path = { service }
  return await readBody(api.GET('/api/alerts/by_service/{service}', { params: { path, query }, signal }))
}
