import { SEVERITIES, type Severity } from '../alert/severity.js'
import { addToList, groupBy } from '../group-by.js'
import { LIMITS } from '../limits.js'
import type { RedundancyRule } from '../redundancy/redundancy-rule.js'
import type { Neighbors } from '../relation/walk.js'
import type { AncestorWalk, NumberedStart } from './ancestor-walk.js'
import { rankOfSeverity } from './compare-alerts.js'
import type { ImpactAlert } from './impact-alert.js'
import { WorkBudget } from './work-budget.js'

/** The fields of a rule that the impact of alerts needs. */
export type AppliedRule = Pick<RedundancyRule, 'environment' | 'resource' | 'minHealthy' | 'failedAt' | 'degraded'>

/**
 * The worst severity that an alert can have after it has moved up to an ancestor, as the rank of a severity: a
 * redundancy rule in between lowers every worse alert to this severity. A smaller number is a worse severity.
 */
export type SeverityLimit = number
/** No rule lowers the alert. */
export const UNLIMITED: SeverityLimit = -1
/** A rule absorbs the alert: it does not arrive. */
export const ABSORBED: SeverityLimit = Number.POSITIVE_INFINITY

/** The severity with which an alert arrives if rules set this limit; `null` = it does not arrive. */
export function arrivingSeverity({ severity }: ImpactAlert, limit: SeverityLimit): Severity | null {
  return SEVERITIES[Math.max(rankOfSeverity(severity), limit)] ?? null
}

/** A rule, and how many children of its resource have failed. */
export interface RuleState {
  readonly rule: AppliedRule
  /** The number of the resource in the walk; `undefined` if the walk has not reached it. */
  readonly node: number | undefined
  /** The number of children in the resource graph. */
  readonly of: number
  /** The numbers of the children that the walk has reached. No alert arrives at the other children. */
  readonly children: readonly number[]
  /** How many children must be healthy. */
  readonly minHealthy: number
  failed: number
  /** True if too few children are healthy. A broken rule lowers no alert. */
  isBroken: boolean
}

/**
 * Makes the states of some rules as they are before any child fails. Yields now and then.
 *
 * @param children the children of the resources of the rules
 */
export function* initialStates(
  rules: readonly AppliedRule[],
  children: Neighbors,
  walk: Pick<AncestorWalk, 'numberOf'>,
): Generator<undefined, readonly RuleState[]> {
  const states: RuleState[] = []
  const budget = new WorkBudget()
  for (const rule of rules) {
    const all = children.get(rule.resource) ?? []
    const numbers: number[] = []
    for (const child of all) {
      const number = walk.numberOf(child)
      if (number !== undefined) numbers.push(number)
      if (budget.isSpentBy(1)) yield
    }
    states.push(initialState(rule, { of: all.length, node: walk.numberOf(rule.resource), children: numbers }))
    if (budget.isSpentBy(1)) yield
  }
  return states
}

function initialState(rule: AppliedRule, counted: Pick<RuleState, 'of' | 'node' | 'children'>): RuleState {
  const minHealthy = requiredHealthy(rule.minHealthy, counted.of)
  return { rule, ...counted, minHealthy, failed: 0, isBroken: counted.of < minHealthy }
}

/** Computes how many of the children must be healthy. A percentage is rounded up. */
export function requiredHealthy(minHealthy: number | string, of: number): number {
  return typeof minHealthy === 'number' ? minHealthy : Math.ceil((Number.parseInt(minHealthy, 10) * of) / 100)
}

/** The limit that a rule sets for alerts that enter its resource from below. */
export function limitOfRule({ rule: { degraded }, isBroken }: RuleState): SeverityLimit {
  if (isBroken) return UNLIMITED
  return degraded === null ? ABSORBED : rankOfSeverity(degraded)
}

/** The resource of some alerts, the parent that they name, and the rank of the worst alert that is not shelved. */
export interface FailingStart extends NumberedStart {
  readonly rank: number
}

/**
 * Finds which rules are broken: the least fixed point, starting from the state in which no child has failed
 * (rules.md#redundancy). A child fails when an alert arrives at it. Then a rule may break, so more alerts arrive above
 * it, and more children fail. However many rules break, each resource is visited at most once for each level and each
 * severity in the `failedAt` of a rule.
 */
