import type { CatalogService } from '../../catalog/catalog-service.js'
import { type ListRequest, type PagedList, pageOf, readListQuery, withNames } from '../../page.js'
import { CATALOG_COLUMNS, type CatalogColumn } from '../../port/catalog-store.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Lists the service catalog. Default order: service id (rules.md#catalog-entries).
 *
 * @throws OpsgraphError `invalid` for a bad page or column
 */
export async function listCatalogServices(
  { store }: Dependencies,
  request: ListRequest<CatalogColumn>,
): Promise<PagedList<CatalogService>> {
  const filters = withNames(request.filters, ['serviceId', 'name'])
  const query = readListQuery({ ...request, filters }, CATALOG_COLUMNS)
  return pageOf(query, await store.catalog.list(query))
}
