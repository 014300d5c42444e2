import { type Relation, type RelationDraft, relationKey } from '../relation/relation.js'

/** What a saved or deleted topology changes in the resource graph. */
export interface RelationSyncPlan {
  /** The relations that it draws: to be stored or confirmed. */
  readonly put: readonly RelationDraft[]
  /** Those that it no longer draws but another topology does: they pass to that one. */
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
 * Plans the relation sync (api.md, Resource graph synchronization from topologies; decisions.md 7).
 *
 * @param drawn what the topology draws now; nothing when it is deleted
 * @param abandoned what is stored as its own and no longer drawn ({@link abandonedRelations})
 * @param drawers for each abandoned relation that another topology draws, the id of the one saved last, by `relationKey`
 */
export function planRelationSync(
  drawn: readonly RelationDraft[],
  abandoned: readonly Relation[],
  drawers: ReadonlyMap<string, string>,
): RelationSyncPlan {
  const handOver: { id: string; sourceRef: string }[] = []
  const remove: string[] = []
  for (const relation of abandoned) {
    const sourceRef = drawers.get(relationKey(relation))
    if (sourceRef === undefined) remove.push(relation.id)
    else handOver.push({ id: relation.id, sourceRef })
  }
  return { put: drawn, handOver, remove }
}
