import { LIMITS } from '../limits.js'
import { componentsFromEnds } from '../strongly-connected-components.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import { BITS_AT_ONCE, BitWalk, spreadUp } from './bit-walk.js'
import { canExplain, compareAlerts } from './compare-alerts.js'
import type { ImpactAlert } from './impact-alert.js'
import { reachedTopologies } from './reached-topologies.js'
import type { DrawnResources, NodePath } from './topology-index.js'
import { levelsOf, type NumberedStart, WaysUp } from './ways-up.js'
import { chunksOf, STEPS_OF_ALERT, WorkBudget } from './work-budget.js'

/** A way up (rules.md#reach-2) that belongs to all alerts of one resource that name the same parent. */
export interface AlertWay extends NumberedStart {
  /** The number of the resource at which the way starts. */
  readonly resource: number
  /** The numbers of the other alerting resources on the way. */
  above: readonly number[]
  /** The topologies that have a node for a resource on the way. */
  topologies: ReadonlySet<NodeLookup>
  /** The paths to nodes that were shown for a cause, by topology. Empty if the way has no alerts any more. */
  readonly paths: Map<NodeLookup, NodePath>
  /** How many active alerts the way has. */
  alerts: number
  /** How many of these alerts are severe enough to explain other alerts. */
  explaining: number
}

/** A resource that has alerts, or had alerts before. */
export interface AlertingResource {
  readonly number: number
  readonly node: number
  readonly ways: AlertWay[]
  /** The worst alert first, then the oldest. */
  alerts: readonly ImpactAlert[]
  /** The numbers of the other resources that the alerts explain, each once; `undefined` = to be determined. */
  explained: readonly number[] | undefined
}

const NO_RESOURCES: readonly number[] = []
const NO_TOPOLOGIES: ReadonlySet<NodeLookup> = new Set()

/**
 * The alerts of one environment, and where their ways up lead. If alerts are added, only the ways that are new are
 * searched. Resources and ways without alerts remain, so that an alert that comes back costs no search.
 */
export class AlertingEnvironment {
  readonly ways: WaysUp
  readonly resources: AlertingResource[] = []
  /** The topologies that have a node for a resource. */
  readonly drawn: DrawnResources
  readonly #resourceAt = new Map<number, AlertingResource>()
  readonly #ways: AlertWay[] = []
  readonly #wayOf = new Map<string, AlertWay>()
  /** The number of resources and ways whose search is complete. */
  #searched = { resources: 0, ways: 0 }
  #components: readonly (readonly number[])[] | undefined

  constructor(drawn: DrawnResources) {
    this.drawn = drawn
    this.ways = new WaysUp([])
  }

  /** Adds alerts. Afterwards, the caller completes the walk `ways`, and then calls {@link search}. */
  *add(alerts: readonly ImpactAlert[]): Generator<undefined, void> {
    this.ways.add(alerts)
    for (const [resource, added] of yield* this.#counted(alerts, 1)) {
      resource.alerts = [...resource.alerts, ...added].sort(compareAlerts)
    }
  }

  /** Removes alerts: the same objects that were added. */
  *remove(alerts: readonly ImpactAlert[]): Generator<undefined, void> {
    const gone = new Set(alerts)
    for (const [resource] of yield* this.#counted(alerts, -1)) {
      resource.alerts = resource.alerts.filter((alert) => !gone.has(alert))
    }
  }

