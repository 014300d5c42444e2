import type { Caller } from '../../access/caller.js'
import type { Alert } from '../../alert/alert.js'
import { ACTIVE_STATUSES } from '../../alert/alert-status.js'
import { readAlertFilters } from '../../alert/read-alert-filters.js'
import type { ImpactFilters } from '../../alert/read-alert-selection.js'
import { showAlert } from '../../alert/shown-alert.js'
import type { ListFilter } from '../../list-columns.js'
import { type ListRequest, type PagedList, pageOf, readListQuery } from '../../page.js'
import type { Dependencies } from '../dependencies.js'
import { withCounted } from '../impact/counted-alerts.js'

export interface AlertsRequest extends ListRequest<ListFilter<'alerts'>>, ImpactFilters {}

/**
 * Lists alerts, oldest first (rules.md#reading-and-changing-alerts).
 *
 * @throws OpsgraphError `invalid` for an invalid page, page size or time, an unknown sort column, or an unknown value;
 *   `forbidden` if `hurts` or `unreached` is given and the caller lacks a scope
 */
export async function listAlerts(
  dependencies: Dependencies,
  caller: Caller,
  { hurts, unreached, ...request }: AlertsRequest,
): Promise<PagedList<Alert>> {
  const read = readAlertFilters(request.filters)
  const query = readListQuery('alerts', { ...request, filters: read })
  const filters = await withCounted(dependencies, caller, { hurts, unreached, filters: read })
  const page = await dependencies.store.alerts.list({ ...query, filters })
  return pageOf(query, { ...page, items: page.items.map(showAlert) })
}

/**
 * Lists the alerts of a service, by default only the active alerts (rules.md#reading-and-changing-alerts).
 *
 * @throws OpsgraphError `invalid` for an invalid page, page size or time, an unknown sort column, or an unknown value
 */
export async function listAlertsByService(
  dependencies: Dependencies,
  caller: Caller,
  service: string,
  request: ListRequest<ListFilter<'alerts'>>,
): Promise<PagedList<Alert>> {
  const filters = { ...request.filters, status: request.filters?.status ?? ACTIVE_STATUSES, service: [service] }
  return await listAlerts(dependencies, caller, { ...request, filters })
}
