import { ATTENTIONS, type Attention, attentionOf } from '../alert/alert-status.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import type { AlertingEnvironment } from './alerting-environment.js'
import type { AlertingResource } from './alerting-resource.js'
import { canExplain, compareAlerts, compareNewestFirst, rankOfSeverity } from './compare-alerts.js'
import type { ImpactAlert } from './impact-alert.js'
import { NumberSet } from './number-set.js'
import { ABSORBED } from './redundancy.js'
import type { NodePath } from './topology-index.js'
import { WorkBudget } from './work-budget.js'

/**
 * An alert that no other alert explains, or that stands out from the alerts that explain it; or a circle of such alerts
 * (rules.md#root-causes).
 */
export interface RootCause {
  /** The alert that stands for the cause. In a circle, it is the worst alert, or the oldest of several worst alerts. */
  readonly alert: ImpactAlert
  /** The other alerts of the circle; empty if the cause is not a circle. */
  readonly circle: readonly ImpactAlert[]
  /** The number of active alerts that the alerts of this resource, or of the circle, explain. */
  readonly explains: number
  /**
   * `open` if an alert of the cause is open; otherwise `acknowledged` if an alert of the cause is acknowledged;
   * otherwise `silenced`.
   */
  readonly attention: Attention
  /** The environment of the alerts, and the number of their group. */
  readonly environment: EnvironmentCauses
  readonly group: number
  /** The paths from the cause to nodes that were found so far, by topology. */
  readonly paths: Map<NodeLookup, NodePath>
}

export type CauseOrder = (one: RootCause, other: RootCause) => number

/**
 * Sorts causes (rules.md#root-causes-8): by attention (open, acknowledged, silenced); then the causes in `stepwise`
 * come first; then by the number of explained alerts, the greatest first; then by severity, the worst first; then by
 * age, the oldest first or the newest first.
 */
export function causeOrder(newest: boolean, stepwise: ReadonlySet<RootCause>): CauseOrder {
  const compare = newest ? compareNewestFirst : compareAlerts
  return (one, other) =>
    ATTENTIONS.indexOf(one.attention) - ATTENTIONS.indexOf(other.attention) ||
    Number(stepwise.has(other)) - Number(stepwise.has(one)) ||
    other.explains - one.explains ||
    compare(one.alert, other.alert)
}

/** The causes of an alert, as indexes in the list of all causes of the environment: one index, or a set. */
export type CauseIndexes = number | NumberSet

/**
 * The root causes of the alerts of one environment. A group is a circle of resources, or a single resource
 * (rules.md#root-causes-4). Each group passes its causes on to the groups that it explains. Groups are visited in an
 * order in which a group has all of its causes before it passes them on.
 */
export class EnvironmentCauses {
  readonly #environment: AlertingEnvironment
  readonly #below: number[][]
  readonly #causes: RootCause[] = []
  /** The causes of each group; `undefined` = the group has no cause so far, neither its own nor from another group. */
  readonly #causesOf: (CauseIndexes | undefined)[]
  /** The sets in `#causesOf` that only one group uses. Only these sets may be changed. */
  readonly #unshared = new Set<CauseIndexes>()
  /** The causes of each alert whose causes differ from those of its group. */
  readonly #ownCauses = new Map<ImpactAlert, CauseIndexes>()

  private constructor(environment: AlertingEnvironment) {
    this.#environment = environment
    this.#causesOf = new Array(environment.explanations.groups.length)
    this.#below = environment.explanations.groups.map(() => [])
  }

