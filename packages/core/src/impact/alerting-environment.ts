import { groupBy } from '../group-by.js'
import { LIMITS } from '../limits.js'
import type { Neighbors } from '../relation/walk.js'
import { componentsFromEnds } from '../strongly-connected-components.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import { BITS_AT_ONCE, BitWalk, spreadUp } from './bit-walk.js'
import { canExplain, compareAlerts, rankOf } from './compare-alerts.js'
import type { ImpactAlert } from './impact-alert.js'
import { type LimitedGraph, limitedGraphs } from './limited-graph.js'
import { reachedTopologies } from './reached-topologies.js'
import {
  type AppliedRule,
  type FailingStart,
  type Limit,
  NOTHING,
  RuleSettling,
  type RuleState,
  ruleState,
  UNLIMITED,
} from './redundancy.js'
import type { DrawnResources } from './topology-index.js'
import { type NumberedStart, WaysUp } from './ways-up.js'
import { chunksOf, STEPS_OF_ALERT, WorkBudget } from './work-budget.js'

/** A way up (rules.md#reach-2) that belongs to all alerts of one resource that name the same parent. */
export interface AlertWay extends NumberedStart {
  /** The number of the resource at which the way starts. */
  readonly resource: number
  /** The alerts of the way, the worst first, then the oldest. */
  alerts: readonly ImpactAlert[]
  /** The numbers of the other alerting resources on the way. */
  above: readonly number[]
  /** The topologies that have a node for a resource on the way, and how much rules limit what arrives there. */
  topologies: ReadonlyMap<NodeLookup, Limit>
}

/** A resource that has alerts. */
export interface AlertingResource {
  readonly number: number
  readonly node: number
  readonly ways: readonly AlertWay[]
  /** The worst alert first, then the oldest. */
  readonly alerts: readonly ImpactAlert[]
  /** The numbers of the other resources that the alerts explain, each once. */
  explained: readonly number[]
  /** The rank of the worst that arrives here of the alerts that explain the alerts of the resource. */
  explainedAt: number
  /** The greatest fork of the alerts that explain the alerts of the resource and arrive here; 0 = there are none. */
  explainedFork: number
}

/** A rule that has a failed child, and the topologies that its resource reaches. */
export interface FailingRule extends RuleState {
  readonly topologies: ReadonlyMap<NodeLookup, Limit>
}

const NOTHING_REACHED: ReadonlyMap<NodeLookup, Limit> = new Map()

/**
 * The alerts and the rules of one environment, and where the ways up lead. The caller completes the walk `ways`, passes
 * the children of the resources that have a rule to {@link count}, completes the walk again, and calls {@link search}.
 */
export class AlertingEnvironment {
  readonly ways = new WaysUp([])
  readonly resources: AlertingResource[] = []
  /** The topologies that have a node for a resource. */
  readonly drawn: DrawnResources
  readonly rules: readonly AppliedRule[]
  readonly #ways: AlertWay[] = []
  readonly #wayOf = new Map<string, AlertWay>()
  readonly #resourceAt = new Map<number, AlertingResource>()
  #children: Neighbors = new Map()
  #states: readonly RuleState[] = []
  #failing: readonly FailingRule[] = []
  #graphs: readonly LimitedGraph[] = []
  #components: readonly (readonly number[])[] = []
  #groupAt = new Int32Array()
  #forks = new Int32Array()
  readonly #environment: string

  private constructor(environment: string, rules: readonly AppliedRule[], drawn: DrawnResources) {
    this.#environment = environment
    this.rules = rules
    this.drawn = drawn
  }

  /**
   * Begins the walk. Yields now and then.
   *
   * @param alerts the alerts of the environment
   * @param rules the rules of the environment
   */
  static *open(
    environment: string,
    alerts: readonly ImpactAlert[],
    { rules, drawn }: Pick<AlertingEnvironment, 'rules' | 'drawn'>,
  ): Generator<undefined, AlertingEnvironment> {
    const opened = new AlertingEnvironment(environment, rules, drawn)
    opened.ways.add(alerts)
    yield
    const budget = new WorkBudget()
    for (const own of groupBy(alerts, ({ resource }) => resource).values()) {
      opened.#addResource(own)
      if (budget.isSpentBy(own.length * STEPS_OF_ALERT)) yield
    }
    return opened
  }

  /** The resources that have a rule. */
  get ruled(): readonly string[] {
    return this.rules.map(({ resource }) => resource)
  }