export class BrokenRuleSearch {
  readonly #walk: AncestorWalk
  readonly #starts: readonly FailingStart[]
  readonly #states: readonly RuleState[]
  /** The starts whose alerts name a resource as their parent, by the number of this resource. */
  readonly #namedBy: ReadonlyMap<number | undefined, readonly FailingStart[]>
  readonly #ruleAt: ReadonlyMap<number, RuleState>
  /** The rules that count a resource as a child, by the number of this resource. */
  readonly #countedBy = new Map<number, RuleState[]>()
  /**
   * For each rank in the `failedAt` of a rule, and each resource: the lowest level at which an alert of this rank or a
   * worse one arrives. The level is the distance from the resource of the alert.
   */
  readonly #levels = new Map<number, Uint8Array>()
  /** The resources whose level has become lower, and whose parents must be visited because of this. */
  readonly #pending: { readonly rank: number; readonly node: number }[] = []
  readonly #broken: RuleState[] = []

  constructor(walk: AncestorWalk, starts: readonly FailingStart[], states: readonly RuleState[]) {
    this.#walk = walk
    this.#starts = starts
    this.#states = states
    this.#namedBy = groupBy(starts, ({ namedParent }) => namedParent)
    this.#ruleAt = new Map(states.flatMap((state) => (state.node === undefined ? [] : [[state.node, state]])))
    for (const { rule } of states) {
      const rank = rankOfSeverity(rule.failedAt)
      if (!this.#levels.has(rank)) this.#levels.set(rank, new Uint8Array(walk.names.length).fill(NO_LEVEL))
    }
  }

  /** Counts the failed children of each rule, and sets which rules are broken. Yields now and then. */
  *run(): Generator<undefined, void> {
    const budget = new WorkBudget()
    yield* this.#countChildren(budget)
    for (const rank of this.#levels.keys()) this.#startAlerts(rank)
    for (let steps = this.#visitNext(); steps > 0; steps = this.#visitNext()) if (budget.isSpentBy(steps)) yield
  }

  *#countChildren(budget: WorkBudget): Generator<undefined, void> {
    for (const state of this.#states) {
      for (const child of state.children) {
        addToList(this.#countedBy, child, state)
        if (budget.isSpentBy(1)) yield
      }
    }
  }

  /** Lets all alerts of a rank or a worse one arrive at their own resources, and enter the parents that they name. */
  #startAlerts(rank: number): void {
    for (const start of this.#starts) {
      if (start.rank > rank) continue
      this.#arrive(rank, start.node, 0)
      if (start.namedParent !== undefined) this.#enter(rank, start.namedParent, 1)
    }
  }

  /** @returns the number of resources that this step has visited; 0 = nothing is left to do */
  #visitNext(): number {
    const next = this.#pending.pop()
    if (next !== undefined) return this.#visitParents(next.rank, next.node)
    const broken = this.#broken.pop()
    if (broken?.node === undefined) return broken === undefined ? 0 : 1
    for (const rank of this.#levels.keys()) this.#enterBroken(broken.node, rank)
    return (broken.children.length + 1) * this.#levels.size
  }

  #visitParents(rank: number, node: number): number {
    const level = this.#levelAt(rank, node)
    const parents = level < LIMITS.rollupDepth ? (this.#walk.parents[node] as readonly number[]) : []
    for (const parent of parents) this.#enter(rank, parent, level + 1)
    return parents.length + 1
  }

  #enter(rank: number, node: number, level: number): void {
    const state = this.#ruleAt.get(node)
    if (state === undefined || limitOfRule(state) <= rank) this.#arrive(rank, node, level)
  }

  #arrive(rank: number, node: number, level: number): void {
    const before = this.#levelAt(rank, node)
    if (level >= before) return
    ;(this.#levels.get(rank) as Uint8Array)[node] = level
    this.#pending.push({ rank, node })
    if (before !== NO_LEVEL) return
    for (const state of this.#countedBy.get(node) ?? []) {
      if (rankOfSeverity(state.rule.failedAt) === rank) this.#fail(state)
    }
  }

  #fail(state: RuleState): void {
    state.failed++
    if (state.isBroken || state.of - state.failed >= state.minHealthy) return
    state.isBroken = true
    this.#broken.push(state)
  }

  /** Lets alerts enter the resource of a rule that has just broken. */
  #enterBroken(node: number, rank: number): void {
    for (const child of this.#walk.children[node] as readonly number[]) {
      const level = this.#levelAt(rank, child)
      if (level < LIMITS.rollupDepth) this.#arrive(rank, node, level + 1)
    }
    for (const start of this.#namedBy.get(node) ?? []) if (start.rank <= rank) this.#arrive(rank, node, 1)
  }

  #levelAt(rank: number, node: number): number {
    return this.#levels.get(rank)?.[node] ?? NO_LEVEL
  }
}

/** The level of a resource at which no alert of the rank arrives. */
const NO_LEVEL = 255
