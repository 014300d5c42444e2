import { LIMITS } from '../limits.js'
import { componentsFromEnds } from '../strongly-connected-components.js'
import type { AlertingResource, AlertStart } from './alerting-resource.js'
import type { AncestorWalk } from './ancestor-walk.js'
import { canExplain, rankOfSeverity } from './compare-alerts.js'
import type { LimitedGraph } from './limited-graph.js'
import { BITS_AT_ONCE, ParallelWalk, spreadBitsUp } from './parallel-walk.js'
import { ABSORBED, type SeverityLimit, UNLIMITED } from './redundancy.js'
import { chunksOf, STEPS_PER_ALERT, WorkBudget } from './work-budget.js'

/** The alerting resources of one environment, and their ancestors. */
interface AlertingResources {
  readonly walk: AncestorWalk
  readonly resources: readonly AlertingResource[]
  /** The alerting resources, by their number in the walk. */
  readonly resourceAt: ReadonlyMap<number, AlertingResource>
  readonly starts: readonly AlertStart[]
  /** The graphs that `limitedGraphs` returns. */
  readonly graphs: readonly LimitedGraph[]
}

/**
 * Which resources the alerts of one environment explain (rules.md#root-causes). This does not depend on redundancy
 * rules. But the rules can lower the severity with which an explaining alert arrives, and so change which alerts stand
 * out.
 */
export class Explanations {
  readonly #alerting: AlertingResources
  /**
   * The groups of resources, as numbers of alerting resources. Resources that are ancestors of each other, directly or
   * through other alerting resources, form one group (rules.md#root-causes-4); every other resource is a group of its
   * own. A group comes after the groups that its alerts explain.
   */
  groups: readonly (readonly number[])[] = []
  #groupAt = new Int32Array()
  #forks = new Int32Array()

  private constructor(alerting: AlertingResources) {
    this.#alerting = alerting
  }

  /** Sets the fields of each alerting resource that depend on which alerts explain which. Yields now and then. */
  static *find(alerting: AlertingResources): Generator<undefined, Explanations> {
    const found = new Explanations(alerting)
    yield* found.#find()
    return found
  }

