import type { Caller } from '../../access/caller.js'
import { notFound } from '../../opsgraph-error.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { relationFacts } from './put-relation.js'

/**
 * Deletes one relation (rules.md#deleting-relations-1).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteRelation(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  await dependencies.store.transaction(async (parts) => {
    const relation = await parts.relations.delete(id)
    if (relation === undefined) throw notFound('relation')
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'resource-relation-deleted',
        resourceId: id,
        text: `${relation.resource} no longer has parent ${relation.parent}`,
        attributes: relationFacts(relation),
      }),
    )
  })
}
