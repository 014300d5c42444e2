import { type Relation, type RelationDraft, relationKey } from '../relation/relation.js'

/** What happens to relations that their source no longer states. */
export interface HandOver {
  /** Relations that a topology draws. They get the source `topology`, with the id of the topology as `sourceRef`. */
  readonly handOver: readonly TakenOver[]
  /** Relations that no topology draws. */
  readonly remove: readonly Relation[]
}

/** A stored relation with the source and sourceRef that it gets. */
export interface TakenOver extends Relation {
  readonly source: 'topology'
  readonly sourceRef: string
}

/**
 * Plans what happens to the relations that saved or deleted topologies, or the file of a CMDB, no longer state
 * (rules.md#relation-sync-4; rules.md#cmdb-relations-6).
 *
 * @param lastDrawnBy by `relationKey`, for each of these relations that a topology draws: the id of the topology that
 *   was saved last
 */
export function planHandOver(withdrawn: readonly Relation[], lastDrawnBy: ReadonlyMap<string, string>): HandOver {
  const handOver: TakenOver[] = []
  const remove: Relation[] = []
  for (const relation of withdrawn) {
    const sourceRef = lastDrawnBy.get(relationKey(relation))
    if (sourceRef === undefined) remove.push(relation)
    else handOver.push({ ...relation, source: 'topology', sourceRef })
  }
  return { handOver, remove }
}

/** The relations among `held` that `drawn` does not contain. */
export function abandonedRelations(held: readonly Relation[], drawn: readonly RelationDraft[]): readonly Relation[] {
  if (held.length === 0) return []
  const kept = new Set(drawn.map(relationKey))
  return held.filter((relation) => !kept.has(relationKey(relation)))
}
