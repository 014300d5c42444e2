import type { Severity } from '@opsgraph/core'
import { ACTIVE_STATUSES, attentionOf, SEVERITIES } from '@opsgraph/core/pure'
import { queryOptions } from '@tanstack/react-query'
import { api, readBody } from './client.js'
import { LIVE } from './queries.js'

/** So many services are searched for one that is not acknowledged, if the worst one is. */
const SERVICES = 50

/**
 * A query that reads the worst severity that nobody has acknowledged: of the services, and of the alerts that reach no
 * service; `null` = there is none. Every page shows it in the title of its tab, so it is read again only after an event.
 */
export const worstOpenQuery = queryOptions({
  ...LIVE,
  meta: { isLive: true, isForTab: true },
  queryKey: ['impact', 'worst-open'],
  staleTime: Number.POSITIVE_INFINITY,
  retryOnMount: false,
  refetchIntervalInBackground: true,
  queryFn: async ({ signal }): Promise<Severity | null> => {
    const { services, total, unreached } = await readHurt(1, signal)
    // The worst first, and of the same severity those that are not acknowledged: a less severe one may be open.
    const searched = services[0]?.acknowledged && total > 1 ? (await readHurt(SERVICES, signal)).services : services
    const ofServices = searched.find(({ acknowledged }) => !acknowledged)?.severity ?? null
    const ofAlerts = unreached.total === 0 ? null : await readWorstUnreached(signal)
    return SEVERITIES.find((severity) => severity === ofServices || severity === ofAlerts) ?? null
  },
})

async function readHurt(count: number, signal: AbortSignal) {
  const query = { healthy: 'false', 'page-size': count } as const
  return await readBody(api.GET('/api/impact', { params: { query }, signal }))
}

async function readWorstUnreached(signal: AbortSignal): Promise<Severity | null> {
  const status = ACTIVE_STATUSES.filter((each) => attentionOf(each) === 'open')
  const query = { status, unreached: 'true', 'sort-by': 'severity', 'page-size': 1 } as const
  const { alerts } = await readBody(api.GET('/api/alerts', { params: { query }, signal }))
  return alerts[0]?.severity ?? null
}
