import { invalid } from '../../opsgraph-error.js'
import type { StoreTransaction } from '../../port/store.js'

/**
 * Keeps others from changing policies, and from deleting the topology that one is to belong to. Whoever takes both locks
 * takes that of the topologies first.
 *
 * @param topologyId the topology that a policy is given; `null` = none is given
 * @throws OpsgraphError `invalid` when there is no such topology (api.md, Weight policy)
 */
export async function lockPolicies(parts: StoreTransaction, topologyId: string | null): Promise<void> {
  if (topologyId !== null) {
    await parts.lock('topologies')
    const topology = await parts.topologies.read(topologyId)
    if (topology === undefined) throw invalid(`topologyId: there is no topology ${topologyId}`)
  }
  await parts.lock('policies')
}