  /** The numbers of the other resources that the alerts of a resource explain directly, one level above it. */
  explainedAbove({ starts, node }: AlertingResource): ReadonlySet<number> {
    const explaining = starts.filter(({ alerts: [worst] }) => worst && canExplain(worst))
    const above = explaining.flatMap(({ namedParent }) => [
      namedParent ?? node,
      ...(this.#alerting.walk.parents[node] as readonly number[]),
    ])
    const resources = above.flatMap((parent) =>
      parent === node ? [] : (this.#alerting.resourceAt.get(parent)?.number ?? []),
    )
    return new Set(resources)
  }

  /**
   * Returns the fork of a group: the number of resources that the alerts of this group explain directly, exactly one
   * level above the resources of the group. The resources of the group do not count. The fork is at least 1
   * (rules.md#root-causes-11).
   */
  forkOf(group: number): number {
    return this.#forks[group] as number
  }

  /** The index in `groups` of the group of a resource. */
  groupOf(resource: number): number {
    return this.#groupAt[resource] as number
  }

  *#find(): Generator<undefined, void> {
    yield* this.#findAbove()
    this.groups = yield* componentsFromEnds(this.#alerting.resources.map(({ starts }) => ancestorsOf(starts)))
    yield
    yield* this.#setGroups()
    const budget = new WorkBudget()
    for (const resource of this.#alerting.resources) {
      resource.explained = ancestorsOf(resource.starts.filter(({ alerts: [worst] }) => worst && canExplain(worst)))
      if (budget.isSpentBy(resource.explained.length + 1)) yield
    }
    for (const graph of this.#alerting.graphs.length > 1 ? this.#alerting.graphs : []) {
      yield* this.#climb(graph, (start, resources) => this.#updateExplained(start, resources, graph.limit))
    }
    if (this.#alerting.graphs.length > 1) return
    for (const start of this.#alerting.starts)
      if (budget.isSpentBy(this.#updateExplained(start, start.alertingAncestors, UNLIMITED))) yield
  }

  /** Finds the ancestors of each start that have alerts too. */
  *#findAbove(): Generator<undefined, void> {
    // In a flood of alerts, thousands of starts have the same thousands of ancestors. They share one list, to save
    // memory.
    const shared = new Map<string, readonly number[]>()
    yield* this.#climb(this.#alerting.graphs.at(-1) as LimitedGraph, (start, resources) => {
      const others = resources.filter((number) => number !== start.resource)
      const key = others.join()
      start.alertingAncestors = shared.get(key) ?? others
      shared.set(key, start.alertingAncestors)
    })
  }

  /**
   * Stores, for each resource with alerts, the index of its group in `groups`; and for each group its fork (see
   * {@link forkOf}).
   */
  *#setGroups(): Generator<undefined, void> {
    this.#groupAt = new Int32Array(this.#alerting.resources.length)
    this.#forks = new Int32Array(this.groups.length)
    const budget = new WorkBudget()
    for (const [group, numbers] of this.groups.entries()) {
      const members = numbers.map((number) => this.#alerting.resources[number] as AlertingResource)
      const above = new Set(members.flatMap((resource) => [...this.explainedAbove(resource)]))
      for (const number of numbers) {
        above.delete(number)
        this.#groupAt[number] = group
      }
      this.#forks[group] = Math.max(1, above.size)
      if (budget.isSpentBy(STEPS_PER_ALERT * numbers.length + above.size)) yield
    }
  }

  /**
   * Updates, for the resources that the alerts of a start explain, the worst severity and the greatest fork of the
   * alerts that explain them.
   *
   * @returns the number of steps
   */
  #updateExplained(start: AlertStart, resources: readonly number[], limit: SeverityLimit): number {
    const [worst] = start.alerts
    if (worst === undefined || !canExplain(worst)) return 1
    const rank = Math.max(rankOfSeverity(worst.severity), limit)
    const group = this.groupOf(start.resource)
    const fork = rank === ABSORBED ? 0 : this.forkOf(group)
    for (const number of resources) {
      const resource = this.#alerting.resources[number] as AlertingResource
      if (this.groupOf(number) === group) continue
      if (rank < resource.explainedRank) resource.explainedRank = rank
      if (fork > resource.explainedFork) resource.explainedFork = fork
    }
    return resources.length + 1
  }

  /**
   * For each start, finds the alerting resources among its resource and its ancestors, and passes them to `receive`.
   */
  *#climb(
    graph: LimitedGraph,
    receive: (start: AlertStart, resources: readonly number[]) => void,
  ): Generator<undefined, void> {
    const walk = new ParallelWalk(graph.parents, Math.min(BITS_AT_ONCE, this.#alerting.starts.length))
    for (const { items } of chunksOf(this.#alerting.starts, BITS_AT_ONCE)) {
      walk.clear()
      const starts = items.map((start, bit) => ({
        node: start.node,
        namedParent: graph.restrict(start).namedParent,
        bits: [bit],
      }))
      yield* spreadBitsUp(walk, starts, LIMITS.rollupDepth)
      const budget = new WorkBudget()
      for (const [bit, above] of this.#resourcesReached(walk, items.length).entries()) {
        if (budget.isSpentBy(above.length)) yield
        receive(items[bit] as AlertStart, above)
      }
      yield
    }
  }

  /** For each bit, the numbers of the alerting resources that have received it, in ascending order. */
  #resourcesReached(walk: ParallelWalk, bits: number): readonly (readonly number[])[] {
    const found = Array.from({ length: bits }, (): number[] => [])
    const reached = walk.reached.flatMap((node) => this.#alerting.resourceAt.get(node) ?? [])
    for (const { number, node } of reached.sort((one, other) => one.number - other.number)) {
      for (const bit of walk.bitsOf(node)) found[bit]?.push(number)
    }
    return found
  }
}

/** The alerting ancestors of some starts of one resource, without duplicates. */
function ancestorsOf(starts: readonly AlertStart[]): readonly number[] {
  const [first, ...others] = starts
  if (others.length === 0) return first?.alertingAncestors ?? []
  return [...new Set(starts.flatMap(({ alertingAncestors: above }) => above))]
}
