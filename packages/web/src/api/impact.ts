import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, readBody } from './client.js'
import { LIVE, listQuery, liveQuery, revalidate, type Versioned } from './queries.js'
import type { components, operations } from './schema.js'

type Schemas = components['schemas']
/** A page of services, with the impact of alerts on them, and what is silenced. */
export type Impact = operations['readImpact']['responses'][200]['content']['application/json']
/** The impact of alerts on one service, with the root causes. */
export type ServiceImpact = Schemas['ServiceImpact']
export type Cause = ServiceImpact['causes'][number]
/** The maintenance windows that hold alerts. */
export type HoldingWindows = Pick<ServiceImpact, 'windows' | 'windowsMore'>
/** The fields of an alert that answers about impact contain. */
export type NamedAlert = Schemas['NamedAlert']
/** The newest transitions of a service in a range of time, and how long it had each severity. */
export type ServiceHistory = operations['readServiceHistory']['responses'][200]['content']['application/json']

const PAGE_SIZE = 100
const CAUSES_PAGE = 50
/** The maximum page size of the API. Enough to draw a history: its picture has about as many pixels. */
const TRANSITIONS = 1_000

type ImpactRequest = NonNullable<operations['readImpact']['parameters']['query']>

/**
 * A query that reads a page of the services, the most hurt first.
 *
 * @param q a part of the names of the services; `''` = all services
 */
export function impactQuery(q: string, page: number) {
  return queryOptions({
    ...readImpact({ ...(q !== '' && { q: [q] }), page, 'page-size': PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
}

/** A query that reads the impact on some services, and what is silenced. Services that do not exist are missing. */
export function impactOnQuery(services: readonly string[]) {
  return readImpact({ service: [...new Set(services)], 'page-size': Math.max(services.length, 1) })
}

/**
 * A query that reads what the answer says beside the services: what is silenced, and why the oldest of the alerts that
 * reach no service reach none.
 */
export const impactSummaryQuery = readImpact({ healthy: 'false', 'page-size': 1 })

/** A query that reads a page of services. */
function readImpact(request: ImpactRequest) {
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
    const query = { service, from, 'page-size': TRANSITIONS }
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
