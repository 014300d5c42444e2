import type { Alert } from '../../alert/alert.js'
import { ACTIVE_STATUSES } from '../../alert/alert-status.js'
import { readAlertFilters } from '../../alert/read-alert-filters.js'
import { showAlert } from '../../alert/shown-alert.js'
import type { ListFilter } from '../../list-columns.js'
import { type ListRequest, type PagedList, pageOf, readListQuery } from '../../page.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Lists alerts, oldest first (rules.md#reading-and-changing-alerts).
 *
 * @throws OpsgraphError `invalid` for an invalid page, page size or time, an unknown sort column, or an unknown value
 */
export async function listAlerts(
  { store }: Dependencies,
  request: ListRequest<ListFilter<'alerts'>>,
): Promise<PagedList<Alert>> {
  const query = readListQuery('alerts', { ...request, filters: readAlertFilters(request.filters) })
  const page = await store.alerts.list(query)
  return pageOf(query, { ...page, items: page.items.map(showAlert) })
}

/**
 * Lists the alerts of a service, by default only the active alerts (rules.md#reading-and-changing-alerts).
 *
 * @throws OpsgraphError `invalid` for an invalid page, page size or time, an unknown sort column, or an unknown value
 */
export async function listAlertsByService(
  dependencies: Dependencies,
  service: string,
  request: ListRequest<ListFilter<'alerts'>>,
): Promise<PagedList<Alert>> {
  const filters = { ...request.filters, status: request.filters?.status ?? ACTIVE_STATUSES, service: [service] }
  return await listAlerts(dependencies, { ...request, filters })
}