  /** Counts alerts that are added or removed. Returns the alerts of each resource. */
  *#counted(
    alerts: readonly ImpactAlert[],
    by: 1 | -1,
  ): Generator<undefined, ReadonlyMap<AlertingResource, readonly ImpactAlert[]>> {
    const counted = new Map<AlertingResource, ImpactAlert[]>()
    const budget = new WorkBudget()
    for (const alert of alerts) {
      const way = this.wayOf(alert)
      this.#count(way, alert, by)
      const resource = this.resources[way.resource] as AlertingResource
      const list = counted.get(resource)
      if (list === undefined) counted.set(resource, [alert])
      else list.push(alert)
      if (budget.isSpentBy(STEPS_OF_ALERT)) yield
    }
    return counted
  }

  /** The way of an alert. */
  wayOf(alert: ImpactAlert): AlertWay {
    const { resource, resourceParent } = alert
    const key = resourceParent === null ? resource : `${resource}\u0000${resourceParent}`
    const known = this.#wayOf.get(key)
    if (known !== undefined) return known
    const { node, stated } = this.ways.numbered(alert)
    const from = this.#resourceOf(node)
    const way: AlertWay = {
      node,
      stated,
      resource: from.number,
      above: NO_RESOURCES,
      topologies: NO_TOPOLOGIES,
      paths: new Map(),
      alerts: 0,
      explaining: 0,
    }
    from.ways.push(way)
    this.#ways.push(way)
    this.#wayOf.set(key, way)
    return way
  }

  /** The number of ways that have no alerts any more. */
  get idleWays(): number {
    return this.#ways.filter(({ alerts }) => alerts === 0).length
  }

  /** The number of resources and ways that {@link search} has to search. */
  get pending(): number {
    return this.resources.length + this.#ways.length - this.#searched.resources - this.#searched.ways
  }

  /**
   * Groups resources that lie on each other's way up, directly or through others (rules.md#root-causes-4). Every other
   * resource is a group of its own. The numbers of a group come after the groups that its alerts lead to.
   */
  get components(): readonly (readonly number[])[] {
    this.#components ??= componentsFromEnds(
      this.resources.map(({ ways }) => reachedThrough(ways.filter(({ alerts }) => alerts > 0))),
    )
    return this.#components
  }

  /** The numbers of the other resources that the alerts of a resource explain, each once. */
  explainedBy(resource: AlertingResource): readonly number[] {
    resource.explained ??= reachedThrough(resource.ways.filter(({ explaining }) => explaining > 0))
    return resource.explained
  }

  /** Finds where the new ways lead, and which ways lead to the new resources. */
  *search(): Generator<undefined, void> {
    const { resources, ways } = this.#searched
    const pending = this.pending
    this.#searched = { resources: this.resources.length, ways: this.#ways.length }
    if (pending === 0) return
    this.#components = undefined
    if (ways === 0) yield* this.#searchAll()
    else yield* this.#searchNew(this.#ways.slice(0, ways), this.#ways.slice(ways), this.resources.slice(resources))
  }

  *#searchAll(): Generator<undefined, void> {
    const reached = yield* reachedTopologies(this.ways, this.#ways, this.drawn)
    for (const [way, topologies] of reached) way.topologies = topologies
    const walk = new BitWalk(this.ways.parents, Math.min(BITS_AT_ONCE, this.#ways.length))
    // In a flood of alerts, thousands of ways lead to the same thousands of resources, and share one list of them.
    const shared = new Map<string, readonly number[]>()
    for (const { items } of chunksOf(this.#ways, BITS_AT_ONCE)) {
      walk.clear()
      const starts = items.map(({ node, stated }, bit) => ({ node, stated, bits: [bit] }))
      yield* spreadUp(walk, starts, LIMITS.rollupDepth)
      const budget = new WorkBudget()
      for (const [bit, above] of this.#resourcesReached(walk, items.length).entries()) {
        if (budget.isSpentBy(above.length)) yield
        const way = items[bit] as AlertWay
        const others = above.filter((number) => number !== way.resource)
        const key = others.join()
        way.above = shared.get(key) ?? others
        shared.set(key, way.above)
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

  *#searchNew(
    known: readonly AlertWay[],
    ways: readonly AlertWay[],
    resources: readonly AlertingResource[],
  ): Generator<undefined, void> {
    const { parents, children, names } = this.ways
    for (const way of ways) {
      const nodes = [...levelsOf(parents, way).keys()]
      way.topologies = new Set(nodes.flatMap((node) => this.drawn.get(names[node] as string) ?? []))
      const above = nodes.flatMap((node) => this.#resourceAt.get(node)?.number ?? [])
      way.above = above.filter((number) => number !== way.resource)
      yield
    }
    for (const { node, number } of resources) {
      const levels = levelsOf(children, { node, stated: undefined })
      for (const way of known) {
        if (!leadsFrom(way, levels)) continue
        way.above = [...way.above, number]
        ;(this.resources[way.resource] as AlertingResource).explained = undefined
      }
      yield
    }
  }

  #count(way: AlertWay, alert: ImpactAlert, by: 1 | -1): void {
    way.alerts += by
    if (canExplain(alert)) way.explaining += by
    if (way.alerts === 0) way.paths.clear()
    const resource = this.resources[way.resource] as AlertingResource
    resource.explained = undefined
    // A way takes part in circles only if it has alerts.
    if (way.alerts === 0 || way.alerts === by) this.#components = undefined
  }

  #resourceOf(node: number): AlertingResource {
    const known = this.#resourceAt.get(node)
    if (known !== undefined) return known
    const resource = { number: this.resources.length, node, ways: [], alerts: [], explained: undefined }
    this.resources.push(resource)
    this.#resourceAt.set(node, resource)
    return resource
  }
}

/** The resources that some ways of one resource lead to, each once. */
function reachedThrough(ways: readonly AlertWay[]): readonly number[] {
  const [first, ...others] = ways
  if (others.length === 0) return first?.above ?? []
  return [...new Set(ways.flatMap(({ above }) => above))]
}

/**
 * True if a way leads to a resource.
 *
 * @param levels the nodes from which the resource can be reached, each with the number of levels between them
 */
function leadsFrom({ node, stated }: NumberedStart, levels: ReadonlyMap<number, number>): boolean {
  if (levels.has(node)) return true
  const fromStated = stated === undefined ? undefined : levels.get(stated)
  return fromStated !== undefined && fromStated < LIMITS.rollupDepth
}
