import type { WeightPolicy } from '../../policy/policy.js'
import type { StoreTransaction } from '../../port/store.js'

/**
 * Makes the weight policies of deleted topologies global, inside the transaction of the deletion
 * (rules.md#deleting-topologies-3).
 *
 * @returns the policies as they were before this change
 */
export async function releasePolicies(
  parts: StoreTransaction,
  topologyIds: readonly string[],
): Promise<readonly WeightPolicy[]> {
  await parts.lock('policies')
  const policies = await parts.weightPolicies.ofTopologies(topologyIds)
  await parts.weightPolicies.release(topologyIds)
  return policies
}
