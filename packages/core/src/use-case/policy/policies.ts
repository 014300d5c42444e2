import type { Caller } from '../../access/caller.js'
import {
  ALERT_POLICY,
  type AlertPolicy,
  type AlertPolicyInput,
  type AlertPolicyPatch,
  type SentAlertPolicy,
} from '../../alert-policy/alert-policy.js'
import { withPolicyPreset } from '../../alert-policy/policy-preset.js'
import type { ListFilter } from '../../list-columns.js'
import { invalid } from '../../opsgraph-error.js'
import { type ListRequest, normalizeNames, type PagedList, pageOf, readListQuery } from '../../page.js'
import {
  POLICY_STATUS_CHANGE,
  POLICY_STATUS_CHANGES,
  type PolicyStatus,
  RELATION_POLICY,
  type RelationPolicy,
  type RelationPolicyInput,
  type RelationPolicyPatch,
  WEIGHT_POLICY,
  type WeightPolicy,
  type WeightPolicyInput,
  type WeightPolicyPatch,
} from '../../policy/policy.js'
import type { StoreTransaction } from '../../port/store.js'
import { type IdList, readIds } from '../../read-ids.js'
import { readBody } from '../../schema/read-body.js'
import { laterTimestamp, timestamp } from '../../timestamp.js'
import { createAuditEntries } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import {
  ALERT_POLICY_KIND,
  PolicyWriter,
  RELATION_POLICY_KIND,
  requirePolicy,
  WEIGHT_POLICY_KIND,
} from './policy-writer.js'

/**
 * Lists weight policies (rules.md#weight-policies).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, an unknown sort column, or an unknown value
 */
export async function listWeightPolicies(
  { store }: Dependencies,
  request: ListRequest<ListFilter<'weightPolicies'>>,
): Promise<PagedList<WeightPolicy>> {
  const filters = normalizeNames(request.filters, ['name'])
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
  const filters = normalizeNames(request.filters, ['name', 'parent'])
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
  const filters = normalizeNames(request.filters, ['name'])
  const query = readListQuery('alertPolicies', { ...request, filters })
  return pageOf(query, await store.alertPolicies.list(query))
}

/**
 * Reads one weight policy (rules.md#weight-policies).
 *
 * @throws OpsgraphError `notFound`
 */
export async function readWeightPolicyById({ store }: Dependencies, id: string): Promise<WeightPolicy> {
  return await requirePolicy(store.weightPolicies, id)
}

/**
 * Reads one relation policy (rules.md#relation-policies).
 *
 * @throws OpsgraphError `notFound`
 */
export async function readRelationPolicyById({ store }: Dependencies, id: string): Promise<RelationPolicy> {
  return await requirePolicy(store.relationPolicies, id)
}

/**
 * Reads one alert policy (rules.md#alert-policies).
 *
 * @throws OpsgraphError `notFound`
 */
export async function readAlertPolicyById({ store }: Dependencies, id: string): Promise<AlertPolicy> {
  return await requirePolicy(store.alertPolicies, id)
}

/**
 * Creates a weight policy, which sets the weight of matching alerts (rules.md#weight-policies).
 *
 * @throws OpsgraphError `invalid` with all faults, if the topology of the policy does not exist, or if there are
 *   `LIMITS.policies` weight policies
 */
export async function createWeightPolicy(
  dependencies: Dependencies,
  caller: Caller,
  policy: WeightPolicyInput,
): Promise<WeightPolicy> {
  const sent = WEIGHT_POLICY.readNew(policy)
  const writer = new PolicyWriter(dependencies, caller, WEIGHT_POLICY_KIND)
  return await dependencies.store.transaction(async (parts) => {
    await lockNamedPolicies(parts, ['topologies', 'topology'], sent.topologyId)
    return await writer.create(parts, (identity) => ({ ...sent, ...identity }))
  })
}

/**
 * Creates a relation policy, which gives the resource of matching alerts a parent (rules.md#relation-policies).
 *
 * @throws OpsgraphError `invalid` with all faults, or if there are `LIMITS.policies` relation policies
 */
