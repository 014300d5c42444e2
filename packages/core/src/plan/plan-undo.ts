import { type CatalogService, emptyCatalogService } from '../catalog/catalog-service.js'
import type { Counters } from '../change-set.js'
import { isSameJson, type JsonValue } from '../json-value.js'
import { compareNames } from '../name.js'
import type { OpsgraphError } from '../opsgraph-error.js'
import { relationKey, sortByKey } from '../relation/relation.js'
import { claimKey, type RelationClaim } from '../relation/relation-claim.js'
import {
  allClaimsOf,
  type ClaimWithoutKey,
  claimsInSnapshot,
  type RelationWithClaims,
  toRelationWithClaims,
} from '../snapshot/kept-relation.js'
import { eachInSteps, type Steps } from '../steps.js'
import type { Topology } from '../topology/topology.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { planRefusalError } from './plan-issue.js'
import type { PlanState } from './plan-state.js'
import { type TouchedState, topologyText } from './touched-state.js'

/** The changes that undo a plan: they lead from the state after the plan back to the state before it. */
export interface UndoPlan {
  /** The claims to remove. A relation is removed with its last claim. */
  readonly withdrawn: readonly RelationClaim[]
  /** The relations that the plan removed or changed, to store as they were before the plan; sorted by key. */
  readonly restored: readonly RelationWithClaims[]
  /** The relations of which the plan changed only times and claims, as they were before the plan. */
  readonly confirmed: readonly RelationWithClaims[]
  /** The claims to store as they were before the plan. */
  readonly claims: readonly RelationClaim[]
  readonly relations: Counters
  readonly removedTopologies: readonly Topology[]
  /** The topologies to store as they were before the plan. */
  readonly restoredTopologies: readonly Topology[]
  readonly topologies: Counters
  /** The ids of the catalog entries that the plan created, which are removed. */
  readonly catalogServices: readonly string[]
}

/** Yields after this many relations, which take a few milliseconds. */
const RELATIONS_AT_ONCE = 2_000

/**
 * Plans the undo of a plan (rules.md#plans-5). It changes only data that an import of the source can have changed, so a
 * forged document gives its sender no additional rights. Yields for pauses.
 *
 * @param source the source of the plan
 * @throws OpsgraphError `invalid` if no import can lead from the state `before` to the state `now`
 */
export function* planUndo(before: PlanState, now: TouchedState, source: string): Steps<UndoPlan> {
  const topologies = undoTopologies(before.topologies, now.topologies)
  const relations = yield* undoRelations(before.relations, now.relations, planClaimTest(before, now, source))
  yield
  return { ...relations, ...topologies, catalogServices: now.catalogServices.map(requireUnchangedEntry) }
}

/** Tests whether the plan may have made or withdrawn a claim. */
type PlanClaimTest = (claim: ClaimWithoutKey) => boolean

/** A plan changes only the claims of its source and of its topologies. */
export function planClaimTest(before: PlanState, now: PlanState, source: string): PlanClaimTest {
  const topologyIds = new Set([...before.topologies, ...now.topologies].map(({ id }) => id))
  return (claim) =>
    claim.source === 'cmdb'
      ? claim.sourceRef === source
      : claim.source === 'topology' && topologyIds.has(claim.sourceRef ?? '')
}

/**
 * Returns the id of a catalog entry that the plan created. Refuses an entry with more than a name: imports set no more.
 */
function requireUnchangedEntry(entry: CatalogService): string {
  const { serviceId } = entry
  const plain: object = emptyCatalogService(serviceId)
  if (!isSameJson({ ...entry } as object as JsonValue, plain as JsonValue))
    throw impossibleUndoError(`the catalog entry ${truncateForMessage(serviceId)}`)
  return serviceId
}

function impossibleUndoError(what: string): OpsgraphError {
  const message = `the document would undo what no import does, at ${what}: somebody has edited it`
  return planRefusalError('invalid', { code: 'planEdited', path: 'state', message })
}

