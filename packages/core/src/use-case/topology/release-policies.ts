import type { StoreTransaction } from '../../port/store.js'

/**
 * Makes the weight policies of deleted topologies global, inside the transaction of the deletion
 * (rules.md#deleting-topologies-3).
 */
export async function releasePolicies(parts: StoreTransaction, topologyIds: readonly string[]): Promise<void> {
  await parts.lock('policies')
  await parts.weightPolicies.release(topologyIds)
}
