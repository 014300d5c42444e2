import type { AlertPolicy } from './alert-policies.js'
import { ApiError } from './api-error.js'
import { api, bodyOf } from './client.js'
import { formQuery, listQuery } from './queries.js'
import type { components } from './schema.js'

type Schemas = components['schemas']
/**
 * An alert policy changes or drops alerts. A weight policy sets the weight of alerts. A relation policy sets the parent
 * of the resources of alerts.
 */
export type PolicyKind = 'alert' | 'weight' | 'relation'
export type WeightPolicy = Schemas['WeightPolicy']
export type RelationPolicy = Schemas['RelationPolicy']
export type Policy = AlertPolicy | WeightPolicy | RelationPolicy
/** A weight policy or a relation policy as the form sends it. The form does not validate it; the server does. */
export type SentPolicy = Omit<Schemas['NewWeightPolicy'] & Schemas['NewRelationPolicy'], 'parent'> & {
  readonly parent?: string
}

const PAGE_SIZE = 50

/** A query that reads a page of policies, in the order in which they are applied. */
export function policiesQuery(kind: PolicyKind, page: number) {
  return listQuery(['policies', kind, page], async (signal) => {
    const sent = { params: { query: { page, 'page-size': PAGE_SIZE } }, signal }
    if (kind === 'alert') return await bodyOf(api.GET('/api/alert_policy', sent))
    if (kind === 'relation') return await bodyOf(api.GET('/api/resource_relation_policy', sent))
    const { topologies, ...rest } = await bodyOf(api.GET('/api/service_topology_policy', sent))
    return { ...rest, policies: topologies }
  })
}

export function policyQuery(kind: PolicyKind, id: string) {
  return formQuery(['policy', kind, id], async (signal): Promise<Policy> => {
    const sent = { params: { path: { id } }, signal }
    if (kind === 'alert') return (await bodyOf(api.GET('/api/alert_policy/{id}', sent))).policy
    if (kind === 'relation') return (await bodyOf(api.GET('/api/resource_relation_policy/{id}', sent))).policy
    return (await bodyOf(api.GET('/api/service_topology_policy/{id}', sent))).topology
  })
}

/** The kinds of policies that one form edits. Alert policies have their own form. */
export type SimplePolicyKind = Exclude<PolicyKind, 'alert'>

export async function createPolicy(kind: SimplePolicyKind, policy: SentPolicy): Promise<void> {
  if (kind === 'weight') await api.POST('/api/service_topology_policy', { body: policy })
  else await api.POST('/api/resource_relation_policy', { body: policy as Schemas['NewRelationPolicy'] })
}

export async function changePolicy(kind: SimplePolicyKind, id: string, body: Partial<SentPolicy>): Promise<void> {
  const params = { path: { id } }
  if (kind === 'weight') await api.PUT('/api/service_topology_policy/{id}', { params, body })
  else await api.PUT('/api/resource_relation_policy/{id}', { params, body })
}

export async function setPolicyStatus(kind: PolicyKind, id: string, status: Policy['status']): Promise<void> {
  const sent = { params: { path: { id } }, body: { status } }
  if (kind === 'alert') await api.PUT('/api/alert_policy/{id}', sent)
  else if (kind === 'weight') await api.PUT('/api/service_topology_policy/{id}', sent)
  else await api.PUT('/api/resource_relation_policy/{id}', sent)
}

/**
 * Deletes policies. Policies that somebody else has already deleted are ignored. Each alert policy and each relation
 * policy is deleted by its own request. So if a request fails, the policies of the earlier requests stay deleted.
 */
export async function deletePolicies(kind: PolicyKind, ids: readonly string[]): Promise<void> {
  if (kind === 'weight') {
    await api.POST('/api/service_topology_policies/bulk/delete', { body: { policies: [...ids] } })
    return
  }
  for (const id of ids) {
    const path = kind === 'alert' ? '/api/alert_policy/{id}' : '/api/resource_relation_policy/{id}'
    try {
      await api.DELETE(path, { params: { path: { id } } })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    }
  }
}
