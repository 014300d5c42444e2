import type { Caller } from '../../access/caller.js'
import type { Policy, RelationPolicy, WeightPolicy } from '../../policy/policy.js'
import { readNewRelationPolicy, readNewWeightPolicy } from '../../policy/read-policy.js'
import type { PolicyStore } from '../../port/policy-store.js'
import { timestamp, timestampAfter } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'
import { lockTopology } from './lock-topology.js'
import { PolicyEntries, RELATION_POLICY, WEIGHT_POLICY } from './policy-entries.js'

/**
 * Creates a weight policy (rules.md#weight-policies).
 *
 * @throws OpsgraphError `invalid`, naming the field; also for a topology that does not exist
 */
export async function createWeightPolicy(
  dependencies: Dependencies,
  caller: Caller,
  body: unknown,
): Promise<WeightPolicy> {
  const sent = readNewWeightPolicy(body)
  return await dependencies.store.transaction(async (parts) => {
    await lockTopology(parts, sent.topologyId)
    await parts.lock('policies')
    const policy = { ...sent, ...(await identity(dependencies, parts.weightPolicies)) }
    await parts.weightPolicies.save([policy])
    await parts.audit.append(new PolicyEntries(dependencies, caller, WEIGHT_POLICY).created(policy))
    return policy
  })
}

/**
 * Creates a relation policy (rules.md#relation-policies).
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export async function createRelationPolicy(
  dependencies: Dependencies,
  caller: Caller,
  body: unknown,
): Promise<RelationPolicy> {
  const sent = readNewRelationPolicy(body)
  return await dependencies.store.transaction(async (parts) => {
    await parts.lock('policies')
    const policy = { ...sent, ...(await identity(dependencies, parts.relationPolicies)) }
    await parts.relationPolicies.save([policy])
    await parts.audit.append(new PolicyEntries(dependencies, caller, RELATION_POLICY).created(policy))
    return policy
  })
}

/** A new id, and a createTime later than every other: policies are applied in creation order, so it must be unique. */
async function identity(
  { clock, newId }: Dependencies,
  policies: Pick<PolicyStore<Policy, string>, 'lastCreateTime'>,
): Promise<Pick<Policy, 'id' | 'createTime'>> {
  const now = timestamp(clock())
  const last = await policies.lastCreateTime()
  return { id: newId(), createTime: last === undefined ? now : timestampAfter(last, now) }
}
