import type { Caller } from '../../access/caller.js'
import { BodyReader } from '../../body-reader.js'
import { invalid } from '../../opsgraph-error.js'
import { POLICY_STATUSES, type PolicyStatus, type RelationPolicy, type WeightPolicy } from '../../policy/policy.js'
import {
  type RelationPolicyPatch,
  readRelationPolicy,
  readWeightPolicy,
  type WeightPolicyPatch,
} from '../../policy/read-policy.js'
import { type IdList, readIds } from '../../read-ids.js'
import type { Dependencies } from '../dependencies.js'
import { lockTopology } from './lock-topology.js'
import { PolicyEntries, RELATION_POLICY, WEIGHT_POLICY } from './policy-entries.js'
import { knownPolicy } from './read-policy-by-id.js'

export interface PolicyUpdate<Patch> {
  readonly id: string
  readonly body: Patch
}

export interface PolicyStatusChange {
  readonly policies: IdList
  readonly status: PolicyStatus
}

/**
 * Changes a weight policy. Fields that are left out stay unchanged (rules.md#weight-policies).
 *
 * @throws OpsgraphError `notFound`; `invalid`, naming the field, or if its topology does not exist
 */
export async function updateWeightPolicy(
  dependencies: Dependencies,
  caller: Caller,
  change: PolicyUpdate<WeightPolicyPatch>,
): Promise<WeightPolicy> {
  const { id, body } = change
  return await dependencies.store.transaction(async (parts) => {
    await knownPolicy(parts.weightPolicies, id)
    await lockTopology(parts, new BodyReader(body).reference('topologyId') ?? null)
    await parts.lock('policies')
    // Read again: another client may have changed the policy before the lock was granted.
    const before = await knownPolicy(parts.weightPolicies, id)
    const policy = readWeightPolicy(before, body)
    await parts.weightPolicies.save([policy])
    await parts.audit.append(...new PolicyEntries(dependencies, caller, WEIGHT_POLICY).updated(before, policy))
    return policy
  })
}

/**
 * Changes a relation policy. Fields that are left out stay unchanged (rules.md#relation-policies).
 *
 * @throws OpsgraphError `notFound`; `invalid`, naming the field
 */
export async function updateRelationPolicy(
  dependencies: Dependencies,
  caller: Caller,
  change: PolicyUpdate<RelationPolicyPatch>,
): Promise<RelationPolicy> {
  const { id, body } = change
  return await dependencies.store.transaction(async (parts) => {
    await parts.lock('policies')
    const before = await knownPolicy(parts.relationPolicies, id)
    const policy = readRelationPolicy(before, body)
    await parts.relationPolicies.save([policy])
    await parts.audit.append(...new PolicyEntries(dependencies, caller, RELATION_POLICY).updated(before, policy))
    return policy
  })
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
  const reader = new BodyReader(change)
  reader.refuseOthers(['policies', 'status'])
  const ids = readIds(reader.value('policies'), 'policies')
  const status = reader.choice('status', POLICY_STATUSES)
  if (status === undefined) throw invalid(`status must be one of ${POLICY_STATUSES.join(', ')}`)
  const entries = new PolicyEntries(dependencies, caller, WEIGHT_POLICY)
  return await dependencies.store.transaction(async (parts) => {
    await parts.lock('policies')
    const policies = await parts.weightPolicies.find(ids)
    if (policies.length > 0) await parts.weightPolicies.save(policies.map((policy) => ({ ...policy, status })))
    await parts.audit.append(...policies.flatMap((policy) => entries.updated(policy, { ...policy, status })))
    return policies.length
  })
}
