import { type Caller, requireRelationSource } from '../../access/caller.js'
import { type RelationsInput, readRelations } from '../../relation/read-relation.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { toRelations } from './to-relations.js'

/**
 * Adds many relations, and updates those that are already stored. If one relation is refused, nothing is written
 * (rules.md#writing-many-relations).
 *
 * @throws OpsgraphError `invalid`, naming the item's index; `forbidden` for a source that the caller may not write
 */
export async function putRelations(
  dependencies: Dependencies,
  caller: Caller,
  relations: RelationsInput,
): Promise<{ inserted: number; updated: number }> {
  const drafts = readRelations(relations)
  for (const { source } of drafts.slice(0, 1)) requireRelationSource(caller, source)
  const arrived = await toRelations(dependencies, drafts)
  return await dependencies.store.transaction(async (parts) => {
    const counts = await parts.relations.upsert(arrived)
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'resource-relations-bulk',
        resourceId: null,
        text: `${counts.inserted} relations inserted, ${counts.updated} updated`,
        attributes: counts,
      }),
    )
    return counts
  })
}