  /**
   * Finds the causes. Yields now and then, so that the caller can let the process do other work.
   *
   * @param environment an environment whose `search` is complete
   */
  static *find(environment: AlertingEnvironment): Generator<undefined, EnvironmentCauses> {
    const found = new EnvironmentCauses(environment)
    const { explanations, resources } = environment
    const { groups } = explanations
    const budget = new WorkBudget()
    for (let group = groups.length - 1; group >= 0; group--) {
      const numbers = groups[group] as readonly number[]
      const members = numbers.map((number) => resources[number] as AlertingResource)
      if (members.length > 1) yield* found.#addCircle(group, members, budget)
      else if (budget.isSpentBy(found.#addResource(group, members[0] as AlertingResource) + 1)) yield
    }
    return found
  }

  /** For each group, the groups that explain it directly, from one level below. */
  get below(): readonly (readonly number[])[] {
    return this.#below
  }

  /** The causes of an alert of this environment. Pass them to {@link collect}. */
  indexesOf(alert: ImpactAlert): CauseIndexes {
    return this.#ownCauses.get(alert) ?? (this.#causesOf[this.groupOf(alert)] as CauseIndexes)
  }

  /** The number of the group of an alert of this environment. */
  groupOf(alert: ImpactAlert): number {
    return this.#environment.explanations.groupOf(this.#environment.findStart(alert).resource)
  }

  /** The causes in some sets, without duplicates, in no particular order. */
  collect(sets: Iterable<CauseIndexes>): readonly RootCause[] {
    const found = new NumberSet()
    for (const causes of sets) found.addAll(causes)
    return found.values().map((cause) => this.#causes[cause] as RootCause)
  }

  /** @returns the number of resources that the alerts of the resource explain */
  #addResource(group: number, resource: AlertingResource): number {
    const { alerts, explained } = resource
    const [worst, ...others] = alerts as readonly [ImpactAlert, ...ImpactAlert[]]
    const received = this.#causesOf[group]
    const isCause = (alert: ImpactAlert) =>
      received === undefined || (alert === worst && this.#standsOut(group, worst, [resource]))
    if (!canExplain(worst)) {
      for (const alert of alerts.filter(isCause)) {
        const cause = this.#addCause(group, [alert], 0)
        this.#ownCauses.set(alert, received === undefined ? cause : new NumberSet().addAll(received).addAll(cause))
      }
    } else if (isCause(worst)) {
      this.#addCauses(group, this.#addCause(group, [worst], this.#countAlerts(explained) + others.length))
    }
    this.#recordBelow(group, resource)
    this.#passOn(group, explained)
    return explained.length
  }

  /**
   * Adds the causes of a circle. Yields now and then, because a circle of thousands of resources has millions of pairs
   * in which one resource explains the other.
   */
  *#addCircle(group: number, resources: readonly AlertingResource[], budget: WorkBudget): Generator<undefined, void> {
    const outside = new Set<number>()
    for (const resource of resources) {
      this.#recordBelow(group, resource)
      for (const number of resource.explained)
        if (this.#environment.explanations.groupOf(number) !== group) outside.add(number)
      if (budget.isSpentBy(resource.explained.length + 1)) yield
    }
    const explained = [...outside]
    const alerts = resources.flatMap((resource) => resource.alerts).sort(compareAlerts)
    const [worst, ...others] = alerts as [ImpactAlert, ...ImpactAlert[]]
    if (this.#causesOf[group] === undefined || this.#standsOut(group, worst, resources)) {
      this.#addCauses(group, this.#addCause(group, [worst, ...others], this.#countAlerts(explained)))
    }
    this.#passOn(group, explained)
  }

  /**
   * True if the worst alert of a group exceeds all alerts that explain the group in severity or in fork, and at least
   * equals them in the other of the two (rules.md#root-causes-11).
   */
  #standsOut(group: number, { severity }: ImpactAlert, resources: readonly AlertingResource[]): boolean {
    const rank = rankOfSeverity(severity)
    const fork = this.#environment.explanations.forkOf(group)
    const worst = resources.reduce((least, { explainedRank }) => Math.min(least, explainedRank), ABSORBED)
    const widest = resources.reduce((most, { explainedFork }) => Math.max(most, explainedFork), 0)
    return (rank < worst && fork >= widest) || (rank <= worst && fork > widest)
  }

  /** Records which groups the alerts of a resource explain directly, one level above. */
  #recordBelow(group: number, resource: AlertingResource): void {
    for (const number of this.#environment.explanations.explainedAbove(resource)) {
      const other = this.#environment.explanations.groupOf(number)
      const below = this.#below[other] as number[]
      if (other !== group && below.at(-1) !== group) below.push(group)
    }
  }

  /**
   * @param alerts the alert that stands for the cause, and the other alerts of its circle
   * @returns the index of the new cause
   */
  #addCause(group: number, alerts: readonly [ImpactAlert, ...ImpactAlert[]], explains: number): number {
    const [alert, ...circle] = alerts
    const attention = circle.length === 0 ? attentionOf(alert.status) : mostUrgentAttention(alerts)
    return this.#causes.push({ alert, circle, explains, attention, environment: this, group, paths: new Map() }) - 1
  }

  #countAlerts(numbers: readonly number[]): number {
    const { resources } = this.#environment
    let count = 0
    for (const number of numbers) count += (resources[number] as AlertingResource).alerts.length
    return count
  }

  /** Passes the causes of a group on to the groups of the resources that it explains. */
  #passOn(group: number, explained: readonly number[]): void {
    const causes = this.#causesOf[group]
    if (causes === undefined || explained.length === 0) return
    this.#unshared.delete(causes)
    for (const number of explained) this.#addCauses(this.#environment.explanations.groupOf(number), causes)
  }

  #addCauses(group: number, causes: CauseIndexes): void {
    const existing = this.#causesOf[group]
    if (existing === causes) return
    if (existing === undefined) {
      this.#causesOf[group] = causes
      return
    }
    const own =
      existing instanceof NumberSet && this.#unshared.has(existing) ? existing : new NumberSet().addAll(existing)
    this.#unshared.add(own.addAll(causes))
    this.#causesOf[group] = own
  }
}

function mostUrgentAttention(alerts: readonly ImpactAlert[]): Attention {
  const attentions = new Set(alerts.map(({ status }) => attentionOf(status)))
  return ATTENTIONS.find((each) => attentions.has(each)) ?? 'silenced'
}
