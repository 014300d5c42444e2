import { type ListRequest, type PagedList, pageOf, readListQuery, withNames } from '../../page.js'
import type { RelationPolicy, WeightPolicy } from '../../policy/policy.js'
import {
  RELATION_POLICY_COLUMNS,
  type RelationPolicyColumn,
  WEIGHT_POLICY_COLUMNS,
  type WeightPolicyColumn,
} from '../../port/policy-store.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Lists weight policies (rules.md#weight-policies).
 *
 * @throws OpsgraphError `invalid` for a bad page or column
 */
export async function listWeightPolicies(
  { store }: Dependencies,
  request: ListRequest<WeightPolicyColumn>,
): Promise<PagedList<WeightPolicy>> {
  const filters = withNames(request.filters, ['name'])
  const query = readListQuery({ ...request, filters }, WEIGHT_POLICY_COLUMNS)
  return pageOf(query, await store.weightPolicies.list(query))
}

/**
 * Lists relation policies (rules.md#relation-policies).
 *
 * @throws OpsgraphError `invalid` for a bad page or column
 */
export async function listRelationPolicies(
  { store }: Dependencies,
  request: ListRequest<RelationPolicyColumn>,
): Promise<PagedList<RelationPolicy>> {
  const filters = withNames(request.filters, ['name', 'parent'])
  const query = readListQuery({ ...request, filters }, RELATION_POLICY_COLUMNS)
  return pageOf(query, await store.relationPolicies.list(query))
}
