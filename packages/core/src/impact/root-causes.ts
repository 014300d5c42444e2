import type { Alert } from '../alert/alert.js'
import { ATTENTIONS, type Attention, attentionOf } from '../alert/alert-status.js'
import { groupBy } from '../group-by.js'
import { LIMITS } from '../limits.js'
import { type AlertGroup, alertGroups } from './alert-groups.js'
import {
  type AlertingResource,
  type AlertWay,
  alertingResources,
  canExplain,
  compareAlerts,
} from './alerting-resources.js'
import { BITS_AT_ONCE, BitWalk } from './bit-walk.js'
import { chunksOf } from './chunks.js'
import { explainedGroups } from './explained-groups.js'
import { NumberSet } from './number-set.js'
import { spreadUp } from './spread-up.js'
import type { WaysUp } from './ways-up.js'

/** An alert that no other alert explains, or a circle of such alerts (rules.md#root-causes). */
export interface RootCause {
  /** The alert that stands for the cause. In a circle, it is the worst alert, or the oldest of several worst alerts. */
  readonly alert: Alert
  /** The other alerts of the circle; empty if the cause is not a circle. */
  readonly circle: readonly Alert[]
  /** The number of active alerts that the alerts of this resource, or of the circle, explain. */
  readonly explains: number
  /**
   * `open` if an alert of the cause is open; otherwise `acknowledged` if an alert of the cause is acknowledged;
   * otherwise `silenced`.
   */
  readonly attention: Attention
}

/**
 * Compares causes for sorting: first by attention (open, acknowledged, silenced), then by the number of explained
 * alerts, the greatest first, then by severity, the worst first, then by age, the oldest first.
 */
export function compareCauses(one: RootCause, other: RootCause): number {
  return (
    ATTENTIONS.indexOf(one.attention) - ATTENTIONS.indexOf(other.attention) ||
    other.explains - one.explains ||
    compareAlerts(one.alert, other.alert)
  )
}

/** Alerts that have the same root causes. */
export interface CauseGroup {
  readonly causes: EnvironmentCauses
  /** The indexes of the root causes in `causes`. */
  readonly numbers: NumberSet
}

/** The root causes of the alerts of one environment. */
export class EnvironmentCauses {
  readonly #ways: WaysUp
  readonly #alerting: ReadonlyMap<number, AlertingResource>
  readonly #groups: readonly AlertGroup[]
  /** The group of each resource that has alerts. */
  readonly #groupAt: ReadonlyMap<number, number>
  readonly #causes: RootCause[] = []
  /** The causes in the order of `compareCauses`. */
  #ranked: readonly RootCause[] = []
  /** The place of each cause in `#ranked`. */
  #ranks: readonly number[] = []
  /** The causes of each group, as indexes of `#causes`. */
  readonly #causesOf: readonly NumberSet[]
  readonly #causeGroups: readonly CauseGroup[]
  /** The cause of each alert that `#addMildCauses` made a cause of its own. */
  readonly #own = new Map<Alert, CauseGroup>()

