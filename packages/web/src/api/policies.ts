import { ApiError } from './api-error.js'
import { api, readBody } from './client.js'
import { formQuery, listQuery } from './queries.js'
import type { components, operations } from './schema.js'

type Schemas = components['schemas']
/**
 * An alert policy changes or drops alerts. A weight policy sets the weight of alerts. A relation policy sets the parent
 * of the resources of alerts.
 */
export type PolicyKind = 'alert' | 'weight' | 'relation'
export type AlertPolicy = Schemas['AlertPolicy']
export type AlertAction = Schemas['AlertAction']
/** An alert policy as the form sends it. The form does not validate it; the server does. */
export type SentAlertPolicy = Schemas['NewAlertPolicy']
export type AlertPolicyPreview = operations['previewAlertPolicy']['responses'][200]['content']['application/json']
export type PreviewedAlert = Schemas['PreviewedAlert']
export type WeightPolicy = Schemas['WeightPolicy']
export type RelationPolicy = Schemas['RelationPolicy']
export type Policy = AlertPolicy | WeightPolicy | RelationPolicy
/** The policies of each kind as the form sends them. The form does not validate them; the server does. */
export interface SentPolicies {
  readonly alert: SentAlertPolicy
  readonly weight: Schemas['NewWeightPolicy']
  readonly relation: Schemas['NewRelationPolicy']
}

const PAGE_SIZE = 50

/** A query that reads a page of policies, in the order in which they are applied. */
export function policiesQuery(kind: PolicyKind, page: number) {
  return listQuery(['policies', kind, page], async (signal) => {
    const sent = { params: { query: { page, 'page-size': PAGE_SIZE } }, signal }
    if (kind === 'alert') return await readBody(api.GET('/api/alert_policy', sent))
    if (kind === 'relation') return await readBody(api.GET('/api/resource_relation_policy', sent))
    const { topologies, ...rest } = await readBody(api.GET('/api/service_topology_policy', sent))
    return { ...rest, policies: topologies }
  })
}

export function policyQuery(kind: PolicyKind, id: string) {
  return formQuery(['policy', kind, id], async (signal): Promise<Policy> => {
    const sent = { params: { path: { id } }, signal }
    if (kind === 'alert') return (await readBody(api.GET('/api/alert_policy/{id}', sent))).policy
    if (kind === 'relation') return (await readBody(api.GET('/api/resource_relation_policy/{id}', sent))).policy
    return (await readBody(api.GET('/api/service_topology_policy/{id}', sent))).topology
  })
}

const PATHS = {
  alert: '/api/alert_policy',
  weight: '/api/service_topology_policy',
  relation: '/api/resource_relation_policy',
} as const satisfies Record<PolicyKind, string>
type Path = (typeof PATHS)[PolicyKind]

export async function createPolicy<Kind extends PolicyKind>(kind: Kind, policy: SentPolicies[Kind]): Promise<void> {
  await api.POST(PATHS[kind] as Path, { body: policy as never })
}

/** Changes a policy. Fields that are not sent keep their values. */
export async function changePolicy<Kind extends PolicyKind>(
  kind: Kind,
  id: string,
  changes: Partial<SentPolicies[Kind]>,
): Promise<void> {
  await api.PUT(`${PATHS[kind] as Path}/{id}`, { params: { path: { id } }, body: changes as never })
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
    try {
      await api.DELETE(`${PATHS[kind]}/{id}`, { params: { path: { id } } })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    }
  }
}

/**
 * An unsaved alert policy. `policyId` is the id of the stored policy that it would replace; `null` = it would be a new
 * policy.
 */
export interface UnsavedPolicy {
  readonly policy: SentAlertPolicy
  readonly policyId: string | null
}

/** Asks the server what an unsaved alert policy would do with stored deliveries and stored alerts. */
export async function previewAlertPolicy(body: UnsavedPolicy, signal: AbortSignal): Promise<AlertPolicyPreview> {
  return await readBody(api.POST('/api/alert_policy/preview', { body, signal }))
}
