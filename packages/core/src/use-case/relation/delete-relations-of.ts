import type { Caller } from '../../access/caller.js'
import { normalizeName } from '../../name.js'
import { invalid } from '../../opsgraph-error.js'
import type { Dependencies } from '../../port/dependencies.js'
import { isRelationSource, RELATION_SOURCES } from '../../relation/relation-source.js'
import { auditEntry } from '../audit/audit.js'

/** Which relations to delete: those of a child, narrowed by what is given. */
export interface RelationSelection {
  readonly resource: string
  readonly environment?: string
  readonly parent?: string | undefined
  readonly source?: string | undefined
  readonly sourceRef?: string | undefined
}

/**
 * Deletes every matching relation in which the resource is the child (api.md, DELETE /api/resources/relations).
 *
 * @returns the number deleted
 * @throws OpsgraphError `invalid` when `resource` is missing or `source` is none of the five
 */
export async function deleteRelationsOf(
  dependencies: Dependencies,
  caller: Caller,
  { resource, environment = '', parent, source, sourceRef }: RelationSelection,
): Promise<number> {
  const child = normalizeName(resource)
  if (child === '') throw invalid('resource is required')
  if (source !== undefined && !isRelationSource(source)) {
    throw invalid(`source must be one of ${RELATION_SOURCES.join(', ')}`)
  }
  const selection = {
    resource: child,
    environment: normalizeName(environment),
    parent: parent === undefined ? undefined : normalizeName(parent),
    source,
    sourceRef,
  }
  return await dependencies.store.transaction(async (parts) => {
    const deleted = await parts.relations.deleteOf(selection)
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'resource-relation-deleted',
        resourceId: null,
        text: `${deleted} relations of ${child} deleted`,
        attributes: {
          resource: child,
          environment: selection.environment,
          parent: selection.parent ?? null,
          source: source ?? null,
          sourceRef: sourceRef ?? null,
          deleted,
        },
      }),
    )
    return deleted
  })
}
