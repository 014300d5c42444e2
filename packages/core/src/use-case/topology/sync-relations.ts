import type { Dependencies } from '../../port/dependencies.js'
import type { StoreParts } from '../../port/store.js'
import type { RelationDraft } from '../../relation/relation.js'
import { timestamp } from '../../timestamp.js'
import { abandonedRelations, planRelationSync } from '../../topology/plan-relation-sync.js'
import { relationsOfGraph } from '../../topology/relations-of-graph.js'
import type { Topology } from '../../topology/topology.js'
import { toRelations } from '../relation/to-relations.js'

/**
 * Writes what saved topologies draw into the resource graph, inside their transaction (api.md, Resource graph
 * synchronization). A relation that several of them draw belongs to the last of these in the list. The number of
 * statements does not depend on theirs.
 */
export async function syncRelations(
  dependencies: Dependencies,
  parts: StoreParts,
  topologies: readonly Topology[],
): Promise<void> {
  const drawn = topologies.flatMap((topology) => relationsOfGraph(topology, topology.id))
  await writeSync(dependencies, parts, { ids: topologies.map(({ id }) => id), drawn })
}

/** Takes the relations of deleted topologies out of the resource graph, inside their transaction. */
export async function withdrawRelations(
  dependencies: Dependencies,
  parts: StoreParts,
  ids: readonly string[],
): Promise<void> {
  await writeSync(dependencies, parts, { ids, drawn: [] })
}

async function writeSync(
  dependencies: Dependencies,
  { relations, topologies }: StoreParts,
  { ids, drawn }: { readonly ids: readonly string[]; readonly drawn: readonly RelationDraft[] },
): Promise<void> {
  if (ids.length === 0) return
  const abandoned = abandonedRelations(await relations.bySourceRefs('topology', ids), drawn)
  const drawers = abandoned.length === 0 ? new Map<string, string>() : await topologies.drawers(abandoned, ids)
  const plan = planRelationSync(drawn, abandoned, drawers)
  if (plan.put.length > 0) await relations.upsert(toRelations(dependencies, plan.put))
  if (plan.handOver.length > 0) await relations.setSourceRef(plan.handOver, timestamp(dependencies.clock()))
  if (plan.remove.length > 0) await relations.deleteMany(plan.remove)
}
