import type { Caller } from '../../access/caller.js'
import { readRelationSelection } from '../../relation/read-relation.js'
import type { RelationSource } from '../../relation/relation-source.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'

/** Selects the relations to delete: the relations whose child is `resource` and that match all other given fields. */
export interface RelationSelection {
  readonly resource: string
  readonly environment?: string
  readonly parent?: string | undefined
  readonly source?: RelationSource | undefined
  readonly sourceRef?: string | undefined
}

/**
 * Deletes every matching relation in which the resource is the child (rules.md#deleting-relations-2).
 *
 * @returns the number of deleted relations
 * @throws OpsgraphError `invalid` if `resource` is missing or `source` is not a relation source
 */
export async function deleteRelationsOf(
  dependencies: Dependencies,
  caller: Caller,
  selection: RelationSelection,
): Promise<number> {
  const { resource, environment, parent, source, sourceRef } = readRelationSelection(selection)
  return await dependencies.store.transaction(async (parts) => {
    const deleted = await parts.relations.deleteOf({ resource, environment, parent, source, sourceRef })
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'resource-relation-deleted',
        resourceId: null,
        text: `${deleted} relations of ${resource} deleted`,
        attributes: {
          resource,
          environment,
          parent: parent ?? null,
          source: source ?? null,
          sourceRef: sourceRef ?? null,
          deleted,
        },
      }),
    )
    return deleted
  })
}
