import type { ListFilter } from '../../list-columns.js'
import type { MaintenanceWindow } from '../../maintenance/maintenance-window.js'
import { type ListRequest, type PagedList, pageOf, readListQuery, withNames } from '../../page.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Lists maintenance windows, oldest first (rules.md#maintenance-windows).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, an unknown sort column, or an unknown value
 */
export async function listMaintenanceWindows(
  { store }: Dependencies,
  request: ListRequest<ListFilter<'maintenance'>>,
): Promise<PagedList<MaintenanceWindow>> {
  const filters = withNames(request.filters, ['name'])
  const query = readListQuery('maintenance', { ...request, filters })
  return pageOf(query, await store.maintenance.list(query))
}
