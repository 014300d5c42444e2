import { type Relation, resourceKey } from '../relation/relation.js'
import type { CmdbRecord } from './cmdb-record.js'
import type { RelationChanges } from './plan-cmdb-relations.js'

/** The parents that a plan removes from a resource. Their edges are removed together with the relations. */
export function formerParentsOf({
  update,
  remove,
}: RelationChanges): (record: CmdbRecord) => ReadonlySet<string> | undefined {
  const parents = new Map<string, Set<string>>()
  const note = (relation: Relation) => {
    const key = resourceKey(relation)
    parents.set(key, (parents.get(key) ?? new Set()).add(relation.parent))
  }
  for (const { replaced } of update) replaced.forEach(note)
  remove.forEach(note)
  return (record) => (parents.size === 0 ? undefined : parents.get(resourceKey(record)))
}
