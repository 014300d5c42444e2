import { ATTENTIONS, type Attention, attentionOf } from '../alert/alert-status.js'
import type { AlertingEnvironment, AlertingResource } from './alerting-environment.js'
import { canExplain, compareAlerts, compareNewestFirst } from './compare-alerts.js'
import type { ImpactAlert } from './impact-alert.js'
import { NumberSet } from './number-set.js'
import { WorkBudget } from './work-budget.js'

/** An alert that no other alert explains, or a circle of such alerts (rules.md#root-causes). */
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
}

export type CauseOrder = (one: RootCause, other: RootCause) => number

/**
 * Sorts causes by attention (open, acknowledged, silenced), then by the number of explained alerts, the greatest first,
 * then by severity, the worst first, then by age: the oldest first, or the newest first (rules.md#root-causes-8).
 */
export function causeOrder(newest: boolean): CauseOrder {
  const compare = newest ? compareNewestFirst : compareAlerts
  return (one, other) =>
    ATTENTIONS.indexOf(one.attention) - ATTENTIONS.indexOf(other.attention) ||
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
  /** The group of each resource. */
  readonly #groupAt: Int32Array
  readonly #causes: RootCause[] = []
  /**
   * The causes of each group; `undefined` if the group has no alerts, or if each of its alerts is a cause of its own.
   */
  readonly #causesOf: (Causes | undefined)[]
  /** The sets in `#causesOf` that no other group has, so that they can get more numbers. */
  readonly #unshared = new Set<Causes>()
  /** The causes of the alerts that are causes of their own. */
  readonly #own = new Map<ImpactAlert, number>()

  private constructor(environment: AlertingEnvironment) {
    this.#environment = environment
    this.#groupAt = new Int32Array(environment.resources.length)
    this.#causesOf = new Array(environment.components.length)
    for (const [group, numbers] of environment.components.entries()) {
      for (const number of numbers) this.#groupAt[number] = group
    }
  }

  /**
   * Finds the causes. Yields now and then, so that the caller can let the process do other work.
   *
   * @param environment an environment whose `search` is complete
   */
  static *find(environment: AlertingEnvironment): Generator<undefined, EnvironmentCauses> {
    const found = new EnvironmentCauses(environment)
    const { components, resources } = environment
    const budget = new WorkBudget()
    for (let group = components.length - 1; group >= 0; group--) {
      const numbers = components[group] as readonly number[]
      if (numbers.length > 1) yield* found.#addCircle(group, numbers, budget)
      else {
        const passed = found.#addResource(group, resources[numbers[0] as number] as AlertingResource)
        if (budget.isSpentBy(passed + 1)) yield
      }
    }
    return found
  }

  /** The causes of an alert of this environment. Pass them to {@link in}. */
  of(alert: ImpactAlert): Causes {
    const { resource } = this.#environment.wayOf(alert)
    return this.#causesOf[this.#groupAt[resource] as number] ?? (this.#own.get(alert) as number)
  }

  /** The different causes in some sets, in no certain order. */
  in(sets: Iterable<Causes>): readonly RootCause[] {
    const found = new NumberSet()
    for (const causes of sets) found.addAll(causes)
    return found.values().map((cause) => this.#causes[cause] as RootCause)
  }

  /** @returns the number of resources that the alerts of the resource explain */
  #addResource(group: number, resource: AlertingResource): number {
    const worst = resource.alerts[0]
    if (worst === undefined) return 0
    const explained = this.#environment.explainedBy(resource)
    if (this.#causesOf[group] === undefined) {
      if (canExplain(worst)) {
        const explains = this.#countAlerts(explained) + resource.alerts.length - 1
        this.#causesOf[group] = this.#add(worst, [], explains)
      } else for (const alert of resource.alerts) this.#own.set(alert, this.#add(alert, [], 0))
    }
    this.#passOn(group, explained)
    return explained.length
  }

  /**
   * The resources of a circle of thousands explain each other, which are millions of pairs. So this step yields too.
   */
  *#addCircle(group: number, numbers: readonly number[], budget: WorkBudget): Generator<undefined, void> {
    const resources = numbers.map((number) => this.#environment.resources[number] as AlertingResource)
    const outside = new Set<number>()
    for (const resource of resources) {
      const reached = this.#environment.explainedBy(resource)
      for (const number of reached) if (this.#groupAt[number] !== group) outside.add(number)
      if (budget.isSpentBy(reached.length + 1)) yield
    }
    const explained = [...outside]
    if (this.#causesOf[group] === undefined) {
      const [worst, ...others] = resources.flatMap(({ alerts }) => alerts).sort(compareAlerts)
      this.#causesOf[group] = this.#add(worst as ImpactAlert, others, this.#countAlerts(explained))
    }
    this.#passOn(group, explained)
  }

  #add(alert: ImpactAlert, circle: readonly ImpactAlert[], explains: number): number {
    const attention = circle.length === 0 ? attentionOf(alert.status) : firstAttention([alert, ...circle])
    return this.#causes.push({ alert, circle, explains, attention }) - 1
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
    for (const number of explained) this.#give(this.#groupAt[number] as number, causes)
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
