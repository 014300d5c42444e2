import { type Relation, type RelationDraft, relationKey } from '../relation/relation.js'
import type { Graph } from './graph.js'

/**
 * Derives relations from the edges of a topology: one relation for each edge between two resource nodes of the same
 * environment (rules.md#relation-sync).
 */
export function relationsOfGraph({ nodes, edges }: Graph, topologyId: string): readonly RelationDraft[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return edges.flatMap((edge) => {
    const parentNode = byId.get(edge.source)
    const childNode = byId.get(edge.target)
    const parent = parentNode?.resource ?? null
    const resource = childNode?.resource ?? null
    const environment = childNode?.environment ?? null
    if (parent === null || resource === null || environment === null || environment !== parentNode?.environment)
      return []
    return [{ environment, resource, parent, source: 'topology' as const, sourceRef: topologyId }]
  })
}

/** The planned changes of stored relations whose topology or CMDB source no longer contains them. */
export interface HandOver {
  /**
   * Relations that a topology contains as an edge. These relations get the source `topology`, and the id of the
   * topology as `sourceRef`.
   */
  readonly handOver: readonly TakenOver[]
  /** Relations that no topology contains as an edge. */
  readonly remove: readonly Relation[]
}

/** A stored relation, already with its new source and sourceRef. */
export interface TakenOver extends Relation {
  readonly source: 'topology'
  readonly sourceRef: string
}

/**
 * Plans what happens to stored relations whose topology or CMDB source no longer contains them, because a topology was
 * saved or deleted, or because a CMDB file was imported (rules.md#relation-sync-4; rules.md#cmdb-relations-6).
 *
 * @param withdrawn the relations that the topology or CMDB source no longer contains
 * @param lastDrawnBy maps the `relationKey` of a relation to the id of the topology that contains the relation as an
 *   edge. If several topologies contain the relation, this is the topology that was saved last. A relation that no
 *   topology contains has no entry
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
