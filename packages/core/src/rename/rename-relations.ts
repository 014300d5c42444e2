import type { ResolvedNames } from '../alias/resolved-names.js'
import { groupBy } from '../group-by.js'
import { compareNames } from '../name.js'
import { type Relation, relationKey } from '../relation/relation.js'
import { claimKey, type RelationClaim } from '../relation/relation-claim.js'
import { eachInSteps, type Steps } from '../steps.js'
import type { RenameChange } from './rename.js'

/** The relations that name a renamed resource, those that they become one with, and the claims of all of them. */
export interface RelationState {
  readonly relations: readonly Relation[]
  readonly claims: readonly RelationClaim[]
}

/** How relations get their new names: withdraw, then state, then keep. */
export interface RelationRenames {
  readonly withdrawn: readonly RelationClaim[]
  /** Relations that show their own source, unless a stored one has a stronger source. */
  readonly stated: readonly Relation[]
  /** Relations that meet a newer one, whose source stays if the ranks are equal. */
  readonly yielding: readonly Relation[]
  /** All claims of these relations, as they are to be stored. */
  readonly claims: readonly RelationClaim[]
  readonly changes: readonly RenameChange[]
}

/** Planning this many relations takes a few milliseconds. */
const PLANNED_AT_ONCE = 1_000

/** Plans the new names of relations, in steps. A relation keeps its id, its times and its claims (rules.md#rename-2). */
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
  yield* eachInSteps(inKeyOrder(relations), PLANNED_AT_ONCE, (relation) => {
    const renamed = names.relation(relation)
    if (renamed === relation) return
    const own = claimsOf(relation)
    const met = stored.get(relationKey(renamed))
    const isLoop = renamed.resource === renamed.parent
    const kept = met === undefined ? 'rename' : 'merge'
    const text = `${relation.resource} has parent ${relation.parent}`
    plan.withdrawn.push(...own)
    plan.changes.push({ kind: 'relation', action: isLoop ? 'remove' : kept, text })
    if (isLoop) return
    const moved = own.map((claim) => names.relation(claim))
    plan.claims.push(...(met === undefined ? moved : mergeClaims(moved, claimsOf(met))))
    place(plan, renamed, met)
  })
  return { ...plan, stated: inKeyOrder(plan.stated), yielding: inKeyOrder(plan.yielding) }
}

/** Concurrent writers lock rows in this order, so they do not deadlock. */
function inKeyOrder(relations: readonly Relation[]): readonly Relation[] {
  const keyed = relations.map((relation) => [relationKey(relation), relation] as const)
  return keyed.sort(([left], [right]) => (left < right ? -1 : Number(left > right))).map(([, relation]) => relation)
}

function place(
  { stated, yielding }: { readonly stated: Relation[]; readonly yielding: Relation[] },
  renamed: Relation,
  met: Relation | undefined,
): void {
  if (met !== undefined && renamed.updateTime < met.updateTime)
    yielding.push({ ...renamed, updateTime: met.updateTime })
  else stated.push(renamed)
}

/** The claims of two relations that become one. A source that claims both has one claim, with its first and last time. */
function mergeClaims(moved: readonly RelationClaim[], met: readonly RelationClaim[]): readonly RelationClaim[] {
  const merged = new Map(met.map((claim) => [claimKey(claim), claim]))
  for (const claim of moved) {
    const known = merged.get(claimKey(claim))
    merged.set(claimKey(claim), known === undefined ? claim : joinClaims(claim, known))
  }
  return [...merged.values()]
}

function joinClaims(one: RelationClaim, other: RelationClaim): RelationClaim {
  const [firstTime = one.firstTime] = [one.firstTime, other.firstTime].toSorted(compareNames)
  const [lastTime = one.lastTime] = [one.lastTime, other.lastTime].toSorted((left, right) => compareNames(right, left))
  return { ...one, firstTime, lastTime, isReplaceable: one.isReplaceable && other.isReplaceable }
}
