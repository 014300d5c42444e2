import { type CatalogService, plainCatalogService } from '../catalog/catalog-service.js'
import type { Counters } from '../change-set.js'
import { isSameJson, type JsonValue } from '../json-value.js'
import { compareNames } from '../name.js'
import type { OpsgraphError } from '../opsgraph-error.js'
import { type RelationKey, relationKey } from '../relation/relation.js'
import { claimKey, type RelationClaim } from '../relation/relation-claim.js'
import { claimsOf, type KeptClaim, type KeptRelation, keptClaims, keptRelation } from '../snapshot/kept-relation.js'
import { eachInSteps, type Steps } from '../steps.js'
import type { Topology } from '../topology/topology.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { planRefusal } from './plan-issue.js'
import type { PlanState } from './plan-state.js'
import { type TouchedState, topologyText } from './touched-state.js'

/** What the undo of a plan writes: it leads from what the plan has left back to what was before. */
export interface UndoPlan {
  /** The claims that go. A relation goes with its last claim. */
  readonly withdrawn: readonly RelationClaim[]
  /** The relations that come back as they were, in the order of their keys. */
  readonly restored: readonly KeptRelation[]
  /** The relations that show the same as before the plan, as they were: their times come back. */
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

/**
 * Plans the undo of a plan, in steps (rules.md#plans-5). It changes only what the import of a source can have changed, so
 * that a document that nobody has planned gives its sender no further rights.
 *
 * @param source the source of the plan
 * @throws OpsgraphError `invalid` if no import leads from the one state to the other
 */
export function* planUndo(before: PlanState, now: TouchedState, source: string): Steps<UndoPlan> {
  const topologies = undoTopologies(before.topologies, now.topologies)
  const drawing = new Set([...before.topologies, ...now.topologies].map(({ id }) => id))
  const isOfPlan: OfPlan = (claim) =>
    claim.source === 'cmdb'
      ? claim.sourceRef === source
      : claim.source === 'topology' && drawing.has(claim.sourceRef ?? '')
  const relations = yield* undoRelations(before.relations, now.relations, isOfPlan)
  yield
  return { ...relations, ...topologies, catalogServices: now.catalogServices.map(idOfCreated) }
}

/** Whether a plan may have made or withdrawn a claim. */
type OfPlan = (claim: KeptClaim) => boolean

/** An import creates only entries that have a name alone. */
function idOfCreated(entry: CatalogService): string {
  const { serviceId } = entry
  const plain: object = plainCatalogService(serviceId)
  if (!isSameJson({ ...entry } as object as JsonValue, plain as JsonValue))
    throw impossible(`the catalog entry ${truncateForMessage(serviceId)}`)
  return serviceId
}

function impossible(what: string): OpsgraphError {
  const message = `the document would undo what no import does, at ${what}: somebody has edited it`
  return planRefusal('invalid', { code: 'planEdited', path: 'state', message })
}

/** What a relation shows, besides `updateTime`. */
const SEEN = ['id', 'source', 'sourceRef', 'createTime'] as const

function* undoRelations(before: readonly KeptRelation[], now: readonly KeptRelation[], isOfPlan: OfPlan) {
  const current = new Map(now.map((relation) => [relationKey(relation), relation]))
  const withdrawn: RelationClaim[] = []
  const restored: KeptRelation[] = []
  const confirmed: KeptRelation[] = []
  const claims: RelationClaim[] = []
  const counts = { create: 0, update: 0, remove: 0, unchanged: 0 }
  yield* eachInSteps(before, COMPARED_AT_ONCE, (former) => {
    const key = relationKey(former)
    const stored = current.get(key)
    current.delete(key)
    const relation = withClaimsOfOthers(former, stored, isOfPlan)
    if (stored !== undefined && SEEN.every((field) => stored[field] === relation[field])) {
      counts.unchanged++
      if (JSON.stringify(stored) === JSON.stringify(relation)) return
      const kept = new Set(allClaims(relation).map(claimKey))
      withdrawn.push(...allClaims(stored).filter((claim) => !kept.has(claimKey(claim))))
      confirmed.push(relation)
      claims.push(...claimsOf(relation))
      return
    }
    counts[stored === undefined ? 'create' : 'update']++
    if (stored !== undefined) withdrawn.push(...allClaims(stored))
    restored.push(relation)
    claims.push(...claimsOf(relation))
  })
  for (const created of current.values()) withdrawn.push(...allClaims(created).filter(isOfPlan))
  return {
    withdrawn,
    restored: inKeyOrder(restored),
    confirmed: inKeyOrder(confirmed),
    claims,
    relations: { ...counts, remove: current.size },
  }
}

/** What other sources state is as it is now: they may have confirmed it since. */
function withClaimsOfOthers(former: KeptRelation, stored: KeptRelation | undefined, isOfPlan: OfPlan): KeptRelation {
  const others = stored === undefined ? [] : allClaims(stored).filter((claim) => !isOfPlan(claim))
  const claims = [...allClaims(former).filter(isOfPlan), ...others]
  const shown = claimKey(former)
  if (!claims.some((claim) => claimKey(claim) === shown)) {
    throw impossible(`the relation of ${truncateForMessage(former.resource)} with ${truncateForMessage(former.parent)}`)
  }
  const { claims: _, updateTime, ...relation } = former
  const times = [updateTime, ...others.map(({ lastTime }) => lastTime)].sort(compareNames)
  return keptRelation({ ...relation, updateTime: times.at(-1) ?? updateTime }, claims)
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
  const services = new Map(now.map(({ id, service }) => [id, service]))
  const other = before.find(({ id, service }) => services.get(id) !== service)
  if (other !== undefined) throw impossible(`the topology of the service ${truncateForMessage(other.service)}`)
  const restoredTopologies = before.filter((topology) => current.get(topology.id) !== topologyText(topology))
  const topologies = {
    create: 0,
    update: restoredTopologies.length,
    remove: removedTopologies.length,
    unchanged: before.length - restoredTopologies.length,
  }
  return { removedTopologies, restoredTopologies, topologies }
}
