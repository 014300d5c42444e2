import { type Relation, type RelationDraft, relationKey } from '../relation/relation.js'

/** The changes that saved or deleted topologies make to the resource graph. */
export interface RelationSyncPlan {
  /**
   * The relations that the topologies draw. They are stored, or confirmed if they are stored already. If several have
   * the same resource and parent, the last one counts (`foldDrafts`).
   */
  readonly put: readonly RelationDraft[]
  /**
   * Relations that these topologies no longer draw, but another topology does. The id of the other topology becomes
   * their `sourceRef`.
   */
  readonly handOver: readonly { readonly id: string; readonly sourceRef: string }[]
  /** Ids of relations that no topology draws any more. */
  readonly remove: readonly string[]
}

/**
 * The relations among `held` that `drawn` does not contain. They are either handed over to another topology or removed.
 */
export function abandonedRelations(held: readonly Relation[], drawn: readonly RelationDraft[]): readonly Relation[] {
  if (held.length === 0) return []
  const kept = new Set(drawn.map(relationKey))
  return held.filter((relation) => !kept.has(relationKey(relation)))
}

/**
 * Plans the relation sync (rules.md#relation-sync).
 *
 * @param drawn the relations that the topologies draw now, in the order in which the topologies were saved; empty if
 *   the topologies are deleted
 * @param abandoned the stored relations that the topologies no longer draw ({@link abandonedRelations})
 * @param lastDrawnBy by `relationKey`, for each abandoned relation that other topologies draw: the id of the one that
 *   was saved last
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
