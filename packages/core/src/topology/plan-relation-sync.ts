import { type Relation, type RelationDraft, relationKey } from '../relation/relation.js'

/** What saved or deleted topologies change in the resource graph. */
export interface RelationSyncPlan {
  /** The relations that they draw: to be stored or confirmed, of the same relation the last one (`foldDrafts`). */
  readonly put: readonly RelationDraft[]
  /** Those that none of them draws any more but another topology does: they pass to that one. */
  readonly handOver: readonly { readonly id: string; readonly sourceRef: string }[]
  /** Ids of those that nobody draws any more. */
  readonly remove: readonly string[]
}

/** The relations among `held` that `drawn` does not contain: those to hand over or remove. */
export function abandonedRelations(held: readonly Relation[], drawn: readonly RelationDraft[]): readonly Relation[] {
  if (held.length === 0) return []
  const kept = new Set(drawn.map(relationKey))
  return held.filter((relation) => !kept.has(relationKey(relation)))
}

/**
 * Plans the relation sync (rules.md#relation-sync).
 *
 * @param drawn what the topologies draw now, in the order in which they were saved; nothing when they are deleted
 * @param abandoned what is stored as theirs and no longer drawn ({@link abandonedRelations})
 * @param lastDrawnBy for each abandoned relation that another topology draws, the id of the one saved last, by `relationKey`
 */
export function planRelationSync(
  drawn: readonly RelationDraft[],
  abandoned: readonly Relation[],
  lastDrawnBy: ReadonlyMap<string, string>,
): RelationSyncPlan {
  const handOver: { id: string; sourceRef: string }[] = []
  const remove: string[] = []
  for (const relation of abandoned) {
    const sourceRef = lastDrawnBy.get(relationKey(relation))
    if (sourceRef === undefined) remove.push(relation.id)
    else handOver.push({ id: relation.id, sourceRef })
  }
  return { put: drawn, handOver, remove }
}
