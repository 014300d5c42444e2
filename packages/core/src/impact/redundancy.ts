import { SEVERITIES, type Severity } from '../alert/severity.js'
import { groupBy } from '../group-by.js'
import { LIMITS } from '../limits.js'
import type { RedundancyRule } from '../redundancy/redundancy-rule.js'
import type { Neighbors } from '../relation/walk.js'
import { rankOf } from './compare-alerts.js'
import type { ImpactAlert } from './impact-alert.js'
import type { NumberedStart, WaysUp } from './ways-up.js'
import { WorkBudget } from './work-budget.js'

/** The fields of a rule that the impact of alerts needs. */
export type AppliedRule = Pick<RedundancyRule, 'environment' | 'resource' | 'minHealthy' | 'failedAt' | 'degraded'>

/**
 * How severe an alert can be after it has moved up some way: the rank of a severity. A rule that holds on the way lowers
 * every worse alert to this severity.
 */
export type Limit = number
export const UNLIMITED: Limit = -1
/** Nothing arrives. */
export const NOTHING: Limit = Number.POSITIVE_INFINITY

/** How severe an alert is at the end of a way; `null` = nothing of it arrives. */
export function arrivalOf({ severity }: ImpactAlert, limit: Limit): Severity | null {
  return SEVERITIES[Math.max(rankOf(severity), limit)] ?? null
}

/** A rule, and how many children of its resource have failed. */
export interface RuleState {
  readonly rule: AppliedRule
  /** The number of the resource on the ways up; `undefined` if it is on none. */
  readonly node: number | undefined
  /** The number of children in the resource graph. */
  readonly of: number
  /** Those of the children that are on the ways up. No alert arrives at the others. */
  readonly children: readonly number[]
  /** How many healthy children suffice. */
  readonly minHealthy: number
  failed: number
  /** A rule that is broken lowers nothing. */
  isBroken: boolean
}

/**
 * The states of some rules while nothing has failed. Yields now and then.
 *
 * @param children the children of the resources of the rules
 */
export function* ruleStates(
  rules: readonly AppliedRule[],
  children: Neighbors,
  ways: Pick<WaysUp, 'numberOf'>,
): Generator<undefined, readonly RuleState[]> {
  const states: RuleState[] = []
  const budget = new WorkBudget()
  for (const rule of rules) {
    const all = children.get(rule.resource) ?? []
    const numbers: number[] = []
    for (const child of all) {
      const number = ways.numberOf(child)
      if (number !== undefined) numbers.push(number)
      if (budget.isSpentBy(1)) yield
    }
    states.push(ruleState(rule, { of: all.length, node: ways.numberOf(rule.resource), children: numbers }))
    if (budget.isSpentBy(1)) yield
  }
  return states
}

function ruleState(rule: AppliedRule, counted: Pick<RuleState, 'of' | 'node' | 'children'>): RuleState {
  const minHealthy = healthyNeeded(rule.minHealthy, counted.of)
  return { rule, ...counted, minHealthy, failed: 0, isBroken: counted.of < minHealthy }
}

/** How many of some children must be healthy. A percentage is rounded up. */
export function healthyNeeded(minHealthy: number | string, of: number): number {
  return typeof minHealthy === 'number' ? minHealthy : Math.ceil((Number.parseInt(minHealthy, 10) * of) / 100)
}

/** How much a rule lowers what enters its resource from below. */
export function limitOf({ rule: { degraded }, isBroken }: RuleState): Limit {
  if (isBroken) return UNLIMITED
  return degraded === null ? NOTHING : rankOf(degraded)
}

/** Where alerts begin, and the rank of the worst of them that is not shelved. */
export interface FailingStart extends NumberedStart {
  readonly rank: number
}

/**
 * Finds which rules are broken: the least fixed point, beginning with every rule holding (rules.md#redundancy). A child
 * fails when an alert arrives at it; then a rule may break, so that more alerts arrive above it, and more children fail.
 * Each resource is visited at most once for each severity that rules ask for and each level, however many rules break.
 */
