import { isObject, ownValue } from '../../json-value.js'
import { invalid } from '../../opsgraph-error.js'
import type { Dependencies } from '../../port/dependencies.js'
import { withdrawRelations } from './sync-relations.js'

/**
 * Deletes several topologies at once; unknown ids are passed over (api.md, POST /api/service_topologies/bulk/delete).
 *
 * @param entries ids as strings or `{id}` objects
 * @returns the number deleted
 * @throws OpsgraphError `invalid` when there is no valid id
 */
export async function deleteTopologies(dependencies: Dependencies, entries: unknown): Promise<number> {
  const ids = readIds(entries)
  return await dependencies.store.transaction(async (parts) => {
    await parts.lock('topologies')
    const deleted = await parts.topologies.delete(ids)
    await withdrawRelations(dependencies, parts, deleted)
    return deleted.length
  })
}

function readIds(entries: unknown): readonly string[] {
  if (!Array.isArray(entries)) throw invalid('service_topologies must be a list of ids')
  const ids = entries
    .map((entry: unknown) => (isObject(entry) ? ownValue(entry, 'id') : entry))
    .filter((id): id is string => typeof id === 'string' && id !== '')
  if (ids.length === 0) throw invalid('service_topologies holds no valid id')
  return [...new Set(ids)]
}
