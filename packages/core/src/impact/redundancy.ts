import { SEVERITIES, type Severity } from '../alert/severity.js'
import { groupBy } from '../group-by.js'
import { LIMITS } from '../limits.js'
import type { RedundancyRule } from '../redundancy/redundancy-rule.js'
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

/** The state of a rule while nothing has failed. */
export function ruleState(rule: AppliedRule, children: readonly string[], ways: WaysUp): RuleState {
  const of = children.length
  const minHealthy = healthyNeeded(rule.minHealthy, of)
  return {
    rule,
    node: ways.numberOf(rule.resource),
    of,
    children: children.flatMap((child) => ways.numberOf(child) ?? []),
    minHealthy,
    failed: 0,
    isBroken: of < minHealthy,
  }
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
    this.#stating = groupBy(starts, ({ stated }) => stated)
    this.#ruleAt = new Map(states.flatMap((state) => (state.node === undefined ? [] : [[state.node, state]])))
    for (const state of states) {
      const rank = rankOf(state.rule.failedAt)
      if (!this.#levels.has(rank)) this.#levels.set(rank, new Uint8Array(ways.names.length).fill(NEVER))
      for (const child of state.children) {
        const counting = this.#countedBy.get(child)
        if (counting === undefined) this.#countedBy.set(child, [state])
        else counting.push(state)
      }
    }
  }

  /** Counts the failed children of each rule, and sets which rules are broken. Yields now and then. */
  *run(): Generator<undefined, void> {
    for (const rank of this.#levels.keys()) this.#begin(rank)
    const budget = new WorkBudget()
    for (let steps = this.#step(); steps > 0; steps = this.#step()) if (budget.isSpentBy(steps)) yield
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
