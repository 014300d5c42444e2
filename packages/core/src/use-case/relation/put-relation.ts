import { type Caller, requireRelationSource } from '../../access/caller.js'
import type { JsonObject } from '../../json-value.js'
import { readRelation } from '../../relation/read-relation.js'
import { RELATION, type Relation, type RelationInput } from '../../relation/relation.js'
import { auditEntry, sentFacts } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { toRelations } from './to-relations.js'

/**
 * Adds a relation, or updates the stored relation with the same key. Returns the stored relation
 * (rules.md#writing-relations). If the stored relation has a stronger source, it keeps this source.
 *
 * @throws OpsgraphError `invalid`, naming the field; `forbidden` for a source that the caller may not write
 */
export async function putRelation(
  dependencies: Dependencies,
  caller: Caller,
  relation: RelationInput,
): Promise<Relation> {
  const draft = readRelation(relation)
  requireRelationSource(caller, draft.source)
  const relations = await toRelations(dependencies, [draft])
  return await dependencies.store.transaction(async (parts) => {
    await parts.relations.upsert(relations)
    const [stored] = await parts.relations.find([draft])
    if (stored === undefined) throw new Error('the relation just stored is not there')
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'resource-relation-created',
        resourceId: stored.id,
        text: `${stored.resource} has parent ${stored.parent}`,
        attributes: relationFacts(stored),
      }),
    )
    return stored
  })
}

/** The fields of a relation that audit entries contain. */
export function relationFacts(relation: Relation): JsonObject {
  return sentFacts<Relation & { readonly filters?: undefined }>(RELATION.sentNames)(relation) as JsonObject
}
