import type { RelationStore } from '../../port/relation-store.js'
import type { TopologyStore } from '../../port/topology-store.js'
import type { RelationDraft } from '../../relation/relation.js'
import { timestamp } from '../../timestamp.js'
import { abandonedRelations, planRelationSync } from '../../topology/plan-relation-sync.js'
import { relationsOfGraph } from '../../topology/relations-of-graph.js'
import type { Topology } from '../../topology/topology.js'
import type { Dependencies } from '../dependencies.js'
import { toRelations } from '../relation/to-relations.js'

/** The store methods that {@link syncRelations} calls, each at most once. */
interface SyncedParts {
  readonly relations: Pick<RelationStore, 'bySourceRefs' | 'upsert' | 'setSourceRef' | 'deleteMany'>
  readonly topologies: Pick<TopologyStore, 'lastDrawnBy'>
}

/**
 * Writes the relations that saved topologies draw into the resource graph, inside the transaction that saves the
 * topologies (rules.md#relation-sync). If several of the topologies draw a relation, it belongs to the last topology in
 * the list. The number of database statements does not depend on the number of topologies.
 */
export async function syncRelations(
  dependencies: Dependencies,
  parts: SyncedParts,
  topologies: readonly Topology[],
): Promise<void> {
  const drawn = topologies.flatMap((topology) => relationsOfGraph(topology, topology.id))
  await writeSync(dependencies, parts, { ids: topologies.map(({ id }) => id), drawn })
}

/** Removes the relations of topologies from the resource graph, inside the transaction that deletes the topologies. */
export async function withdrawRelations(
  dependencies: Dependencies,
  parts: SyncedParts,
  ids: readonly string[],
): Promise<void> {
  await writeSync(dependencies, parts, { ids, drawn: [] })
}

async function writeSync(
  dependencies: Dependencies,
  { relations, topologies }: SyncedParts,
  { ids, drawn }: { readonly ids: readonly string[]; readonly drawn: readonly RelationDraft[] },
): Promise<void> {
  if (ids.length === 0) return
  const abandoned = abandonedRelations(await relations.bySourceRefs('topology', ids), drawn)
  const lastDrawnBy = abandoned.length === 0 ? new Map<string, string>() : await topologies.lastDrawnBy(abandoned, ids)
  const plan = planRelationSync(drawn, abandoned, lastDrawnBy)
  if (plan.put.length > 0) await relations.upsert(toRelations(dependencies, plan.put))
  if (plan.handOver.length > 0) await relations.setSourceRef('topology', plan.handOver, timestamp(dependencies.clock()))
  if (plan.remove.length > 0) await relations.deleteMany('topology', plan.remove)
}
