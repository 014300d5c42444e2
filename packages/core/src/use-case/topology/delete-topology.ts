import type { Caller } from '../../access/caller.js'
import { notFound } from '../../opsgraph-error.js'
import { auditEntry, entriesOf } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { WEIGHT_POLICIES } from '../policy/policy-writer.js'
import { releasePolicies } from './release-policies.js'
import { withdrawRelations } from './sync-relations.js'

/**
 * Deletes a topology with its graph and its relations (rules.md#deleting-topologies-1).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteTopology(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  await dependencies.store.transaction(async (parts) => {
    await parts.lock('topologies')
    const topology = await parts.topologies.read(id)
    if (topology === undefined) throw notFound('topology')
    await parts.topologies.delete([id])
    await withdrawRelations(dependencies, parts, [id])
    const released = await releasePolicies(parts, [id])
    const entries = entriesOf(dependencies, caller, WEIGHT_POLICIES)
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