export class RuleSettling {
  readonly #ways: WaysUp
  readonly #starts: readonly FailingStart[]
  readonly #states: readonly RuleState[]
  /** The starts that state a resource as their parent, by its number. */
  readonly #stating: ReadonlyMap<number | undefined, readonly FailingStart[]>
  readonly #ruleAt: ReadonlyMap<number, RuleState>
  /** The rules that count a resource as a child, by its number. */
  readonly #countedBy = new Map<number, RuleState[]>()
  /** For each rank that rules ask for: the lowest level at which an alert of this rank or a worse one arrives. */
  readonly #levels = new Map<number, Uint8Array>()
  /** The resources whose level has become lower. What arrives there has not moved on yet. */
  readonly #pending: { readonly rank: number; readonly node: number }[] = []
  readonly #broken: RuleState[] = []

  constructor(ways: WaysUp, starts: readonly FailingStart[], states: readonly RuleState[]) {
    this.#ways = ways
    this.#starts = starts
    this.#states = states
    this.#stating = groupBy(starts, ({ stated }) => stated)
    this.#ruleAt = new Map(states.flatMap((state) => (state.node === undefined ? [] : [[state.node, state]])))
    for (const { rule } of states) {
      const rank = rankOf(rule.failedAt)
      if (!this.#levels.has(rank)) this.#levels.set(rank, new Uint8Array(ways.names.length).fill(NEVER))
    }
  }

  /** Counts the failed children of each rule, and sets which rules are broken. Yields now and then. */
  *run(): Generator<undefined, void> {
    const budget = new WorkBudget()
    yield* this.#countChildren(budget)
    for (const rank of this.#levels.keys()) this.#begin(rank)
    for (let steps = this.#step(); steps > 0; steps = this.#step()) if (budget.isSpentBy(steps)) yield
  }

  *#countChildren(budget: WorkBudget): Generator<undefined, void> {
    for (const state of this.#states) {
      for (const child of state.children) {
        const counting = this.#countedBy.get(child)
        if (counting === undefined) this.#countedBy.set(child, [state])
        else counting.push(state)
        if (budget.isSpentBy(1)) yield
      }
    }
  }

  /** Lets all alerts of a rank or a worse one arrive where they begin, and at the parents that they name. */
  #begin(rank: number): void {
    for (const start of this.#starts) {
      if (start.rank > rank) continue
      this.#arrive(rank, start.node, 0)
      if (start.stated !== undefined) this.#enter(rank, start.stated, 1)
    }
  }

  /** @returns the number of resources that this step has looked at; 0 = nothing is left to do */
  #step(): number {
    const next = this.#pending.pop()
    if (next !== undefined) return this.#moveOn(next.rank, next.node)
    const broken = this.#broken.pop()
    if (broken?.node === undefined) return broken === undefined ? 0 : 1
    for (const rank of this.#levels.keys()) this.#reopen(broken.node, rank)
    return (broken.children.length + 1) * this.#levels.size
  }

  #moveOn(rank: number, node: number): number {
    const level = this.#levelAt(rank, node)
    const parents = level < LIMITS.rollupDepth ? (this.#ways.parents[node] as readonly number[]) : []
    for (const parent of parents) this.#enter(rank, parent, level + 1)
    return parents.length + 1
  }

  #enter(rank: number, node: number, level: number): void {
    const state = this.#ruleAt.get(node)
    if (state === undefined || limitOf(state) <= rank) this.#arrive(rank, node, level)
  }

  #arrive(rank: number, node: number, level: number): void {
    const before = this.#levelAt(rank, node)
    if (level >= before) return
    ;(this.#levels.get(rank) as Uint8Array)[node] = level
    this.#pending.push({ rank, node })
    if (before !== NEVER) return
    for (const state of this.#countedBy.get(node) ?? []) {
      if (rankOf(state.rule.failedAt) === rank) this.#fail(state)
    }
  }

  #fail(state: RuleState): void {
    state.failed++
    if (state.isBroken || state.of - state.failed >= state.minHealthy) return
    state.isBroken = true
    this.#broken.push(state)
  }

  /** Lets in what a rule has kept out until now. */
  #reopen(node: number, rank: number): void {
    for (const child of this.#ways.children[node] as readonly number[]) {
      const level = this.#levelAt(rank, child)
      if (level < LIMITS.rollupDepth) this.#arrive(rank, node, level + 1)
    }
    for (const start of this.#stating.get(node) ?? []) if (start.rank <= rank) this.#arrive(rank, node, 1)
  }

  #levelAt(rank: number, node: number): number {
    return this.#levels.get(rank)?.[node] ?? NEVER
  }
}

/** No alert of this rank arrives. */
const NEVER = 255
