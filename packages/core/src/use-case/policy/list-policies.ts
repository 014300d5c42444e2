import type { AlertPolicy } from '../../alert-policy/alert-policy.js'
import type { ListFilter } from '../../list-columns.js'
import { type ListRequest, type PagedList, pageOf, readListQuery, withNames } from '../../page.js'
import type { RelationPolicy, WeightPolicy } from '../../policy/policy.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Lists weight policies (rules.md#weight-policies).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, an unknown sort column, or an unknown value
 */
export async function listWeightPolicies(
  { store }: Dependencies,
  request: ListRequest<ListFilter<'weightPolicies'>>,
): Promise<PagedList<WeightPolicy>> {
  const filters = withNames(request.filters, ['name'])
  const query = readListQuery('weightPolicies', { ...request, filters })
  return pageOf(query, await store.weightPolicies.list(query))
}

/**
 * Lists relation policies (rules.md#relation-policies).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, an unknown sort column, or an unknown value
 */
export async function listRelationPolicies(
  { store }: Dependencies,
  request: ListRequest<ListFilter<'relationPolicies'>>,
): Promise<PagedList<RelationPolicy>> {
  const filters = withNames(request.filters, ['name', 'parent'])
  const query = readListQuery('relationPolicies', { ...request, filters })
  return pageOf(query, await store.relationPolicies.list(query))
}

/**
 * Lists alert policies (rules.md#alert-policies).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, an unknown sort column, or an unknown value
 */
export async function listAlertPolicies(
  { store }: Dependencies,
  request: ListRequest<ListFilter<'alertPolicies'>>,
): Promise<PagedList<AlertPolicy>> {
  const filters = withNames(request.filters, ['name'])
  const query = readListQuery('alertPolicies', { ...request, filters })
  return pageOf(query, await store.alertPolicies.list(query))
}