  private constructor(ways: WaysUp, alerting: ReadonlyMap<number, AlertingResource>, groups: readonly AlertGroup[]) {
    this.#ways = ways
    this.#alerting = alerting
    this.#groups = groups
    this.#groupAt = new Map(
      groups.flatMap(({ resources }, group) => resources.map(({ node }) => [node, group] as const)),
    )
    this.#causesOf = groups.map(() => new NumberSet())
    this.#causeGroups = this.#causesOf.map((numbers) => ({ causes: this, numbers }))
  }

  /**
   * Finds the causes. Yields now and then, so that the caller can let the process do other work.
   *
   * @param ways a walk that is over (its `frontier` is empty)
   */
  static *find(ways: WaysUp, alerts: readonly Alert[]): Generator<undefined, EnvironmentCauses> {
    const alerting = yield* alertingResources(ways, alerts)
    const groups = alertGroups(ways, alerting)
    yield
    const isExplained = yield* explainedGroups(ways, groups)
    const found = new EnvironmentCauses(ways, alerting, groups)
    yield
    const roots = [...groups.keys()].filter((group) => !isExplained[group])
    const [able, unable] = divide(roots, (group) => found.#canExplain(group))
    const walk = new BitWalk(ways.parents, Math.min(BITS_AT_ONCE, Math.max(able.length, 1)))
    for (const { items } of chunksOf(able, BITS_AT_ONCE)) {
      yield* found.#addCauses(walk, items)
      yield
    }
    for (const group of unable) found.#addMildCauses(group)
    found.#rank()
    return found
  }

  /** The group of an alert of this environment. */
  groupOf(alert: Alert): CauseGroup {
    const own = this.#own.get(alert)
    return (
      own ??
      (this.#causeGroups[this.#groupAt.get(this.#ways.numberOf(alert.resource) as number) as number] as CauseGroup)
    )
  }

  /**
   * The number of all causes of some groups, and the first causes in the order of `compareCauses`.
   *
   * @param groups groups of this environment
   */
  first(groups: Iterable<CauseGroup>, limit: number): { readonly total: number; readonly first: readonly RootCause[] } {
    const found = new NumberSet()
    for (const { numbers } of groups) found.addAll(numbers)
    const ranks = found.values().map((cause) => this.#ranks[cause] as number)
    const first = ranks.sort((one, other) => one - other).slice(0, limit)
    return { total: ranks.length, first: first.map((rank) => this.#ranked[rank] as RootCause) }
  }

  #rank(): void {
    const order = [...this.#causes.keys()].sort((one, other) =>
      compareCauses(this.#causes[one] as RootCause, this.#causes[other] as RootCause),
    )
    const ranks = new Array<number>(order.length)
    for (const [rank, cause] of order.entries()) ranks[cause] = rank
    this.#ranks = ranks
    this.#ranked = order.map((cause) => this.#causes[cause] as RootCause)
  }

  #canExplain(group: number): boolean {
    return (this.#groups[group] as AlertGroup).alerts.some(canExplain)
  }

  /**
   * Adds a cause for each of some root groups (groups that no other group explains), and gives the cause to all groups
   * that the root group explains. In the next round, each explained group passes its causes on to the groups that it
   * explains itself. The rounds end when no group gets a further cause.
   */
  *#addCauses(walk: BitWalk, roots: readonly number[]): Generator<undefined, void> {
    const first = this.#causes.length
    for (const [bit, root] of roots.entries()) this.#causesOf[root]?.add(first + bit)
    yield* this.#walkUp(walk, new Map(roots.map((root, bit) => [root, [bit]])))
    const explained = this.#countExplained(walk, roots)
    for (let gained = this.#passOn(walk, first); gained.size > 0; gained = this.#passOn(walk, first)) {
      yield* this.#walkUp(walk, gained)
    }
    for (const [bit, root] of roots.entries()) this.#causes.push(this.#causeOf(root, explained[bit] as number))
  }

  /**
   * Walks up from the groups in `bitsOf`, and carries the bits of each group. Skips the ways whose alerts are too mild
   * to explain other alerts.
   */
  *#walkUp(walk: BitWalk, bitsOf: ReadonlyMap<number, readonly number[]>): Generator<undefined, void> {
    const starts = Array.from(bitsOf, ([group, bits]) =>
      this.#waysOf(group).flatMap((way) => (way.explains ? [{ node: way.node, stated: way.stated, bits }] : [])),
    )
    walk.clear()
    yield* spreadUp(walk, starts.flat(), LIMITS.rollupDepth)
  }

  /** The number of alerts that each root group explains. */
  #countExplained(walk: BitWalk, roots: readonly number[]): readonly number[] {
    const explained = roots.map((root) => this.#explainedWithin(root))
    for (const node of walk.reached) {
      const group = this.#groupAt.get(node)
      if (group === undefined) continue
      const count = this.#alerting.get(node)?.alerts.length ?? 0
      for (const bit of walk.bitsOf(node)) if (roots[bit] !== group) explained[bit] = (explained[bit] as number) + count
    }
    return explained
  }

  /**
   * Adds causes to the groups that a walk has reached: each group gets the causes whose bits the walk has carried to
   * it.
   *
   * @returns the new causes of the groups from which a further walk can reach more groups
   */
  #passOn(walk: BitWalk, first: number): ReadonlyMap<number, readonly number[]> {
    const gained = new Map<number, number[]>()
    for (const node of walk.reached) {
      const group = this.#groupAt.get(node)
      if (group === undefined) continue
      const fresh = walk.bitsOf(node).filter((bit) => this.#causesOf[group]?.add(first + bit))
      const canReachMore = fresh.length > 0 && (!walk.isOver || this.#leadsAside(group))
      if (canReachMore) gained.set(group, [...(gained.get(group) ?? []), ...fresh])
    }
    return gained
  }

  /**
   * True if an alert of the group names a parent that is not stored as a parent of the alert's resource. A walk that
   * starts at another group does not go from this resource to that parent, because it follows stored relations here.
   */
  #leadsAside(group: number): boolean {
    const { parents } = this.#ways
    return this.#waysOf(group).some(({ node, stated }) => stated !== undefined && !parents[node]?.includes(stated))
  }

  #waysOf(group: number): readonly AlertWay[] {
    return (this.#groups[group] as AlertGroup).resources.flatMap(({ ways }) => ways)
  }

  /** The number of alerts that a group of one resource explains within itself: all but the first. */
  #explainedWithin(root: number): number {
    const { resources, alerts } = this.#groups[root] as AlertGroup
    return resources.length === 1 ? alerts.length - 1 : 0
  }

  #causeOf(root: number, explains: number): RootCause {
    const { resources, alerts } = this.#groups[root] as AlertGroup
    const [alert, ...others] = alerts
    return newCause(alert, resources.length > 1 ? others : [], explains)
  }

  /**
   * Adds the causes of a root group whose alerts are too mild to explain other alerts. A circle is one cause. In a
   * group of a single resource, each alert is a cause of its own.
   */
  #addMildCauses(root: number): void {
    const { resources, alerts } = this.#groups[root] as AlertGroup
    if (resources.length > 1) {
      this.#causesOf[root]?.add(this.#causes.length)
      this.#causes.push(this.#causeOf(root, 0))
      return
    }
    for (const alert of alerts) {
      const numbers = new NumberSet()
      numbers.add(this.#causes.length)
      this.#own.set(alert, { causes: this, numbers })
      this.#causes.push(newCause(alert, [], 0))
    }
  }
}

function newCause(alert: Alert, circle: readonly Alert[], explains: number): RootCause {
  const attentions = new Set([alert, ...circle].map(({ status }) => attentionOf(status)))
  const attention = ATTENTIONS.find((each) => attentions.has(each)) ?? 'silenced'
  return { alert, circle, explains, attention }
}

function divide<T>(items: readonly T[], belongs: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  const groups = groupBy(items, belongs)
  return [groups.get(true) ?? [], groups.get(false) ?? []]
}
