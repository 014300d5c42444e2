import { BodyReader } from '../../body-reader.js'
import { invalid } from '../../opsgraph-error.js'
import { POLICY_STATUSES, type RelationPolicy, type WeightPolicy } from '../../policy/policy.js'
import { readRelationPolicy, readWeightPolicy } from '../../policy/read-policy.js'
import type { Dependencies } from '../../port/dependencies.js'
import { readIds } from '../../read-ids.js'
import { lockTopology } from './lock-topology.js'
import { knownPolicy } from './read-policy-by-id.js'

export interface PolicyUpdate {
  readonly id: string
  readonly body: unknown
}

/**
 * Changes a weight policy (api.md, PUT /api/service_topology_policy/<policy_id>).
 *
 * @throws OpsgraphError `notFound`; `invalid`, naming the field; so for a topology that does not exist
 */
export async function updateWeightPolicy({ store }: Dependencies, { id, body }: PolicyUpdate): Promise<WeightPolicy> {
  return await store.transaction(async (parts) => {
    await knownPolicy(parts.weightPolicies, id)
    await lockTopology(parts, new BodyReader(body).reference('topologyId') ?? null)
    await parts.lock('policies')
    // Somebody may have changed it before the lock was given.
    const policy = readWeightPolicy(await knownPolicy(parts.weightPolicies, id), body)
    await parts.weightPolicies.save([policy])
    return policy
  })
}

/**
 * Changes a relation policy (decisions.md 7).
 *
 * @throws OpsgraphError `notFound`; `invalid`, naming the field
 */
export async function updateRelationPolicy(
  { store }: Dependencies,
  { id, body }: PolicyUpdate,
): Promise<RelationPolicy> {
  return await store.transaction(async (parts) => {
    await parts.lock('policies')
    const policy = readRelationPolicy(await knownPolicy(parts.relationPolicies, id), body)
    await parts.relationPolicies.save([policy])
    return policy
  })
}

/**
 * Gives several weight policies another status; unknown ids are passed over (api.md, POST
 * /api/service_topology_policies/bulk/update).
 *
 * @param body `{policies, status}`, the policies as ids or `{id}` objects
 * @returns the number of policies that were found
 * @throws OpsgraphError `invalid` when there is no valid id, or no status
 */
export async function setWeightPolicyStatus({ store }: Dependencies, body: unknown): Promise<number> {
  const reader = new BodyReader(body)
  reader.refuseOthers(['policies', 'status'])
  const ids = readIds(reader.value('policies'), 'policies')
  const status = reader.choice('status', POLICY_STATUSES)
  if (status === undefined) throw invalid(`status must be one of ${POLICY_STATUSES.join(', ')}`)
  return await store.transaction(async (parts) => {
    await parts.lock('policies')
    const policies = await parts.weightPolicies.find(ids)
    if (policies.length > 0) await parts.weightPolicies.save(policies.map((policy) => ({ ...policy, status })))
    return policies.length
  })
}
