import { addToSet, groupBy } from '../group-by.js'
import { LIMITS } from '../limits.js'
import type { ResourceKey } from '../relation/relation.js'
import type { Neighbors } from '../relation/walk.js'
import { AncestorWalk, findLevels, resourcesAtLastLevel } from './ancestor-walk.js'
import type { ImpactAlert } from './impact-alert.js'
import { NearNames } from './near-names.js'
import type { EnvironmentsByResource, TopologyIndex } from './topology-index.js'
import {
  ancestorNodeElsewhereReason,
  type MissedService,
  nearNameReason,
  nodeElsewhereReason,
  noNodeInEnvironmentReason,
  noNodeOnPathReason,
  noRelationReason,
  noTopologyReason,
  tooManyLevelsReason,
  type WhyNot,
} from './why-not.js'
import { WorkBudget } from './work-budget.js'

/** An alert that reaches none of some topologies, and a complete walk that starts at the alert. */
export interface UnreachedAlert {
  readonly alert: ImpactAlert
  readonly walk: AncestorWalk
}

/** The topologies that the alerts do not reach. */
export interface MissedTopologies extends MissedService {
  readonly index: TopologyIndex
}

/** An alert for which no reason was found yet, and the names of its resource and its lowest ancestors. */
interface PendingAlert extends UnreachedAlert {
  readonly names: readonly string[]
}

/** The level of each resource above the resource of the alert, by number in the walk. */
type LevelByNumber = ReadonlyMap<number, number>

/**
 * Finds why alerts reach none of some topologies (rules.md#impact-of-an-alert-6). The caller reads the resources with
 * names {@link like} those of the alerts and their ancestors, passes them to {@link offer}, completes the {@link
 * walks}, and passes the parents of the {@link ends} to {@link reasons}. All alerts share these few reads.
 */
export class UnreachedSearch {
  readonly #missed: MissedTopologies
  readonly #alerts: readonly UnreachedAlert[]
  readonly #reasons = new Map<ImpactAlert, WhyNot>()
  readonly #pending: PendingAlert[] = []
  readonly #ends = new Map<string, Set<string>>()
  /** The near names, by environment. */
  readonly #near = new Map<string, NearNames>()
  /**
   * The other environments that have relations of a resource with the same name, by the name of the resource or
   * ancestor.
   */
  readonly #elsewhere = new Map<string, Set<string>>()
  readonly #walks = new Map<string, AncestorWalk>()

  private constructor(alerts: readonly UnreachedAlert[], missed: MissedTopologies) {
    this.#alerts = alerts
    this.#missed = missed
  }