export async function createRelationPolicy(
  dependencies: Dependencies,
  caller: Caller,
  policy: RelationPolicyInput,
): Promise<RelationPolicy> {
  const sent = RELATION_POLICY.readNew(policy)
  const writer = new PolicyWriter(dependencies, caller, RELATION_POLICY_KIND)
  return await dependencies.store.transaction((parts) => writer.create(parts, (identity) => ({ ...sent, ...identity })))
}

/**
 * Creates an alert policy, which changes or drops arriving alerts (rules.md#alert-policies).
 *
 * @throws OpsgraphError `invalid` with all faults, if the webhook of the policy does not exist, or if there are
 *   `LIMITS.policies` alert policies
 */
export async function createAlertPolicy(
  dependencies: Dependencies,
  caller: Caller,
  policy: AlertPolicyInput,
): Promise<AlertPolicy> {
  return await addAlertPolicy(dependencies, caller, ALERT_POLICY.readNew(policy))
}

/**
 * Creates an alert policy from a preset (rules.md#alert-policies-9).
 *
 * @param policy fields that replace fields of the preset
 * @throws OpsgraphError `invalid` if the preset is unknown, with all faults, or if the webhook does not exist
 */
export async function createAlertPolicyFromPreset(
  dependencies: Dependencies,
  caller: Caller,
  preset: string,
  policy: AlertPolicyPatch,
): Promise<AlertPolicy> {
  return await addAlertPolicy(dependencies, caller, ALERT_POLICY.readNew(withPolicyPreset(preset, policy)))
}

async function addAlertPolicy(dependencies: Dependencies, caller: Caller, sent: SentAlertPolicy): Promise<AlertPolicy> {
  const writer = new PolicyWriter(dependencies, caller, ALERT_POLICY_KIND)
  return await dependencies.store.transaction(async (parts) => {
    await lockNamedPolicies(parts, ['webhooks', 'webhook'], sent.webhookId)
    return await writer.create(parts, (identity) => ({ ...sent, ...identity, updateTime: identity.createTime }))
  })
}

export interface PolicyUpdate<Patch> {
  readonly id: string
  readonly body: Patch
}

/**
 * Changes a weight policy. Fields that are left out stay unchanged (rules.md#weight-policies).
 *
 * @throws OpsgraphError `notFound`; `invalid` with all faults, or if the topology of the policy does not exist
 */
export async function updateWeightPolicy(
  dependencies: Dependencies,
  caller: Caller,
  { id, body }: PolicyUpdate<WeightPolicyPatch>,
): Promise<WeightPolicy> {
  const writer = new PolicyWriter(dependencies, caller, WEIGHT_POLICY_KIND)
  return await dependencies.store.transaction(async (parts) => {
    await requirePolicy(parts.weightPolicies, id)
    const changes = WEIGHT_POLICY.readChanges(body)
    await lockNamedPolicies(parts, ['topologies', 'topology'], changes.topologyId ?? null)
    return await writer.update(parts, id, (before) => ({ ...before, ...changes }))
  })
}

/**
 * Changes a relation policy. Fields that are left out stay unchanged (rules.md#relation-policies).
 *
 * @throws OpsgraphError `notFound`; `invalid` with all faults
 */
export async function updateRelationPolicy(
  dependencies: Dependencies,
  caller: Caller,
  { id, body }: PolicyUpdate<RelationPolicyPatch>,
): Promise<RelationPolicy> {
  const writer = new PolicyWriter(dependencies, caller, RELATION_POLICY_KIND)
  return await dependencies.store.transaction((parts) =>
    writer.update(parts, id, (before) => ({ ...before, ...RELATION_POLICY.readChanges(body) })),
  )
}

/**
 * Changes an alert policy. Fields that are left out stay unchanged (rules.md#alert-policies).
 *
 * @throws OpsgraphError `notFound`; `invalid` with all faults, or if the webhook of the policy does not exist
 */
