import { invalid } from '../../opsgraph-error.js'
import type { StoreTransaction } from '../../port/store.js'

/**
 * Keeps others from deleting the topology that a policy is to belong to. Whoever takes the lock of the policies as well
 * takes this one first.
 *
 * @param topologyId `null` = none
 * @throws OpsgraphError `invalid` when there is no such topology (rules.md#weight-policies-5)
 */
export async function lockTopology(parts: StoreTransaction, topologyId: string | null): Promise<void> {
  if (topologyId === null) return
  await parts.lock('topologies')
  const topology = await parts.topologies.read(topologyId)
  if (topology === undefined) throw invalid(`topologyId: there is no topology ${topologyId}`)
}