  /** Takes the children of the resources that have a rule. The caller then completes the walk `ways` again. */
  count(children: Neighbors): void {
    this.#children = children
    const isMet = ({ resource }: AppliedRule) =>
      this.ways.numberOf(resource) !== undefined ||
      children.get(resource)?.some((child) => this.ways.numberOf(child) !== undefined)
    this.ways.add(this.rules.filter(isMet).map(({ resource }) => ({ resource, resourceParent: null })))
  }

  /** The way of an alert. */
  wayOf(alert: ImpactAlert): AlertWay {
    return this.#wayOf.get(wayKey(alert)) as AlertWay
  }

  /** The rules that have a failed child. */
  get failing(): readonly FailingRule[] {
    return this.#failing
  }

  /** Every rule, and whether it holds. */
  get states(): readonly RuleState[] {
    return this.#states
  }

  /** The ways up within each limit that rules set, as `limitedGraphs` returns them. */
  get graphs(): readonly LimitedGraph[] {
    return this.#graphs
  }

  /**
   * Groups resources that lie on each other's way up, directly or through others (rules.md#root-causes-4). Every other
   * resource is a group of its own. A group comes after the groups that its alerts lead to.
   */
  get components(): readonly (readonly number[])[] {
    return this.#components
  }

  /** The numbers of the other resources that the alerts of a resource explain a single level above. */
  explainedAbove({ ways, node }: AlertingResource): ReadonlySet<number> {
    const explaining = ways.filter(({ alerts: [worst] }) => worst && canExplain(worst))
    const above = explaining.flatMap(({ stated }) => [
      stated ?? node,
      ...(this.ways.parents[node] as readonly number[]),
    ])
    const resources = above.flatMap((parent) => (parent === node ? [] : (this.#resourceAt.get(parent)?.number ?? [])))
    return new Set(resources)
  }

  /**
   * The fork of a group: the number of resources outside of it that its alerts explain a single level above; at least 1
   * (rules.md#root-causes-11).
   */
  forkOf(group: number): number {
    return this.#forks[group] as number
  }

  /** The number of a group in `components`, by the number of a resource. */
  groupOf(resource: number): number {
    return this.#groupAt[resource] as number
  }

  /** Finds which rules hold, where the ways lead, and what arrives there. Yields now and then. */
  *search(): Generator<undefined, void> {
    this.#states = this.rules.map((rule) => ruleState(rule, this.#children.get(rule.resource) ?? [], this.ways))
    yield* new RuleSettling(this.ways, this.#ways.flatMap(failingStart), this.#states).run()
    yield
    this.#graphs = yield* limitedGraphs(this.#environment, this, this.#states)
    const failing = this.#states.flatMap((state) => {
      const node = state.failed > 0 ? this.ways.numberOf(state.rule.resource) : undefined
      return node === undefined ? [] : [{ ...state, node, stated: undefined }]
    })
    const reached = yield* reachedTopologies(this, [...this.#ways, ...failing], this.#graphs)
    for (const way of this.#ways) way.topologies = reached.get(way) ?? NOTHING_REACHED
    this.#failing = failing.map((state) => ({ ...state, topologies: reached.get(state) ?? NOTHING_REACHED }))
    yield* this.#explain()
  }

  /** Finds which resources the alerts explain, and what arrives there. */
  *#explain(): Generator<undefined, void> {
    yield* this.#findAbove()
    this.#components = yield* componentsFromEnds(this.resources.map(({ ways }) => reachedThrough(ways)))
    yield
    yield* this.#group()
    const budget = new WorkBudget()
    for (const resource of this.resources) {
      resource.explained = reachedThrough(resource.ways.filter(({ alerts: [worst] }) => worst && canExplain(worst)))
      if (budget.isSpentBy(resource.explained.length + 1)) yield
    }
    for (const graph of this.#graphs.length > 1 ? this.#graphs : []) {
      yield* this.#climb(graph, (way, resources) => this.#compare(way, resources, graph.limit))
    }
    if (this.#graphs.length > 1) return
    for (const way of this.#ways) if (budget.isSpentBy(this.#compare(way, way.above, UNLIMITED))) yield
  }

  /** Finds the alerting resources on each way. */
  *#findAbove(): Generator<undefined, void> {
    // In a flood of alerts, thousands of ways lead to the same thousands of resources, and share one list of them.
    const shared = new Map<string, readonly number[]>()
    yield* this.#climb(this.#graphs.at(-1) as LimitedGraph, (way, resources) => {
      const others = resources.filter((number) => number !== way.resource)
      const key = others.join()
      way.above = shared.get(key) ?? others
      shared.set(key, way.above)
    })
  }

  /** Notes the group of each resource, and the fork of each group. */
  *#group(): Generator<undefined, void> {
    this.#groupAt = new Int32Array(this.resources.length)
    this.#forks = new Int32Array(this.#components.length)
    const budget = new WorkBudget()
    for (const [group, numbers] of this.#components.entries()) {
      const members = numbers.map((number) => this.resources[number] as AlertingResource)
      const above = new Set(members.flatMap((resource) => [...this.explainedAbove(resource)]))
      for (const number of numbers) {
        above.delete(number)
        this.#groupAt[number] = group
      }
      this.#forks[group] = Math.max(1, above.size)
      if (budget.isSpentBy(STEPS_OF_ALERT * numbers.length + above.size)) yield
    }
  }

  /** Notes what arrives of the alerts of a way at the resources that they explain, and how widely they fork. */
  #compare(way: AlertWay, resources: readonly number[], limit: Limit): number {
    const [worst] = way.alerts
    if (worst === undefined || !canExplain(worst)) return 1
    const rank = Math.max(rankOf(worst.severity), limit)
    const group = this.groupOf(way.resource)
    const fork = rank === NOTHING ? 0 : this.forkOf(group)
    for (const number of resources) {
      const resource = this.resources[number] as AlertingResource
      if (this.groupOf(number) === group) continue
      if (rank < resource.explainedAt) resource.explainedAt = rank
      if (fork > resource.explainedFork) resource.explainedFork = fork
    }
    return resources.length + 1
  }

  /** For each way, finds the alerting resources on it. */
  *#climb(
    graph: LimitedGraph,
    take: (way: AlertWay, resources: readonly number[]) => void,
  ): Generator<undefined, void> {
    const walk = new BitWalk(graph.parents, Math.min(BITS_AT_ONCE, this.#ways.length))
    for (const { items } of chunksOf(this.#ways, BITS_AT_ONCE)) {
      walk.clear()
      const starts = items.map((way, bit) => ({ node: way.node, stated: graph.open(way).stated, bits: [bit] }))
      yield* spreadUp(walk, starts, LIMITS.rollupDepth)
      const budget = new WorkBudget()
      for (const [bit, above] of this.#resourcesReached(walk, items.length).entries()) {
        if (budget.isSpentBy(above.length)) yield
        take(items[bit] as AlertWay, above)
      }
      yield
    }
  }

  /** For each bit, the alerting resources that have it, in ascending order. */
  #resourcesReached(walk: BitWalk, bits: number): readonly (readonly number[])[] {
    const found = Array.from({ length: bits }, (): number[] => [])
    const reached = walk.reached.flatMap((node) => this.#resourceAt.get(node) ?? [])
    for (const { number, node } of reached.sort((one, other) => one.number - other.number)) {
      for (const bit of walk.bitsOf(node)) found[bit]?.push(number)
    }
    return found
  }

  #addResource(alerts: readonly ImpactAlert[]): void {
    const number = this.resources.length
    const sorted = alerts.toSorted(compareAlerts)
    const ways = Array.from(groupBy(sorted, ({ resourceParent }) => resourceParent).values(), (own): AlertWay => {
      const numbered = this.ways.numbered(own[0] as ImpactAlert)
      return { ...numbered, resource: number, alerts: own, above: [], topologies: NOTHING_REACHED }
    })
    for (const way of ways) this.#wayOf.set(wayKey(way.alerts[0] as ImpactAlert), way)
    this.#ways.push(...ways)
    const { node } = ways[0] as AlertWay
    const resource = { number, node, ways, alerts: sorted, explained: [], explainedAt: NOTHING, explainedFork: 0 }
    this.resources.push(resource)
    this.#resourceAt.set(node, resource)
  }
}

function wayKey({ resource, resourceParent }: ImpactAlert): string {
  return resourceParent === null ? resource : `${resource}\u0000${resourceParent}`
}

/** An alert that is shelved makes no child fail; one in blackout does. */
function failingStart({ node, stated, alerts }: AlertWay): readonly FailingStart[] {
  const worst = alerts.find(({ status }) => status !== 'shelved')
  return worst === undefined ? [] : [{ node, stated, rank: rankOf(worst.severity) }]
}

/** The resources that some ways of one resource lead to, each once. */
function reachedThrough(ways: readonly AlertWay[]): readonly number[] {
  const [first, ...others] = ways
  if (others.length === 0) return first?.above ?? []
  return [...new Set(ways.flatMap(({ above }) => above))]
}
