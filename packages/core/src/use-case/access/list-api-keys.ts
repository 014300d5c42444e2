import type { ApiKey } from '../../access/api-key.js'
import type { Caller } from '../../access/caller.js'
import { grants } from '../../access/scope.js'
import type { ListFilter } from '../../list-columns.js'
import { type ListRequest, type PagedList, pageOf, readListQuery } from '../../page.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Lists API keys: all keys if the caller has the scope `admin`, otherwise only the caller's own keys
 * (rules.md#api-keys).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, an unknown sort column, or an unknown value
 */
export async function listApiKeys(
  { store }: Dependencies,
  caller: Caller,
  request: ListRequest<ListFilter<'apiKeys'>>,
): Promise<PagedList<ApiKey>> {
  const query = readListQuery('apiKeys', request)
  const users = query.filters.user ?? [caller.user]
  const filters = grants(caller.scopes, 'admin')
    ? query.filters
    : { user: users.filter((user) => user === caller.user) }
  return pageOf(query, await store.apiKeys.list({ ...query, filters }))
}
