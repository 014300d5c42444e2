import { LIMITS } from '../limits.js'
import { componentsFromEnds } from '../strongly-connected-components.js'
import type { AlertingResource, AlertWay } from './alerting-resource.js'
import { BITS_AT_ONCE, BitWalk, spreadUp } from './bit-walk.js'
import { canExplain, rankOf } from './compare-alerts.js'
import type { LimitedGraph } from './limited-graph.js'
import { type Limit, NOTHING, UNLIMITED } from './redundancy.js'
import type { WaysUp } from './ways-up.js'
import { chunksOf, STEPS_OF_ALERT, WorkBudget } from './work-budget.js'

/** The alerts of one environment, and where their ways lead. */
interface Alerting {
  readonly ways: WaysUp
  readonly resources: readonly AlertingResource[]
  /** The resources by their number on the ways up. */
  readonly resourceAt: ReadonlyMap<number, AlertingResource>
  readonly starts: readonly AlertWay[]
  /** As `limitedGraphs` returns them. */
  readonly graphs: readonly LimitedGraph[]
}

/**
 * Which resources the alerts of one environment explain (rules.md#root-causes). Redundancy rules do not change this.
 * They change what arrives there, and so which alerts stand out.
 */
export class Explanations {
  readonly #alerting: Alerting
  /**
   * Groups resources that lie on each other's way up, directly or through others (rules.md#root-causes-4). Every other
   * resource is a group of its own. A group comes after the groups that its alerts lead to.
   */
  components: readonly (readonly number[])[] = []
  #groupAt = new Int32Array()
  #forks = new Int32Array()

  private constructor(alerting: Alerting) {
    this.#alerting = alerting
  }

  /** Notes in each resource and way what the alerts explain, and what arrives there. Yields now and then. */
  static *find(alerting: Alerting): Generator<undefined, Explanations> {
    const found = new Explanations(alerting)
    yield* found.#find()
    return found
  }

  /** The numbers of the other resources that the alerts of a resource explain a single level above. */
  explainedAbove({ ways, node }: AlertingResource): ReadonlySet<number> {
    const explaining = ways.filter(({ alerts: [worst] }) => worst && canExplain(worst))
    const above = explaining.flatMap(({ stated }) => [
      stated ?? node,
      ...(this.#alerting.ways.parents[node] as readonly number[]),
    ])
    const resources = above.flatMap((parent) =>
      parent === node ? [] : (this.#alerting.resourceAt.get(parent)?.number ?? []),
    )
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

  *#find(): Generator<undefined, void> {
    yield* this.#findAbove()
    this.components = yield* componentsFromEnds(this.#alerting.resources.map(({ ways }) => reachedThrough(ways)))
    yield
    yield* this.#group()
    const budget = new WorkBudget()
    for (const resource of this.#alerting.resources) {
      resource.explained = reachedThrough(resource.ways.filter(({ alerts: [worst] }) => worst && canExplain(worst)))
      if (budget.isSpentBy(resource.explained.length + 1)) yield
    }
    for (const graph of this.#alerting.graphs.length > 1 ? this.#alerting.graphs : []) {
      yield* this.#climb(graph, (way, resources) => this.#compare(way, resources, graph.limit))
    }
    if (this.#alerting.graphs.length > 1) return
    for (const way of this.#alerting.starts) if (budget.isSpentBy(this.#compare(way, way.above, UNLIMITED))) yield
  }

  /** Finds the alerting resources on each way. */
  *#findAbove(): Generator<undefined, void> {
    // In a flood of alerts, thousands of ways lead to the same thousands of resources, and share one list of them.
    const shared = new Map<string, readonly number[]>()
    yield* this.#climb(this.#alerting.graphs.at(-1) as LimitedGraph, (way, resources) => {
      const others = resources.filter((number) => number !== way.resource)
      const key = others.join()
      way.above = shared.get(key) ?? others
      shared.set(key, way.above)
    })
  }

  /** Notes the group of each resource, and the fork of each group. */
  *#group(): Generator<undefined, void> {
    this.#groupAt = new Int32Array(this.#alerting.resources.length)
    this.#forks = new Int32Array(this.components.length)
    const budget = new WorkBudget()
    for (const [group, numbers] of this.components.entries()) {
      const members = numbers.map((number) => this.#alerting.resources[number] as AlertingResource)
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
      const resource = this.#alerting.resources[number] as AlertingResource
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
    const walk = new BitWalk(graph.parents, Math.min(BITS_AT_ONCE, this.#alerting.starts.length))
    for (const { items } of chunksOf(this.#alerting.starts, BITS_AT_ONCE)) {
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
    const reached = walk.reached.flatMap((node) => this.#alerting.resourceAt.get(node) ?? [])
    for (const { number, node } of reached.sort((one, other) => one.number - other.number)) {
      for (const bit of walk.bitsOf(node)) found[bit]?.push(number)
    }
    return found
  }
}

/** The resources that some ways of one resource lead to, each once. */
function reachedThrough(ways: readonly AlertWay[]): readonly number[] {
  const [first, ...others] = ways
  if (others.length === 0) return first?.above ?? []
  return [...new Set(ways.flatMap(({ above }) => above))]
}