export async function updateAlertPolicy(
  dependencies: Dependencies,
  caller: Caller,
  { id, body }: PolicyUpdate<AlertPolicyPatch>,
): Promise<AlertPolicy> {
  const { store, clock } = dependencies
  const writer = new PolicyWriter(dependencies, caller, ALERT_POLICY_KIND)
  return await store.transaction(async (parts) => {
    await requirePolicy(parts.alertPolicies, id)
    const changes = ALERT_POLICY.readChanges(body)
    await lockNamedPolicies(parts, ['webhooks', 'webhook'], changes.webhookId ?? null)
    const now = timestamp(clock())
    return await writer.update(parts, id, (before) => ({
      ...before,
      ...changes,
      updateTime: laterTimestamp(before.updateTime, now),
    }))
  })
}

export interface PolicyStatusChange {
  readonly policies: IdList
  readonly status: PolicyStatus
}

/**
 * Changes the status of several weight policies. Unknown ids are ignored (rules.md#weight-policies).
 *
 * @returns the number of policies that were found
 * @throws OpsgraphError `invalid` if there is no valid id or no valid status
 */
export async function setWeightPolicyStatus(
  dependencies: Dependencies,
  caller: Caller,
  change: PolicyStatusChange,
): Promise<number> {
  const { policies: ids, status } = readBody(POLICY_STATUS_CHANGES, change)
  const entries = createAuditEntries(dependencies, caller, WEIGHT_POLICY_KIND)
  return await dependencies.store.transaction(async (parts) => {
    await parts.lock('policies')
    const policies = await parts.weightPolicies.find(ids)
    if (policies.length > 0) await parts.weightPolicies.save(policies.map((policy) => ({ ...policy, status })))
    await parts.audit.append(...policies.flatMap((policy) => entries.updated(policy, { ...policy, status })))
    return policies.length
  })
}

/**
 * Activates or deactivates an alert policy (rules.md#alert-policies).
 *
 * @throws OpsgraphError `notFound`; `invalid` for an unknown status
 */
export async function setAlertPolicyStatus(
  dependencies: Dependencies,
  caller: Caller,
  { id, body }: PolicyUpdate<Pick<AlertPolicy, 'status'>>,
): Promise<AlertPolicy> {
  await requirePolicy(dependencies.store.alertPolicies, id)
  return await updateAlertPolicy(dependencies, caller, { id, body: readBody(POLICY_STATUS_CHANGE, body) })
}

/**
 * Deletes a weight policy. Alerts keep the weights that the policy has set (rules.md#weight-policies).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteWeightPolicy(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  const writer = new PolicyWriter(dependencies, caller, WEIGHT_POLICY_KIND)
  await dependencies.store.transaction((parts) => writer.delete(parts, id))
}

/**
 * Deletes a relation policy. The relations that it has created remain (rules.md#relation-policies).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteRelationPolicy(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  const writer = new PolicyWriter(dependencies, caller, RELATION_POLICY_KIND)
  await dependencies.store.transaction((parts) => writer.delete(parts, id))
}

/**
 * Deletes an alert policy. The alerts that it has changed do not change back (rules.md#alert-policies).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteAlertPolicy(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  const writer = new PolicyWriter(dependencies, caller, ALERT_POLICY_KIND)
  await dependencies.store.transaction((parts) => writer.delete(parts, id))
}

/**
 * Deletes several weight policies. Unknown ids are ignored (rules.md#weight-policies).
 *
 * @returns the number of deleted policies
 * @throws OpsgraphError `invalid` if there is no valid id
 */
export async function deleteWeightPolicies({ store }: Dependencies, policies: IdList): Promise<number> {
  const ids = readIds(policies, 'policies')
  return await store.transaction(async (parts) => {
    await parts.lock('policies')
    return await parts.weightPolicies.delete(ids)
  })
}

/**
 * Locks the object that a policy names, so that it cannot be deleted before the transaction ends. Must be called before
 * the lock `policies` is taken, to avoid deadlocks.
 *
 * @param id `null` = the policy names no such object, so that nothing is locked
 * @throws OpsgraphError `invalid` if the object does not exist (rules.md#weight-policies-5; rules.md#alert-policies)
 */
async function lockNamedPolicies(
  parts: StoreTransaction,
  [area, noun]: ['topologies', 'topology'] | ['webhooks', 'webhook'],
  id: string | null,
): Promise<void> {
  if (id === null) return
  await parts.lock(area)
  if ((await parts[area].read(id)) === undefined) throw invalid(`${noun}Id: there is no ${noun} ${id}`)
}
