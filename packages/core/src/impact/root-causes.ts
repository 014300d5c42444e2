import { ATTENTIONS, type Attention, attentionOf } from '../alert/alert-status.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import type { AlertingEnvironment } from './alerting-environment.js'
import type { AlertingResource } from './alerting-resource.js'
import { canExplain, compareAlerts, compareNewestFirst, rankOf } from './compare-alerts.js'
import type { ImpactAlert } from './impact-alert.js'
import { NumberSet } from './number-set.js'
import { NOTHING } from './redundancy.js'
import type { NodePath } from './topology-index.js'
import { WorkBudget } from './work-budget.js'

/**
 * An alert that no other alert explains, or that is worse than what arrives of those that explain it; or a circle of
 * such alerts (rules.md#root-causes).
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
  /** The paths to nodes that were shown for the cause, by topology. */
  readonly paths: Map<NodeLookup, NodePath>
}

export type CauseOrder = (one: RootCause, other: RootCause) => number

/**
 * Sorts causes by attention (open, acknowledged, silenced), then those first that explain step by step what hurts the
 * service, then by the number of explained alerts, the greatest first, then by severity, the worst first, then by age:
 * the oldest first, or the newest first (rules.md#root-causes-8).
 */
export function causeOrder(newest: boolean, stepwise: ReadonlySet<RootCause>): CauseOrder {
  const compare = newest ? compareNewestFirst : compareAlerts
  return (one, other) =>
    ATTENTIONS.indexOf(one.attention) - ATTENTIONS.indexOf(other.attention) ||
    Number(stepwise.has(other)) - Number(stepwise.has(one)) ||
    other.explains - one.explains ||
    compare(one.alert, other.alert)
}

/** The causes of an alert, as indexes: the only one, or several. */
export type Causes = number | NumberSet

/**
 * The root causes of the alerts of one environment. A group is a circle of resources, or a single resource
 * (rules.md#root-causes-4). Each group passes its causes on to the groups that it explains. The order of the groups is
 * such that a group has got all of its causes before it passes them on.
 */
export class EnvironmentCauses {
  readonly #environment: AlertingEnvironment
  readonly #below: number[][]
  readonly #causes: RootCause[] = []
  /** The causes of each group; `undefined` if no cause has been passed on to it, and it has none of its own. */
  readonly #causesOf: (Causes | undefined)[]
  /** The sets in `#causesOf` that no other group has, so that they can get more numbers. */
  readonly #unshared = new Set<Causes>()
  /** The causes of the alerts that are causes beside other alerts of their resource. */
  readonly #own = new Map<ImpactAlert, Causes>()

  private constructor(environment: AlertingEnvironment) {
    this.#environment = environment
    this.#causesOf = new Array(environment.explanations.components.length)
    this.#below = environment.explanations.components.map(() => [])
  }

