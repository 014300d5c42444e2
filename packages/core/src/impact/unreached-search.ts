import { groupBy } from '../group-by.js'
import { LIMITS } from '../limits.js'
import type { ResourceKey } from '../relation/relation.js'
import type { Neighbors } from '../relation/walk.js'
import type { ImpactAlert } from './impact-alert.js'
import { NearNames } from './near-names.js'
import type { EnvironmentsByResource, TopologyIndex } from './topology-index.js'
import { lastLevel, levelsOf, WaysUp } from './ways-up.js'
import {
  drawnElsewhere,
  leadsElsewhere,
  type Missed,
  nearNameKnown,
  noNodeInEnvironment,
  noNodeOnWay,
  noRelation,
  noTopology,
  type WhyNot,
  wayCut,
} from './why-not.js'
import { WorkBudget } from './work-budget.js'

/** An alert that reaches none of some topologies, and a complete walk that starts at the alert. */
export interface UnreachedAlert {
  readonly alert: ImpactAlert
  readonly ways: WaysUp
}

/** The topologies that the alerts do not reach. */
export interface MissedTopologies extends Missed {
  readonly index: TopologyIndex
}

/** An alert whose reason is not known yet, and the first names on its way up. */
interface OpenAlert extends UnreachedAlert {
  readonly names: readonly string[]
}

type Levels = ReadonlyMap<number, number>

/**
 * Finds why alerts reach none of some topologies (rules.md#impact-of-an-alert-6). The caller passes the resources that
 * are {@link like} those on the ways up to {@link offer}, completes the {@link walks}, and passes the parents of the
 * {@link ends} to {@link reasons}. So all alerts share a few look-ups.
 */
export class UnreachedSearch {
  readonly #missed: MissedTopologies
  readonly #alerts: readonly UnreachedAlert[]
  readonly #reasons = new Map<ImpactAlert, WhyNot>()
  readonly #open: OpenAlert[] = []
  readonly #ends = new Map<string, Set<string>>()
  /** The near names, by environment. */
  readonly #near = new Map<string, NearNames>()
  /** The other environments whose relations have a name on a way up, by this name. */
  readonly #elsewhere = new Map<string, Set<string>>()
  readonly #walks = new Map<string, WaysUp>()

  private constructor(alerts: readonly UnreachedAlert[], missed: MissedTopologies) {
    this.#alerts = alerts
    this.#missed = missed
  }