  /** Starts a search. Yields now and then, so that the caller can let the process do other work. */
  static *open(alerts: readonly UnreachedAlert[], missed: MissedTopologies): Generator<undefined, UnreachedSearch> {
    const search = new UnreachedSearch(alerts, missed)
    const drawn = yield* missed.index.environmentsOf()
    const { environments } = missed.index
    const budget = new WorkBudget()
    for (const each of alerts) {
      const { alert } = each
      if (environments.size === 0) search.#reasons.set(alert, noTopologyReason(missed))
      else if (!environments.has(alert.environment)) {
        search.#reasons.set(alert, noNodeInEnvironmentReason(missed, alert, environments))
      } else if (budget.isSpentBy(search.#checkDrawn(each, drawn))) yield
    }
    yield* search.#offerDrawn()
    return search
  }

  /** Searches the drawn resources for names near those of the alerting resources and their ancestors. */
  *#offerDrawn(): Generator<undefined, void> {
    const budget = new WorkBudget()
    for (const [environment, names] of namesByEnvironment(this.#pending)) {
      const near = new NearNames(environment, names, names.length)
      this.#near.set(environment, near)
      for (const resource of this.#missed.index.drawnIn(environment).keys()) {
        near.offer({ environment, resource })
        if (budget.isSpentBy(1)) yield
      }
    }
  }

  /** The environments for which data must be read. Empty = every reason has been found already. */
  get environments(): readonly string[] {
    return [...this.#near.keys()]
  }

  /** The names and prefixes of near names, as `RelationStore.namedLike` expects them. */
  get like(): NearNames['like'] {
    const all = Array.from(this.#near.values(), ({ like }) => like)
    return { names: all.flatMap(({ names }) => names), prefixes: all.flatMap(({ prefixes }) => prefixes) }
  }

  /** Adds stored resources that have a near name, or the same name in another environment. Ignores all others. */
  offer(candidates: readonly ResourceKey[]): void {
    const names = new Set(this.#pending.flatMap((each) => each.names))
    const similar: ResourceKey[] = []
    for (const candidate of candidates) {
      this.#near.get(candidate.environment)?.offer(candidate)
      if (!names.has(candidate.resource)) continue
      similar.push(candidate)
      addToSet(this.#elsewhere, candidate.resource, candidate.environment)
    }
    for (const near of this.#near.values()) similar.push(...near.all)
    for (const [environment, starts] of groupBy(similar, (each) => each.environment)) {
      this.#walks.set(environment, new AncestorWalk(starts.map(({ resource }) => ({ resource, resourceParent: null }))))
    }
  }

  /** The walks from the near names, and from the names in other environments, up to their parents, by environment. */
  get walks(): ReadonlyMap<string, AncestorWalk> {
    return this.#walks
  }

  /** The ancestors at the last level of the walks, by environment. */
  get ends(): ReadonlyMap<string, readonly string[]> {
    return new Map(Array.from(this.#ends, ([environment, names]) => [environment, [...names]]))
  }

  /**
   * Returns the reason of each alert, in the order of the alerts. Yields now and then.
   *
   * @param parents the parents of the {@link ends}, by environment
   */
  *reasons(parents: ReadonlyMap<string, Neighbors>): Generator<undefined, readonly WhyNot[]> {
    const leadingNames = new Map<string, ReadonlySet<string>>()
    for (const [environment, walk] of this.#walks) {
      leadingNames.set(environment, findLeadingNames(walk, this.#missed.index.drawnIn(environment)))
      yield
    }
    const budget = new WorkBudget()
    for (const each of this.#pending) {
      const { alert, walk } = each
      const levels = findLevels(walk.parents, walk.numberStart(alert))
      const why =
        this.#whyElsewhere(each, leadingNames) ??
        this.#whyNear(each, levels, leadingNames.get(alert.environment) ?? new Set()) ??
        this.#whyNoNode(each, levels, parents.get(alert.environment) ?? new Map())
      this.#reasons.set(alert, why)
      if (budget.isSpentBy(levels.size)) yield
    }
    return this.#alerts.map(({ alert }) => this.#reasons.get(alert) as WhyNot)
  }

  /**
   * Looks for a node of a resource or ancestor of an alert in another environment. If there is none, the alert needs
   * data that must be read first. Returns the number of resources that were visited.
   */
  #checkDrawn({ alert, walk }: UnreachedAlert, drawn: EnvironmentsByResource): number {
    const levels = findLevels(walk.parents, walk.numberStart(alert))
    const names = [...levels.keys()].map((node) => walk.names[node] as string)
    const found = names.find((name) => drawn.has(name))
    if (found !== undefined) {
      this.#reasons.set(alert, nodeElsewhereReason(this.#missed, alert, found, drawn.get(found) ?? []))
      return levels.size
    }
    this.#pending.push({ alert, walk, names: names.slice(0, LIMITS.nearOnWays) })
    const ends = this.#ends.get(alert.environment) ?? new Set()
    this.#ends.set(alert.environment, ends)
    for (const name of resourcesAtLastLevel(walk, levels)) ends.add(name)
    return levels.size
  }

  #whyElsewhere(
    { alert, names }: PendingAlert,
    leadingNames: ReadonlyMap<string, ReadonlySet<string>>,
  ): WhyNot | undefined {
    for (const name of names) {
      const leadingIn = [...(this.#elsewhere.get(name) ?? [])].filter((environment) =>
        leadingNames.get(environment)?.has(name),
      )
      const others = leadingIn.filter((environment) => environment !== alert.environment)
      if (others.length > 0) return ancestorNodeElsewhereReason(this.#missed, alert, name, others)
    }
    return undefined
  }

  #whyNear(
    { alert, walk, names }: PendingAlert,
    levels: LevelByNumber,
    leadingNames: ReadonlySet<string>,
  ): WhyNot | undefined {
    const near = this.#near.get(alert.environment)
    const isOnWay = (resource: string) => levels.has(walk.numberOf(resource) ?? -1)
    for (const name of names) {
      const known = near?.nearOf(name).find(({ resource }) => leadingNames.has(resource) && !isOnWay(resource))
      if (known !== undefined) return nearNameReason(this.#missed, name, known.resource)
    }
    return undefined
  }

  #whyNoNode({ alert, walk }: PendingAlert, levels: LevelByNumber, parents: Neighbors): WhyNot {
    if (levels.size === 1) return noRelationReason(this.#missed, alert)
    const isOnWay = (resource: string) => levels.has(walk.numberOf(resource) ?? -1)
    const last = resourcesAtLastLevel(walk, levels)
    const cutAt = last.find((name) => parents.get(name)?.some((parent) => !isOnWay(parent)))
    if (cutAt !== undefined) return tooManyLevelsReason(this.#missed, alert, cutAt, LIMITS.rollupDepth)
    const nodes = [...levels.keys()]
    const tops = nodes.filter((node) => walk.parents[node]?.length === 0)
    const ends = tops.length > 0 ? tops : nodes.slice(-1)
    return noNodeOnPathReason(
      this.#missed,
      alert,
      ends.map((node) => walk.names[node] as string),
    )
  }
}

/**
 * The names of the resources of alerts and their ancestors, by environment. Takes at most `LIMITS.nearOnWays` names in
 * all, first those the fewest levels above the alerts.
 */
function namesByEnvironment(pending: readonly PendingAlert[]): ReadonlyMap<string, readonly string[]> {
  const all = pending.flatMap(({ alert: { environment }, names }) =>
    names.map((name, at) => ({ environment, name, at })),
  )
  const found = new Map<string, Set<string>>()
  let remainingNames: number = LIMITS.nearOnWays
  for (const { environment, name } of all.sort((one, other) => one.at - other.at)) {
    const names = found.get(environment) ?? new Set()
    found.set(environment, names)
    if (names.has(name) || remainingNames === 0) continue
    names.add(name)
    remainingNames--
  }
  return new Map(Array.from(found, ([environment, names]) => [environment, [...names]]))
}

/** The names of the resources in a walk that have a node, or an ancestor with a node. */
function findLeadingNames(walk: AncestorWalk, drawn: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const starts = [...walk.names.entries()].flatMap(([node, name]) =>
    drawn.has(name) ? [{ node, namedParent: undefined }] : [],
  )
  return new Set([...findLevels(walk.children, ...starts).keys()].map((node) => walk.names[node] as string))
}
