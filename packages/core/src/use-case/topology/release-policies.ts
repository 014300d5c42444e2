import type { StoreTransaction } from '../../port/store.js'

/**
 * Keeps the weight policies of deleted topologies, as global ones, inside their transaction
 * (rules.md#deleting-topologies-3).
 */
export async function releasePolicies(parts: StoreTransaction, topologyIds: readonly string[]): Promise<void> {
  await parts.lock('policies')
  await parts.weightPolicies.release(topologyIds)
}
