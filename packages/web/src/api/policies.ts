import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from './client.js'
import type { components } from './schema.js'

type Schemas = components['schemas']
/** A weight policy sets the weight of alerts. A relation policy sets the parent of the resources of alerts. */
export type PolicyKind = 'weight' | 'relation'
export type Policy = Schemas['WeightPolicy'] | Schemas['RelationPolicy']
/** A policy as the form sends it. The form does not validate it; the server does. */
export type SentPolicy = Omit<Schemas['NewWeightPolicy'] & Schemas['NewRelationPolicy'], 'parent'> & {
  readonly parent?: string
}

const PAGE_SIZE = 50

/** A query that reads a page of policies, in the order in which they are applied. */
export function policiesQuery(kind: PolicyKind, page: number) {
  return queryOptions({
    queryKey: ['policies', kind, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const sent = { params: { query: { page, 'page-size': PAGE_SIZE } }, signal }
      if (kind === 'relation') return await bodyOf(api.GET('/api/resource_relation_policy', sent))
      const { topologies, ...rest } = await bodyOf(api.GET('/api/service_topology_policy', sent))
      return { ...rest, policies: topologies }
    },
  })
}

export function policyQuery(kind: PolicyKind, id: string) {
  return queryOptions({
    queryKey: ['policy', kind, id],
    // Do not cache the answer: the form takes its initial values from the answer, and cached values could be outdated.
    gcTime: 0,
    queryFn: async ({ signal }): Promise<Policy> => {
      const sent = { params: { path: { id } }, signal }
      if (kind === 'relation') return (await bodyOf(api.GET('/api/resource_relation_policy/{id}', sent))).policy
      return (await bodyOf(api.GET('/api/service_topology_policy/{id}', sent))).topology
    },
  })
}

export async function createPolicy(kind: PolicyKind, policy: SentPolicy): Promise<void> {
  if (kind === 'weight') await api.POST('/api/service_topology_policy', { body: policy })
  else await api.POST('/api/resource_relation_policy', { body: policy as Schemas['NewRelationPolicy'] })
}

export async function changePolicy(kind: PolicyKind, id: string, changes: Partial<SentPolicy>): Promise<void> {
  const params = { path: { id } }
  if (kind === 'weight') await api.PUT('/api/service_topology_policy/{id}', { params, body: changes })
  else await api.PUT('/api/resource_relation_policy/{id}', { params, body: changes })
}

/**
 * Deletes policies. Each relation policy is deleted by its own request. So if a request fails, the policies of the
 * earlier requests stay deleted.
 */
export async function deletePolicies(kind: PolicyKind, ids: readonly string[]): Promise<void> {
  if (kind === 'weight') {
    await api.POST('/api/service_topology_policies/bulk/delete', { body: { policies: [...ids] } })
    return
  }
  for (const id of ids) await api.DELETE('/api/resource_relation_policy/{id}', { params: { path: { id } } })
}
