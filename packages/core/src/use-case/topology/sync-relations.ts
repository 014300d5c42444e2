import { pause } from '#platform'
import type { RelationStore } from '../../port/relation-store.js'
import type { TopologyStore } from '../../port/topology-store.js'
import type { Relation, RelationDraft } from '../../relation/relation.js'
import { timestamp } from '../../timestamp.js'
import type { Topology } from '../../topology/topology.js'
import { abandonedRelations, type HandOver, planHandOver, relationsOfGraph } from '../../topology/topology-relations.js'
import type { Dependencies } from '../dependencies.js'
import { toRelations } from '../relation/to-relations.js'

/** After a graph with more edges than this, the sync pauses, so that the process can do other work. */
const LARGE = 1_000

/** The store methods that {@link syncRelations} calls, each at most once. */
interface SyncedParts {
  readonly relations: Pick<RelationStore, 'bySourceRefs' | 'upsert' | 'setSourceRef' | 'deleteMany'>
  readonly topologies: Pick<TopologyStore, 'lastDrawnBy'>
}

/**
 * Stores the relations that saved topologies draw, inside the transaction that saves the topologies
 * (rules.md#relation-sync). A topology draws a relation if it has an edge between two resource nodes of the same
 * environment. If several of the topologies draw the same relation, the relation belongs to the last of these
 * topologies in the list. The number of database statements does not depend on the number of topologies.
 */
export async function syncRelations(
  dependencies: Dependencies,
  parts: SyncedParts,
  topologies: readonly Topology[],
): Promise<void> {
  const drawn: RelationDraft[] = []
  for (const topology of topologies) {
    for (const draft of relationsOfGraph(topology, topology.id)) drawn.push(draft)
    if (topology.edges.length > LARGE) await pause()
  }
  await writeSync(dependencies, parts, { ids: topologies.map(({ id }) => id), drawn })
}

/**
 * Withdraws the relations of topologies, inside the transaction that deletes the topologies. If another topology also
 * draws one of these relations, the relation belongs to that topology from then on. Otherwise the relation is deleted.
 */
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
  const held = await relations.bySourceRefs('topology', ids)
  await pause()
  const abandoned = abandonedRelations(held, drawn)
  const { handOver, remove } = await readHandOver(topologies, abandoned, ids)
  await pause()
  if (drawn.length > 0) await relations.upsert(await toRelations(dependencies, drawn))
  if (handOver.length > 0) {
    const changes = handOver.map(({ id, sourceRef }) => ({ id, sourceRef }))
    await relations.setSourceRef('topology', changes, timestamp(dependencies.clock()))
  }
  if (remove.length > 0)
    await relations.deleteMany(
      'topology',
      remove.map(({ id }) => id),
    )
}

/**
 * Plans what happens to withdrawn relations. A relation is withdrawn if a topology or a CMDB file no longer contains
 * the relation, or if its topology was deleted. If another topology draws a withdrawn relation, the relation gets the
 * source `topology` and belongs to that topology. All other withdrawn relations are removed.
 *
 * @param withdrawn the withdrawn relations
 * @param exceptIds ids of topologies that must not take over any of the relations
 */
export async function readHandOver(
  topologies: SyncedParts['topologies'],
  withdrawn: readonly Relation[],
  exceptIds: readonly string[],
): Promise<HandOver> {
  if (withdrawn.length === 0) return { handOver: [], remove: [] }
  return planHandOver(withdrawn, await topologies.lastDrawnBy(withdrawn, exceptIds))
}