  /** Begins a search. Yields now and then, so that the caller can let the process do other work. */
  static *open(alerts: readonly UnreachedAlert[], missed: MissedTopologies): Generator<undefined, UnreachedSearch> {
    const search = new UnreachedSearch(alerts, missed)
    const drawn = yield* missed.index.environmentsOf()
    const { environments } = missed.index
    const budget = new WorkBudget()
    for (const each of alerts) {
      const { alert } = each
      if (environments.size === 0) search.#reasons.set(alert, noTopology(missed))
      else if (!environments.has(alert.environment)) {
        search.#reasons.set(alert, noNodeInEnvironment(missed, alert, environments))
      } else if (budget.isSpentBy(search.#climb(each, drawn))) yield
    }
    yield* search.#offerDrawn()
    return search
  }

  /** Compares the names on the ways up with the drawn resources. */
  *#offerDrawn(): Generator<undefined, void> {
    const budget = new WorkBudget()
    for (const [environment, names] of namesByEnvironment(this.#open)) {
      const near = new NearNames(environment, names, names.length)
      this.#near.set(environment, near)
      for (const resource of this.#missed.index.of(environment).keys()) {
        near.offer({ environment, resource })
        if (budget.isSpentBy(1)) yield
      }
    }
  }

  /** The environments in which look-ups are needed. If there are none, every reason is known. */
  get environments(): readonly string[] {
    return [...this.#near.keys()]
  }

  /** How near names look, as for `RelationStore.namedLike`. */
  get like(): NearNames['like'] {
    const all = Array.from(this.#near.values(), ({ like }) => like)
    return { names: all.flatMap(({ names }) => names), prefixes: all.flatMap(({ prefixes }) => prefixes) }
  }

  /** Takes known resources. Those that have neither a near name nor the same name in another environment have no effect. */
  offer(candidates: readonly ResourceKey[]): void {
    const names = new Set(this.#open.flatMap((each) => each.names))
    const alike: ResourceKey[] = []
    for (const candidate of candidates) {
      this.#near.get(candidate.environment)?.offer(candidate)
      if (!names.has(candidate.resource)) continue
      alike.push(candidate)
      const known = this.#elsewhere.get(candidate.resource)
      if (known === undefined) this.#elsewhere.set(candidate.resource, new Set([candidate.environment]))
      else known.add(candidate.environment)
    }
    for (const near of this.#near.values()) alike.push(...near.all)
    for (const [environment, starts] of groupBy(alike, (each) => each.environment)) {
      this.#walks.set(environment, new WaysUp(starts.map(({ resource }) => ({ resource, resourceParent: null }))))
    }
  }

  /** The walks from the near names, and from the names in other environments, up to their parents, by environment. */
  get walks(): ReadonlyMap<string, WaysUp> {
    return this.#walks
  }

  /** The resources of the last level of the ways up, by environment. */
  get ends(): ReadonlyMap<string, readonly string[]> {
    return new Map(Array.from(this.#ends, ([environment, names]) => [environment, [...names]]))
  }

  /**
   * Returns the reason of each alert, in the order of the alerts. Yields now and then.
   *
   * @param parents the parents of the {@link ends}, by environment
   */
  *reasons(parents: ReadonlyMap<string, Neighbors>): Generator<undefined, readonly WhyNot[]> {
    const leading = new Map<string, ReadonlySet<string>>()
    for (const [environment, ways] of this.#walks) {
      leading.set(environment, namesThatLead(ways, this.#missed.index.of(environment)))
      yield
    }
    const budget = new WorkBudget()
    for (const each of this.#open) {
      const { alert, ways } = each
      const levels = levelsOf(ways.parents, ways.numbered(alert))
      const why =
        this.#whyElsewhere(each, leading) ??
        this.#whyNear(each, levels, leading.get(alert.environment) ?? new Set()) ??
        this.#whyWay(each, levels, parents.get(alert.environment) ?? new Map())
      this.#reasons.set(alert, why)
      if (budget.isSpentBy(levels.size)) yield
    }
    return this.#alerts.map(({ alert }) => this.#reasons.get(alert) as WhyNot)
  }

  /** Climbs the way up of an alert. Returns the number of resources on it. */
  #climb({ alert, ways }: UnreachedAlert, drawn: EnvironmentsByResource): number {
    const levels = levelsOf(ways.parents, ways.numbered(alert))
    const names = [...levels.keys()].map((node) => ways.names[node] as string)
    const found = names.find((name) => drawn.has(name))
    if (found !== undefined) {
      this.#reasons.set(alert, drawnElsewhere(this.#missed, alert, found, drawn.get(found) ?? []))
      return levels.size
    }
    this.#open.push({ alert, ways, names: names.slice(0, LIMITS.nearOnWays) })
    const ends = this.#ends.get(alert.environment) ?? new Set()
    this.#ends.set(alert.environment, ends)
    for (const name of lastLevel(ways, levels)) ends.add(name)
    return levels.size
  }

  #whyElsewhere({ alert, names }: OpenAlert, leading: ReadonlyMap<string, ReadonlySet<string>>): WhyNot | undefined {
    for (const name of names) {
      const leadingIn = [...(this.#elsewhere.get(name) ?? [])].filter((environment) =>
        leading.get(environment)?.has(name),
      )
      const others = leadingIn.filter((environment) => environment !== alert.environment)
      if (others.length > 0) return leadsElsewhere(this.#missed, alert, name, others)
    }
    return undefined
  }

  #whyNear({ alert, ways, names }: OpenAlert, levels: Levels, leading: ReadonlySet<string>): WhyNot | undefined {
    const near = this.#near.get(alert.environment)
    const isOnWay = (resource: string) => levels.has(ways.numberOf(resource) ?? -1)
    for (const name of names) {
      const known = near?.nearOf(name).find(({ resource }) => leading.has(resource) && !isOnWay(resource))
      if (known !== undefined) return nearNameKnown(this.#missed, name, known.resource)
    }
    return undefined
  }

  #whyWay({ alert, ways }: OpenAlert, levels: Levels, parents: Neighbors): WhyNot {
    if (levels.size === 1) return noRelation(this.#missed, alert)
    const isOnWay = (resource: string) => levels.has(ways.numberOf(resource) ?? -1)
    const last = lastLevel(ways, levels)
    const cutAt = last.find((name) => parents.get(name)?.some((parent) => !isOnWay(parent)))
    if (cutAt !== undefined) return wayCut(this.#missed, alert, cutAt, LIMITS.rollupDepth)
    const nodes = [...levels.keys()]
    const tops = nodes.filter((node) => ways.parents[node]?.length === 0)
    const ends = tops.length > 0 ? tops : nodes.slice(-1)
    return noNodeOnWay(
      this.#missed,
      alert,
      ends.map((node) => ways.names[node] as string),
    )
  }
}

/** The first names on the ways up, by environment, at most `LIMITS.nearOnWays` in all. Names of lower levels come first. */
function namesByEnvironment(open: readonly OpenAlert[]): ReadonlyMap<string, readonly string[]> {
  const all = open.flatMap(({ alert: { environment }, names }) => names.map((name, at) => ({ environment, name, at })))
  const found = new Map<string, Set<string>>()
  let left: number = LIMITS.nearOnWays
  for (const { environment, name } of all.sort((one, other) => one.at - other.at)) {
    const names = found.get(environment) ?? new Set()
    found.set(environment, names)
    if (names.has(name) || left === 0) continue
    names.add(name)
    left--
  }
  return new Map(Array.from(found, ([environment, names]) => [environment, [...names]]))
}

/** The names on some walks that have a node, or lead to a resource that has one. */
function namesThatLead(ways: WaysUp, drawn: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const starts = [...ways.names.entries()].flatMap(([node, name]) =>
    drawn.has(name) ? [{ node, stated: undefined }] : [],
  )
  return new Set([...levelsOf(ways.children, ...starts).keys()].map((node) => ways.names[node] as string))
}
