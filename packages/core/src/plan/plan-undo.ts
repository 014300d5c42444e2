import type { Counters } from '../change-set.js'
import { type RelationKey, relationKey } from '../relation/relation.js'
import type { RelationClaim } from '../relation/relation-claim.js'
import { claimsOf, type KeptRelation, keptClaims } from '../snapshot/kept-relation.js'
import { eachInSteps, type Steps } from '../steps.js'
import type { Topology } from '../topology/topology.js'
import type { PlanState } from './plan-state.js'
import { relationText, type TouchedState, topologyText } from './touched-state.js'

/** What the undo of a plan writes: it leads from what the plan has left back to what was before. */
export interface UndoPlan {
  /** The claims that go. A relation goes with its last claim. */
  readonly withdrawn: readonly RelationClaim[]
  /** The relations that come back as they were, in the order of their keys. */
  readonly restored: readonly KeptRelation[]
  /** The relations that the plan has only confirmed, as they were: their times come back. */
  readonly confirmed: readonly KeptRelation[]
  /** The claims to store as they were. */
  readonly claims: readonly RelationClaim[]
  readonly relations: Counters
  readonly removedTopologies: readonly Topology[]
  /** The topologies that get their former fields and graphs. */
  readonly restoredTopologies: readonly Topology[]
  readonly topologies: Counters
  /** The ids of the catalog entries that the plan has created. */
  readonly catalogServices: readonly string[]
}

/** Comparing this many relations takes a few milliseconds. */
const COMPARED_AT_ONCE = 2_000

/** Plans the undo of a plan, in steps (rules.md#plans-5). */
export function* planUndo(before: PlanState, now: TouchedState): Steps<UndoPlan> {
  const relations = yield* undoRelations(before.relations, now.relations)
  yield
  return {
    ...relations,
    ...undoTopologies(before.topologies, now.topologies),
    catalogServices: now.catalogServices.map(({ serviceId }) => serviceId),
  }
}

function* undoRelations(before: readonly KeptRelation[], now: readonly KeptRelation[]) {
  const current = new Map(now.map((relation) => [relationKey(relation), relation]))
  const withdrawn: RelationClaim[] = []
  const restored: KeptRelation[] = []
  const confirmed: KeptRelation[] = []
  const claims: RelationClaim[] = []
  const counts = { create: 0, update: 0, remove: 0, unchanged: 0 }
  yield* eachInSteps(before, COMPARED_AT_ONCE, (relation) => {
    const key = relationKey(relation)
    const stored = current.get(key)
    current.delete(key)
    if (stored !== undefined && relationText(stored) === relationText(relation)) {
      counts.unchanged++
      if (JSON.stringify(stored) === JSON.stringify(relation)) return
      confirmed.push(relation)
      claims.push(...claimsOf(relation))
      return
    }
    counts[stored === undefined ? 'create' : 'update']++
    if (stored !== undefined) withdrawn.push(...allClaims(stored))
    restored.push(relation)
    claims.push(...claimsOf(relation))
  })
  for (const created of current.values()) withdrawn.push(...allClaims(created))
  return {
    withdrawn,
    restored: inKeyOrder(restored),
    confirmed: inKeyOrder(confirmed),
    claims,
    relations: { ...counts, remove: current.size },
  }
}

function allClaims(relation: KeptRelation): readonly RelationClaim[] {
  const { environment, resource, parent } = relation
  return keptClaims(relation).map((claim) => ({ environment, resource, parent, ...claim }))
}

/** Concurrent writers lock rows in this order, so they do not deadlock. */
function inKeyOrder<Item extends RelationKey>(relations: readonly Item[]): readonly Item[] {
  const keyed = relations.map((relation) => [relationKey(relation), relation] as const)
  return keyed.sort(([left], [right]) => (left < right ? -1 : Number(left > right))).map(([, relation]) => relation)
}

function undoTopologies(before: readonly Topology[], now: readonly Topology[]) {
  const former = new Map(before.map((topology) => [topology.id, topology]))
  const removedTopologies = now.filter(({ id }) => !former.has(id))
  const current = new Map(now.map((topology) => [topology.id, topologyText(topology)]))
  const restoredTopologies = before.filter((topology) => current.get(topology.id) !== topologyText(topology))
  const gone = restoredTopologies.filter(({ id }) => !current.has(id)).length
  const topologies = {
    create: gone,
    update: restoredTopologies.length - gone,
    remove: removedTopologies.length,
    unchanged: before.length - restoredTopologies.length,
  }
  return { removedTopologies, restoredTopologies, topologies }
}