/** The fields of a relation that answers show, except its key and `updateTime`. */
const SHOWN_FIELDS = ['id', 'source', 'sourceRef', 'createTime'] as const

function* undoRelations(
  before: readonly RelationWithClaims[],
  now: readonly RelationWithClaims[],
  isOfPlan: PlanClaimTest,
) {
  const current = new Map(now.map((relation) => [relationKey(relation), relation]))
  const withdrawn: RelationClaim[] = []
  const restored: RelationWithClaims[] = []
  const confirmed: RelationWithClaims[] = []
  const claims: RelationClaim[] = []
  const counts = { create: 0, update: 0, remove: 0, unchanged: 0 }
  yield* eachInSteps(before, RELATIONS_AT_ONCE, (former) => {
    const key = relationKey(former)
    const stored = current.get(key)
    current.delete(key)
    const relation = withClaimsOfOthers(former, stored, isOfPlan)
    if (stored !== undefined && SHOWN_FIELDS.every((field) => stored[field] === relation[field])) {
      counts.unchanged++
      if (JSON.stringify(stored) === JSON.stringify(relation)) return
      const restoredKeys = new Set(allClaims(relation).map(claimKey))
      withdrawn.push(...allClaims(stored).filter((claim) => !restoredKeys.has(claimKey(claim))))
      confirmed.push(relation)
      claims.push(...claimsInSnapshot(relation))
      return
    }
    counts[stored === undefined ? 'create' : 'update']++
    if (stored !== undefined) withdrawn.push(...allClaims(stored))
    restored.push(relation)
    claims.push(...claimsInSnapshot(relation))
  })
  for (const created of current.values()) withdrawn.push(...allClaims(created).filter(isOfPlan))
  return {
    withdrawn,
    restored: sortByKey(restored),
    confirmed: sortByKey(confirmed),
    claims,
    relations: { ...counts, remove: current.size },
  }
}

/**
 * The relation as it was before the plan, but with the current claims of other sources, which may have confirmed the
 * relation since.
 */
function withClaimsOfOthers(
  former: RelationWithClaims,
  stored: RelationWithClaims | undefined,
  isOfPlan: PlanClaimTest,
): RelationWithClaims {
  const others = stored === undefined ? [] : allClaims(stored).filter((claim) => !isOfPlan(claim))
  const claims = [...allClaims(former).filter(isOfPlan), ...others]
  const shown = claimKey(former)
  if (!claims.some((claim) => claimKey(claim) === shown)) {
    throw impossibleUndoError(
      `the relation of ${truncateForMessage(former.resource)} with ${truncateForMessage(former.parent)}`,
    )
  }
  const { claims: _, updateTime, ...relation } = former
  const times = [updateTime, ...others.map(({ lastTime }) => lastTime)].sort(compareNames)
  return toRelationWithClaims({ ...relation, updateTime: times.at(-1) ?? updateTime }, claims)
}

function allClaims(relation: RelationWithClaims): readonly RelationClaim[] {
  const { environment, resource, parent } = relation
  return allClaimsOf(relation).map((claim) => ({ environment, resource, parent, ...claim }))
}

function undoTopologies(before: readonly Topology[], now: readonly Topology[]) {
  const former = new Map(before.map((topology) => [topology.id, topology]))
  const removedTopologies = now.filter(({ id }) => !former.has(id))
  const current = new Map(now.map((topology) => [topology.id, topologyText(topology)]))
  const services = new Map(now.map(({ id, service }) => [id, service]))
  const other = before.find(({ id, service }) => services.get(id) !== service)
  if (other !== undefined) throw impossibleUndoError(`the topology of the service ${truncateForMessage(other.service)}`)
  const restoredTopologies = before.filter((topology) => current.get(topology.id) !== topologyText(topology))
  const topologies = {
    create: 0,
    update: restoredTopologies.length,
    remove: removedTopologies.length,
    unchanged: before.length - restoredTopologies.length,
  }
  return { removedTopologies, restoredTopologies, topologies }
}
