import type { ListFilter } from '../../list-columns.js'
import { type ListRequest, type PagedList, pageOf, readListQuery, withNames } from '../../page.js'
import type { Relation } from '../../relation/relation.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Lists stored relations. Default order: environment, resource, parent (rules.md#listing-relations).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, an unknown sort column, or an unknown value
 */
export async function listRelations(
  { store }: Dependencies,
  request: ListRequest<ListFilter<'relations'>>,
): Promise<PagedList<Relation>> {
  const query = readListQuery('relations', {
    ...request,
    filters: withNames(request.filters, ['environment', 'resource', 'parent']),
  })
  return pageOf(query, await store.relations.list(query))
}
