import { LIST_COLUMNS, type ListFilter } from '../../list-columns.js'
import { type ListRequest, type PagedList, pageOf, readListQuery, withNames } from '../../page.js'
import type { RelationPolicy, WeightPolicy } from '../../policy/policy.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Lists weight policies (rules.md#weight-policies).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, or an unknown sort column
 */
export async function listWeightPolicies(
  { store }: Dependencies,
  request: ListRequest<ListFilter<'weightPolicies'>>,
): Promise<PagedList<WeightPolicy>> {
  const filters = withNames(request.filters, ['name'])
  const query = readListQuery({ ...request, filters }, LIST_COLUMNS.weightPolicies.filters)
  return pageOf(query, await store.weightPolicies.list(query))
}

/**
 * Lists relation policies (rules.md#relation-policies).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, or an unknown sort column
 */
export async function listRelationPolicies(
  { store }: Dependencies,
  request: ListRequest<ListFilter<'relationPolicies'>>,
): Promise<PagedList<RelationPolicy>> {
  const filters = withNames(request.filters, ['name', 'parent'])
  const query = readListQuery({ ...request, filters }, LIST_COLUMNS.relationPolicies.filters)
  return pageOf(query, await store.relationPolicies.list(query))
}
