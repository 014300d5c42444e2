import type { ResolvedNames } from '../alias/resolved-names.js'
import { groupBy } from '../group-by.js'
import { compareNames } from '../name.js'
import { type Relation, relationKey, sortByKey } from '../relation/relation.js'
import { claimKey, type RelationClaim } from '../relation/relation-claim.js'
import { eachInSteps, type Steps } from '../steps.js'
import type { RenameChange } from './rename.js'

/**
 * The stored relations that a new name concerns: those that name the resource, and those that already have the keys
 * that the renamed relations would get. `claims` are the claims of all these relations.
 */
export interface RelationState {
  readonly relations: readonly Relation[]
  readonly claims: readonly RelationClaim[]
}

/**
 * How relations get their new names: the caller first withdraws the claims in `withdrawn`, then declares the relations,
 * and finally stores `claims`.
 */
export interface RelationRenames {
  readonly withdrawn: readonly RelationClaim[]
  /** Relations to declare. They replace a stored source of the same rank. */
  readonly stated: readonly Relation[]
  /**
   * Relations to declare that do not replace a stored source of the same rank, because the stored relation is newer.
   */
  readonly yielding: readonly Relation[]
  /** The claims of all relations in `stated` and `yielding`. */
  readonly claims: readonly RelationClaim[]
  readonly changes: readonly RenameChange[]
}

/** Yields after this many relations, which take a few milliseconds. */
const RELATIONS_AT_ONCE = 1_000

/**
 * Plans the new names of relations. A relation keeps its id, times and claims (rules.md#rename-2). Yields for pauses.
 */
export function* renameRelations({ relations, claims }: RelationState, names: ResolvedNames): Steps<RelationRenames> {
  const stored = new Map(relations.map((relation) => [relationKey(relation), relation]))
  const byRelation = groupBy(claims, relationKey)
  yield
  const claimsOf = (relation: Relation) => byRelation.get(relationKey(relation)) ?? []
  const plan = {
    withdrawn: [] as RelationClaim[],
    stated: [] as Relation[],
    yielding: [] as Relation[],
    claims: [] as RelationClaim[],
    changes: [] as RenameChange[],
  }
  yield* eachInSteps(sortByKey(relations), RELATIONS_AT_ONCE, (relation) => {
    const renamed = names.relation(relation)
    if (renamed === relation) return
    const relationClaims = claimsOf(relation)
    const existing = stored.get(relationKey(renamed))
    const isLoop = renamed.resource === renamed.parent
    const usualAction = existing === undefined ? 'rename' : 'merge'
    const text = `${relation.resource} has parent ${relation.parent}`
    plan.withdrawn.push(...relationClaims)
    plan.changes.push({ kind: 'relation', action: isLoop ? 'remove' : usualAction, text })
    if (isLoop) return
    const renamedClaims = relationClaims.map((claim) => names.relation(claim))
    plan.claims.push(...(existing === undefined ? renamedClaims : mergeClaims(renamedClaims, claimsOf(existing))))
    addRenamed(plan, renamed, existing)
  })
  return { ...plan, stated: sortByKey(plan.stated), yielding: sortByKey(plan.yielding) }
}

function addRenamed(
  { stated, yielding }: { readonly stated: Relation[]; readonly yielding: Relation[] },
  renamed: Relation,
  existing: Relation | undefined,
): void {
  if (existing !== undefined && renamed.updateTime < existing.updateTime)
    yielding.push({ ...renamed, updateTime: existing.updateTime })
  else stated.push(renamed)
}

/**
 * Merges the claims of two relations. If a source claims both, its claims become one, from the first to the last time.
 */
function mergeClaims(
  renamedClaims: readonly RelationClaim[],
  existing: readonly RelationClaim[],
): readonly RelationClaim[] {
  const merged = new Map(existing.map((claim) => [claimKey(claim), claim]))
  for (const claim of renamedClaims) {
    const existingClaim = merged.get(claimKey(claim))
    merged.set(claimKey(claim), existingClaim === undefined ? claim : mergeClaim(claim, existingClaim))
  }
  return [...merged.values()]
}

function mergeClaim(one: RelationClaim, other: RelationClaim): RelationClaim {
  const [firstTime = one.firstTime] = [one.firstTime, other.firstTime].toSorted(compareNames)
  const [lastTime = one.lastTime] = [one.lastTime, other.lastTime].toSorted((left, right) => compareNames(right, left))
  return { ...one, firstTime, lastTime, isReplaceable: one.isReplaceable && other.isReplaceable }
}
