import type { AlertPolicy } from '../../alert-policy/alert-policy.js'
import { LIST_COLUMNS, type ListFilter } from '../../list-columns.js'
import { type ListRequest, type PagedList, pageOf, readListQuery, withNames } from '../../page.js'
import type { Policy, RelationPolicy, WeightPolicy } from '../../policy/policy.js'
import type { PolicyStore } from '../../port/policy-store.js'
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
  return await listPolicies(store.weightPolicies, request, {
    columns: LIST_COLUMNS.weightPolicies.sorts,
    names: ['name'],
  })
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
  return await listPolicies(store.relationPolicies, request, {
    columns: LIST_COLUMNS.relationPolicies.sorts,
    names: ['name', 'parent'],
  })
}

/**
 * Lists alert policies (rules.md#alert-policies).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, or an unknown sort column
 */
export async function listAlertPolicies(
  { store }: Dependencies,
  request: ListRequest<ListFilter<'alertPolicies'>>,
): Promise<PagedList<AlertPolicy>> {
  return await listPolicies(store.alertPolicies, request, {
    columns: LIST_COLUMNS.alertPolicies.sorts,
    names: ['name'],
  })
}

/** @param names the columns that contain names. The filter values of these columns are trimmed */
async function listPolicies<Kind extends Policy, Column extends string>(
  policies: PolicyStore<Kind, Column>,
  request: ListRequest<Column>,
  { columns, names }: { readonly columns: readonly Column[]; readonly names: readonly NoInfer<Column>[] },
): Promise<PagedList<Kind>> {
  const query = readListQuery({ ...request, filters: withNames(request.filters, names) }, columns)
  return pageOf(query, await policies.list(query))
}
