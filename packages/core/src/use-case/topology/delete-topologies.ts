import { type IdList, readIds } from '../../read-ids.js'
import type { Dependencies } from '../dependencies.js'
import { releasePolicies } from './release-policies.js'
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
