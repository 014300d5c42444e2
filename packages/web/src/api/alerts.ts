import type { AlertStatus } from '@opsgraph/core'
import { ACTIVE_STATUSES } from '@opsgraph/core/pure'
import { queryOptions } from '@tanstack/react-query'
import { api, readBody } from './client.js'
import { formQuery, listQuery, liveQuery } from './queries.js'
import type { components, operations } from './schema.js'
import type { Alert } from './schemas.js'

const PAGE_SIZE = 50

type ListQuery = NonNullable<operations['listAlerts']['parameters']['query']>
export type AlertSort = NonNullable<ListQuery['sort-by']>
/** The filters of a list of alerts (rules.md#alert-filters). A missing filter excludes no alert. */
export type AlertFilters = NonNullable<components['schemas']['AlertStatusChanges']['filters']>

interface StatusChange {
  readonly status: AlertStatus
  readonly text: string
  /**
   * Seconds after which the server sets the status back to `open`; `undefined` = never. Only for `ack` and `shelved`.
   */
  readonly timeout: number | undefined
  /** The person who gets the alerts; `undefined` = the user. Only for `assign`. */
  readonly assignee: string | undefined
  /** Whether the alerts that the changed alerts explain get the status too. */
  readonly withExplained: boolean
}

export function alertQuery(id: string) {
  return liveQuery(['alert', id], async (signal) => {
    return (await readBody(api.GET('/api/alert/{id}', { params: { path: { id } }, signal }))).alert
  })
}

/**
 * A query that reads a page of the alerts that match the filters. The result also contains the filters: while the next
 * page is loading, the console still shows the previous result and needs its filters.
 */
export function alertsQuery(filters: AlertFilters, sort: AlertSort, page: number) {
  const query = { ...(filters as ListQuery), page, 'page-size': PAGE_SIZE, 'sort-by': sort }
  const read = async (signal: AbortSignal) => {
    return { ...(await readBody(api.GET('/api/alerts', { params: { query }, signal }))), filters }
  }
  return listQuery(['alert-list', filters, sort, page], read)
}

/** Reads all alerts that match the filters, as a CSV file. */
export async function readAlertsCsv(filters: AlertFilters): Promise<Blob> {
  const query = { ...(filters as ListQuery), format: 'csv' } as const
  return await readBody(api.GET('/api/alerts', { params: { query }, parseAs: 'blob' }))
}

/** Reads the ids of all alerts that match the filters now. Changes nothing. */
export async function readMatchingIds(filters: AlertFilters): Promise<readonly string[]> {
  // The status does not matter: a dry run selects the same alerts for every status.
  const body = { filters, status: 'ack' as const }
  return (await readBody(api.PUT('/api/alerts/status', { params: { query: { dryRun: '1' } }, body }))).ids
}

/**
 * A query that counts the alerts that the given alerts explain. A change of the given alerts with `withExplained` would
 * change these alerts too.
 */
export function explainedCountQuery(ids: readonly string[]) {
  return formQuery(['explained-count', ids], async (signal) => {
    const body = { ids: [...ids], status: 'ack' as const, withExplained: true }
    const params = { query: { dryRun: '1' as const } }
    return (await readBody(api.PUT('/api/alerts/status', { params, body, signal }))).count - ids.length
  })
}

/** A completed change of statuses, with the data that an undo needs. */
export interface ChangedStatuses {
  readonly count: number
  readonly status: AlertStatus
  readonly assignee: string | null
  readonly before: components['schemas']['UndoneAlertStatuses']['before']
}

/**
 * Changes the status of the given alerts, and with `withExplained` also of the alerts that they explain. The server
 * changes all of them or none.
 */
export async function changeStatuses(
  ids: readonly string[],
  { timeout, assignee, ...change }: StatusChange,
): Promise<ChangedStatuses> {
  const only = { ...(timeout !== undefined && { timeout }), ...(assignee !== undefined && { assignee }) }
  const changed = await readBody(api.PUT('/api/alerts/status', { body: { ids: [...ids], ...change, ...only } }))
  return { ...changed, status: change.status }
}

/**
 * Restores the status that alerts had before a change. An alert whose status was changed again since then keeps its new
 * status.
 *
 * @returns the number of restored alerts
 */
export async function undoStatuses({ before, status, assignee }: ChangedStatuses): Promise<number> {
  const body = { before, status, assignee, text: 'change undone' }
  return (await readBody(api.PUT('/api/alerts/status/undo', { body }))).count
}

/** Adds a note to the history of an alert. */
export async function addNote(id: string, text: string): Promise<Alert> {
  return (await readBody(api.POST('/api/alert/{id}/note', { params: { path: { id } }, body: { text } }))).alert
}

/** The maximum number of alerts to read. If more are active, only the most recently received ones are read. */
const MAX_CURRENT_ALERTS = 5_000
const CURRENT_ALERTS_PAGE = 1_000

interface CurrentAlerts {
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
      for (let page = 1; page <= MAX_CURRENT_ALERTS / CURRENT_ALERTS_PAGE; page++) {
        const answer = await readCurrentAlerts(service, page, signal)
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

async function readCurrentAlerts(service: string | undefined, page: number, signal: AbortSignal) {
  const status = [...ACTIVE_STATUSES]
  const query = { status, page, 'page-size': CURRENT_ALERTS_PAGE, 'sort-by': '-lastReceiveTime' as const }
  if (service === undefined) return await readBody(api.GET('/api/alerts', { params: { query }, signal }))
  const path = { service }
  return await readBody(api.GET('/api/alerts/by_service/{service}', { params: { path, query }, signal }))
}
