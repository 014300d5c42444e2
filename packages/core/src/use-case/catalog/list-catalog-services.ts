import type { CatalogService } from '../../catalog/catalog-service.js'
import type { ListFilter } from '../../list-columns.js'
import { type ListRequest, type PagedList, pageOf, readListQuery, withNames } from '../../page.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Lists the entries of the service catalog. Default order: service id (rules.md#catalog-entries).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, an unknown sort column, or an unknown value
 */
export async function listCatalogServices(
  { store }: Dependencies,
  request: ListRequest<ListFilter<'catalog'>>,
): Promise<PagedList<CatalogService>> {
  const filters = withNames(request.filters, ['serviceId', 'name'])
  const query = readListQuery('catalog', { ...request, filters })
  return pageOf(query, await store.catalog.list(query))
}
