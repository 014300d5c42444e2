import type { Caller } from '../../access/caller.js'
import type { Policy, RelationPolicy, WeightPolicy } from '../../policy/policy.js'
import {
  type RelationPolicyInput,
  readNewRelationPolicy,
  readNewWeightPolicy,
  type WeightPolicyInput,
} from '../../policy/read-policy.js'
import type { PolicyStore } from '../../port/policy-store.js'
import { timestamp, timestampAfter } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'
import { lockTopology } from './lock-topology.js'
import { PolicyEntries, RELATION_POLICY, WEIGHT_POLICY } from './policy-entries.js'

/**
 * Creates a weight policy, which sets the weight of matching alerts (rules.md#weight-policies).
 *
 * @throws OpsgraphError `invalid`, naming the field, or if its topology does not exist
 */
export async function createWeightPolicy(
  dependencies: Dependencies,
  caller: Caller,
  policy: WeightPolicyInput,
): Promise<WeightPolicy> {
  const sent = readNewWeightPolicy(policy)
  return await dependencies.store.transaction(async (parts) => {
    await lockTopology(parts, sent.topologyId)
    await parts.lock('policies')
    const created = { ...sent, ...(await identity(dependencies, parts.weightPolicies)) }
    await parts.weightPolicies.save([created])
    await parts.audit.append(new PolicyEntries(dependencies, caller, WEIGHT_POLICY).created(created))
    return created
  })
}

/**
 * Creates a relation policy, which gives the resource of matching alerts a parent (rules.md#relation-policies).
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export async function createRelationPolicy(
  dependencies: Dependencies,
  caller: Caller,
  policy: RelationPolicyInput,
): Promise<RelationPolicy> {
  const sent = readNewRelationPolicy(policy)
  return await dependencies.store.transaction(async (parts) => {
    await parts.lock('policies')
    const created = { ...sent, ...(await identity(dependencies, parts.relationPolicies)) }
    await parts.relationPolicies.save([created])
    await parts.audit.append(new PolicyEntries(dependencies, caller, RELATION_POLICY).created(created))
    return created
  })
}

/**
 * A new id, and a createTime later than that of every stored policy: policies are applied in creation order, so each
 * createTime must be unique.
 */
async function identity(
  { clock, newId }: Dependencies,
  policies: Pick<PolicyStore<Policy, string>, 'lastCreateTime'>,
): Promise<Pick<Policy, 'id' | 'createTime'>> {
  const now = timestamp(clock())
  const last = await policies.lastCreateTime()
  return { id: newId(), createTime: last === undefined ? now : timestampAfter(last, now) }
}
