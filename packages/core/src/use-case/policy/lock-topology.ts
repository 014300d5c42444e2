import { invalid } from '../../opsgraph-error.js'
import type { StoreTransaction } from '../../port/store.js'

/**
 * Locks the topologies, so that the topology of a policy cannot be deleted during the transaction. A caller that also
 * needs the lock `policies` must take it after this one, to avoid deadlocks.
 *
 * @param topologyId `null` = the policy has no topology; nothing is locked
 * @throws OpsgraphError `invalid` if the topology does not exist (rules.md#weight-policies-5)
 */
export async function lockTopology(parts: StoreTransaction, topologyId: string | null): Promise<void> {
  if (topologyId === null) return
  await parts.lock('topologies')
  const topology = await parts.topologies.read(topologyId)
  if (topology === undefined) throw invalid(`topologyId: there is no topology ${topologyId}`)
}
