import type { Caller } from '../../access/caller.js'
import { requireFound } from '../../opsgraph-error.js'
import type { WeightPolicy } from '../../policy/policy.js'
import type { StoreTransaction } from '../../port/store.js'
import { type IdList, readIds } from '../../read-ids.js'
import { auditEntry, createAuditEntries } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { WEIGHT_POLICY_KIND } from '../policy/policy-writer.js'
import { withdrawRelations } from './sync-relations.js'

/**
 * Deletes several topologies in one transaction. Unknown ids are ignored (rules.md#deleting-topologies-2).
 *
 * @returns the number of deleted topologies
 * @throws OpsgraphError `invalid` if there is no valid id
 */
export async function deleteTopologies(dependencies: Dependencies, topologies: IdList): Promise<number> {
  const ids = readIds(topologies, 'service_topologies')
  return await dependencies.store.transaction(async (parts) => {
    await parts.lock('topologies')
    const deleted = await parts.topologies.delete(ids)
    await withdrawRelations(dependencies, parts, deleted)
    await releasePolicies(parts, deleted)
    return deleted.length
  })
}

/**
 * Deletes a topology with its graph and its relations (rules.md#deleting-topologies-1).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteTopology(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  await dependencies.store.transaction(async (parts) => {
    await parts.lock('topologies')
    const topology = requireFound(await parts.topologies.read(id), 'topology')
    await parts.topologies.delete([id])
    await withdrawRelations(dependencies, parts, [id])
    const released = await releasePolicies(parts, [id])
    const entries = createAuditEntries(dependencies, caller, WEIGHT_POLICY_KIND)
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'service-topology-deleted',
        resourceId: id,
        text: `topology ${topology.name} of service ${topology.service} deleted`,
      }),
      ...released.flatMap((policy) => entries.updated(policy, { ...policy, topologyId: null })),
    )
  })
}

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
