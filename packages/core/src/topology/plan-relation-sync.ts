import { type Relation, type RelationDraft, relationKey } from '../relation/relation.js'

/** The changes that saved or deleted topologies make to the resource graph. */
export interface RelationSyncPlan {
  /** The relations that they draw, to be stored or confirmed. Of equal relations, the last one (`foldDrafts`). */
  readonly put: readonly RelationDraft[]
  /** Relations that they no longer draw but another topology does. They are handed over to it. */
  readonly handOver: readonly { readonly id: string; readonly sourceRef: string }[]
  /** Ids of relations that no topology draws any more. */
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
 * @param drawn the relations that the topologies draw now, in the order in which they were saved; empty if they are
 *   deleted
 * @param abandoned their stored relations that they no longer draw ({@link abandonedRelations})
 * @param lastDrawnBy for each abandoned relation that other topologies draw, the id of the one saved last, by
 *   `relationKey`
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
