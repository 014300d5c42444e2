import { hashLists } from '../../content-hash.js'
import { groupBy } from '../../group-by.js'
import type { PlanKind } from '../../plan/plan-document.js'
import { planOutdatedError } from '../../plan/plan-issue.js'
import { describeChange, type PlanState } from '../../plan/plan-state.js'
import { stateHash, stateTexts, type TouchedKeys, type TouchedState } from '../../plan/touched-state.js'
import type { StoreParts } from '../../port/store.js'
import { type RelationKey, relationKey } from '../../relation/relation.js'
import { toRelationWithClaims } from '../../snapshot/kept-relation.js'
import { eachInSteps, type Steps } from '../../steps.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'

/** A plan with its hash. */
export interface HashedPlan {
  readonly planHash: string
  readonly touched: TouchedKeys
  /** The stored data that the plan touches. */
  readonly state: TouchedState
}

export interface HashedContent {
  readonly kind: PlanKind
  readonly options: object
  readonly touched: TouchedKeys
  /** What the plan changes, as lists of JSON texts. */
  readonly effects: readonly (readonly string[])[]
  /** True if the touched relations must be locked until the transaction ends. */
  readonly locks: boolean
}

/**
 * Computes the hash of a plan. Two plans have the same hash if they have the same options, make the same changes, and
 * find the same stored data. Times do not count, so that confirming a relation does not change the hash
 * (rules.md#plans-2).
 */
export async function hashPlan(
  parts: StoreParts,
  { kind, options, touched, effects, locks }: HashedContent,
): Promise<HashedPlan> {
  const state = await readTouchedState(parts, touched, locks)
  const texts = await runWithPauses(stateTexts(state))
  const planHash = await runWithPauses(hashLists([[JSON.stringify([kind, options])], ...effects, ...texts]))
  return { planHash, touched, state }
}

/** The plan that a caller has seen and wants to apply. */
export interface ExpectedPlan {
  readonly planHash: string
  /** The stored data that this plan touched when it was made, for the error message. */
  readonly state?: PlanState
}

/** @throws OpsgraphError `conflict` if the plan is not the expected one */
export function requireExpectedPlan({ planHash, state }: HashedPlan, expected: ExpectedPlan | undefined): void {
  if (expected === undefined || planHash === expected.planHash) return
  const change = expected.state === undefined ? undefined : describeChange(expected.state, state)
  const why = change ?? 'what it changes, or what it touches, is not as it was'
  throw planOutdatedError('planHash', `the plan is another one now: ${why}. Nothing is written. Make a new plan`)
}

/** The hash of the data that the plan touches, as it is stored after the plan was written. */
export async function hashAfterPlan(parts: StoreParts, plan: HashedPlan): Promise<string> {
  return await runWithPauses(stateHash(await readTouchedState(parts, touchedAfterPlan(plan), false)))
}

interface PlanWithState {
  readonly touched: TouchedKeys
  readonly state: PlanState
}

/** What a plan touches after it is written: also the relations that it has found, because it may have removed them. */
export function touchedAfterPlan({ touched, state }: PlanWithState): TouchedKeys {
  return { ...touched, others: state.relations }
}

/** Handling this many keys takes a few milliseconds; then the process can do other work. */
const KEYS_AT_ONCE = 5_000

/**
 * Reads the stored data that a plan touches. If a plan touches a topology, it also touches the relations that the
 * topology draws.
 *
 * @param locks true if the relations must be locked until the transaction ends
 */
export async function readTouchedState(parts: StoreParts, touched: TouchedKeys, locks: boolean): Promise<TouchedState> {
  const { services, catalogServices } = touched
  const topologies = services.length === 0 ? [] : await parts.topologies.readByServices(services)
  const ids = topologies.map(({ id }) => id)
  const drawn = ids.length === 0 ? [] : await parts.relations.claimsBy('topology', ids)
  const keys = await runWithPauses(distinctKeys([touched.stated, touched.others, drawn]))
  const relations = keys.length === 0 ? [] : await (locks ? parts.relations.lock(keys) : parts.relations.find(keys))
  const claims = groupBy(relations.length === 0 ? [] : await parts.relations.claims(relations), relationKey)
  const entries = catalogServices.length === 0 ? [] : await parts.catalog.find(catalogServices)
  return {
    relations: relations.map((relation) => toRelationWithClaims(relation, claims.get(relationKey(relation)) ?? [])),
    topologies,
    catalogServices: entries,
  }
}

function* distinctKeys(lists: readonly (readonly RelationKey[])[]): Steps<readonly RelationKey[]> {
  const keys = new Map<string, RelationKey>()
  for (const list of lists) yield* eachInSteps(list, KEYS_AT_ONCE, (key) => keys.set(relationKey(key), key))
  return [...keys.values()]
}
