import { pause } from '#platform'
import type { RelationStore } from '../../port/relation-store.js'
import type { DeclaredDraft } from '../../relation/relation-claim.js'
import { timestamp } from '../../timestamp.js'
import type { Topology } from '../../topology/topology.js'
import { relationsOfGraph, unconfirmedClaims } from '../../topology/topology-relations.js'
import type { Dependencies } from '../dependencies.js'
import { toRelations } from '../relation/to-relations.js'

/** After a graph with more edges than this, the process can do other work. */
const MANY_EDGES = 1_000

/** The methods of a store that {@link syncRelations} calls, each at most once. */
interface SyncedParts {
  readonly relations: Pick<RelationStore, 'claimsBy' | 'upsert' | 'withdraw'>
}

/**
 * Stores the relations that saved topologies draw, inside the transaction that saves them (rules.md#relation-sync). A
 * topology draws a relation if it has an edge between two resource nodes of the same environment. If several of the
 * topologies draw the same relation, the relation shows the claim of the last one in the list. The number of database
 * statements does not depend on the number of topologies.
 */
export async function syncRelations(
  dependencies: Dependencies,
  parts: SyncedParts,
  topologies: readonly Topology[],
): Promise<void> {
  const drawn: DeclaredDraft[] = []
  const now = timestamp(dependencies.clock())
  for (const topology of topologies) {
    // Each save must have a later time than the previous one, even if the clock shows the same time.
    const time = laterTime(topology.updateTime, now)
    for (const draft of relationsOfGraph(topology, topology.id)) drawn.push({ ...draft, time })
    if (topology.edges.length > MANY_EDGES) await pause()
  }
  await writeSync(dependencies, parts, { ids: topologies.map(({ id }) => id), drawn })
}

/**
 * Withdraws the claims of topologies, inside the transaction that deletes them. A relation without another claim is
 * removed.
 */
export async function withdrawRelations(
  dependencies: Dependencies,
  parts: SyncedParts,
  ids: readonly string[],
): Promise<void> {
  await writeSync(dependencies, parts, { ids, drawn: [] })
}

function laterTime(one: string, other: string): string {
  if (one > other) return one
  return other
}

async function writeSync(
  dependencies: Dependencies,
  { relations }: SyncedParts,
  { ids, drawn }: { readonly ids: readonly string[]; readonly drawn: readonly DeclaredDraft[] },
): Promise<void> {
  if (ids.length === 0) return
  const storedClaims = await relations.claimsBy('topology', ids)
  await pause()
  const abandoned = unconfirmedClaims(storedClaims, drawn)
  // Relations are declared before others are withdrawn: so a relation that passes from one topology to another is not
  // removed in between, and keeps its id.
  if (drawn.length > 0) await relations.upsert(await toRelations(dependencies, drawn))
  if (abandoned.length > 0) await relations.withdraw(abandoned, timestamp(dependencies.clock()))
}