  /**
   * Finds the causes. Yields now and then, so that the caller can let the process do other work.
   *
   * @param environment an environment whose `search` is complete
   */
  static *find(environment: AlertingEnvironment): Generator<undefined, EnvironmentCauses> {
    const found = new EnvironmentCauses(environment)
    const { explanations, resources } = environment
    const { components } = explanations
    const budget = new WorkBudget()
    for (let group = components.length - 1; group >= 0; group--) {
      const numbers = components[group] as readonly number[]
      const members = numbers.map((number) => resources[number] as AlertingResource)
      if (members.length > 1) yield* found.#addCircle(group, members, budget)
      else if (budget.isSpentBy(found.#addResource(group, members[0] as AlertingResource) + 1)) yield
    }
    return found
  }

  /** For each group, the groups that explain it from a single level below. */
  get below(): readonly (readonly number[])[] {
    return this.#below
  }

  /** The causes of an alert of this environment. Pass them to {@link in}. */
  of(alert: ImpactAlert): Causes {
    return this.#own.get(alert) ?? (this.#causesOf[this.groupOf(alert)] as Causes)
  }

  /** The number of the group of an alert of this environment. */
  groupOf(alert: ImpactAlert): number {
    return this.#environment.explanations.groupOf(this.#environment.wayOf(alert).resource)
  }

  /** The different causes in some sets, in no certain order. */
  in(sets: Iterable<Causes>): readonly RootCause[] {
    const found = new NumberSet()
    for (const causes of sets) found.addAll(causes)
    return found.values().map((cause) => this.#causes[cause] as RootCause)
  }

  /** @returns the number of resources that the alerts of the resource explain */
  #addResource(group: number, resource: AlertingResource): number {
    const { alerts, explained } = resource
    const [worst, ...others] = alerts as readonly [ImpactAlert, ...ImpactAlert[]]
    const passed = this.#causesOf[group]
    const isCause = (alert: ImpactAlert) =>
      passed === undefined || (alert === worst && this.#standsOut(group, worst, [resource]))
    if (!canExplain(worst)) {
      for (const alert of alerts.filter(isCause)) {
        const cause = this.#add(group, [alert], 0)
        this.#own.set(alert, passed === undefined ? cause : new NumberSet().addAll(passed).addAll(cause))
      }
    } else if (isCause(worst)) {
      this.#give(group, this.#add(group, [worst], this.#countAlerts(explained) + others.length))
    }
    this.#addSteps(group, resource)
    this.#passOn(group, explained)
    return explained.length
  }

  /**
   * The resources of a circle of thousands explain each other, which are millions of pairs. So this step yields too.
   */
  *#addCircle(group: number, resources: readonly AlertingResource[], budget: WorkBudget): Generator<undefined, void> {
    const outside = new Set<number>()
    for (const resource of resources) {
      this.#addSteps(group, resource)
      for (const number of resource.explained)
        if (this.#environment.explanations.groupOf(number) !== group) outside.add(number)
      if (budget.isSpentBy(resource.explained.length + 1)) yield
    }
    const explained = [...outside]
    const alerts = resources.flatMap((resource) => resource.alerts).sort(compareAlerts)
    const [worst, ...others] = alerts as [ImpactAlert, ...ImpactAlert[]]
    if (this.#causesOf[group] === undefined || this.#standsOut(group, worst, resources)) {
      this.#give(group, this.#add(group, [worst, ...others], this.#countAlerts(explained)))
    }
    this.#passOn(group, explained)
  }

  /**
   * True if the worst alert of a group is more than all alerts that explain the group in severity or in fork, and not
   * less than any of them in the other (rules.md#root-causes-11).
   */
  #standsOut(group: number, { severity }: ImpactAlert, resources: readonly AlertingResource[]): boolean {
    const rank = rankOf(severity)
    const fork = this.#environment.explanations.forkOf(group)
    const worst = resources.reduce((least, { explainedAt }) => Math.min(least, explainedAt), NOTHING)
    const widest = resources.reduce((most, { explainedFork }) => Math.max(most, explainedFork), 0)
    return (rank < worst && fork >= widest) || (rank <= worst && fork > widest)
  }

  /** Notes which groups the alerts of a resource explain a single level above. */
  #addSteps(group: number, resource: AlertingResource): void {
    for (const number of this.#environment.explanations.explainedAbove(resource)) {
      const other = this.#environment.explanations.groupOf(number)
      const below = this.#below[other] as number[]
      if (other !== group && below.at(-1) !== group) below.push(group)
    }
  }

  /** @param alerts the alert that stands for the cause, and the others of its circle */
  #add(group: number, alerts: readonly [ImpactAlert, ...ImpactAlert[]], explains: number): number {
    const [alert, ...circle] = alerts
    const attention = circle.length === 0 ? attentionOf(alert.status) : firstAttention(alerts)
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
    for (const number of explained) this.#give(this.#environment.explanations.groupOf(number), causes)
  }

  #give(group: number, causes: Causes): void {
    const known = this.#causesOf[group]
    if (known === causes) return
    if (known === undefined) {
      this.#causesOf[group] = causes
      return
    }
    const own = known instanceof NumberSet && this.#unshared.has(known) ? known : new NumberSet().addAll(known)
    this.#unshared.add(own.addAll(causes))
    this.#causesOf[group] = own
  }
}

function firstAttention(alerts: readonly ImpactAlert[]): Attention {
  const attentions = new Set(alerts.map(({ status }) => attentionOf(status)))
  return ATTENTIONS.find((each) => attentions.has(each)) ?? 'silenced'
}
