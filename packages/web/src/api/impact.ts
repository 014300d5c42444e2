import type { Severity } from '@opsgraph/core'
import { ACTIVE_STATUSES, attentionOf, SEVERITIES } from '@opsgraph/core/pure'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, readBody } from './client.js'
import { LIVE, listQuery, liveQuery, revalidate, type Versioned } from './queries.js'
import type { components, operations } from './schema.js'

type Schemas = components['schemas']
/** A page of services with the impact of alerts on them, what is silenced, and the alerts that reach no service. */
export type Impact = operations['readImpact']['responses'][200]['content']['application/json']
/** The impact of alerts on one service, with the root causes. */
export type ServiceImpact = Schemas['ServiceImpact']
export type Cause = ServiceImpact['causes'][number]
/** The maintenance windows that hold (silence) alerts. */
export type HoldingWindows = Pick<ServiceImpact, 'windows' | 'windowsMore'>
/** The fields of an alert that answers about impact contain. */
export type NamedAlert = Schemas['NamedAlert']
/** The newest transitions of a service in a range of time, and how long it had each severity. */
export type ServiceHistory = operations['readServiceHistory']['responses'][200]['content']['application/json']

const PAGE_SIZE = 100
const CAUSES_PAGE = 50
/**
 * The number of transitions to read: the maximum page size of the API. More would be useless, because the drawing of a
 * history is only about this many pixels wide.
 */
const MAX_TRANSITIONS = 1_000

type ImpactRequest = NonNullable<operations['readImpact']['parameters']['query']>

/**
 * A query that reads a page of services with the impact of alerts on them, the most hurt first.
 *
 * @param q a part of the names of the services; `''` = all services
 */
export function impactQuery(q: string, page: number) {
  return queryOptions({
    ...buildImpactQuery({ ...(q !== '' && { q: [q] }), page, 'page-size': PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
}

/**
 * A query that reads the impact on the given services, and what is silenced. The answer leaves out services that do not
 * exist.
 */
export function impactOnQuery(services: readonly string[]) {
  return buildImpactQuery({ service: [...new Set(services)], 'page-size': Math.max(services.length, 1) })
}

/**
 * A query that reads the parts of an answer about impact that belong to no single service: what is silenced, and why
 * the oldest alerts that reach no service do not reach any.
 */
export const impactSummaryQuery = buildImpactQuery({ healthy: 'false', 'page-size': 1 })

/** A query for `GET /api/impact` with these parameters. */
function buildImpactQuery(request: ImpactRequest) {
  const queryKey = ['impact', request]
  return queryOptions({
    ...LIVE,
    queryKey,
    queryFn: async ({ signal, client }): Promise<Versioned<Impact>> => {
      const query = { ...request, newest: 'true' } as const
      return await revalidate(client.getQueryData(queryKey), (header) =>
        api.GET('/api/impact', { params: { query, header }, signal }),
      )
    },
    select: ({ body }) => body,
  })
}

/** A query that reads a page of the root causes of a service. */
export function rootCausesQuery(service: string, page: number) {
  const query = { service, newest: 'true', page, 'page-size': CAUSES_PAGE } as const
  const read = (signal: AbortSignal) => readBody(api.GET('/api/impact/causes', { params: { query }, signal }))
  return listQuery(['impact', 'causes', service, page], read)
}

/** A query that reads how the state of a service has changed in the last hours. */
export function serviceHistoryQuery(service: string, hours: number) {
  return liveQuery(['history', service, hours], (signal) => {
    const from = new Date(Date.now() - hours * 3_600_000).toISOString()
    const query = { service, from, 'page-size': MAX_TRANSITIONS }
    return readBody(api.GET('/api/impact/history', { params: { query }, signal }))
  })
}

/**
 * A query that reads the services that an alert reaches, the alerts that explain this alert, the alerts that this alert
 * explains, and the other alerts of its circle (rules.md#impact-of-an-alert).
 */
export function alertImpactQuery(id: string) {
  return liveQuery(['alert', id, 'impact'], (signal) =>
    readBody(api.GET('/api/alert/{id}/impact', { params: { path: { id } }, signal })),
  )
}

/** A query that reads why an alert does not hurt a service (rules.md#impact-of-an-alert-5). */
export function whyNotQuery(id: string, service: string) {
  return liveQuery(['alert', id, 'impact', service], async (signal) => {
    const params = { path: { id }, query: { service } }
    return (await readBody(api.GET('/api/alert/{id}/impact', { params, signal }))).why ?? null
  })
}

/** The maximum number of services to search for an unacknowledged one if the most hurt service is acknowledged. */
const MAX_SEARCHED_SERVICES = 50

/**
 * A query that reads the worst open severity of all services and of all alerts that reach no service; `null` = there is
 * none. Every page shows it in the title of the tab. So the query is sent again only after an event, and not whenever a
 * page opens.
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
    // The services are sorted by severity; of equally severe ones, those that are not acknowledged come first. So if
    // the first service is acknowledged, an unacknowledged one can only be less severe, and may be on a larger page.
    const searched =
      services[0]?.acknowledged && total > 1 ? (await readHurt(MAX_SEARCHED_SERVICES, signal)).services : services
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
