import type { Alert } from '@opsgraph/core'
import { isWorse, type NaiveState, worseFirst } from './state.js'
import { endOf, findPaths } from './ways.js'

/** Determines which alerts explain which (rules.md#root-causes). Redundancy rules have no effect on this. */
export class Explanations {
  readonly #alerts: readonly Alert[]
  readonly #waysUp: ReadonlyMap<Alert, ReadonlySet<string>>
  readonly #groups = new Map<Alert, readonly Alert[]>()

  constructor({ alerts, parents }: Pick<NaiveState, 'alerts' | 'parents'>) {
    this.#alerts = alerts
    const graph = { parents, holding: [] }
    this.#waysUp = new Map(alerts.map((alert) => [alert, new Set(findPaths(graph, alert).map(endOf))]))
  }

  explainedBy(alert: Alert): readonly Alert[] {
    return this.#alerts.filter((other) => this.explains(other, alert)).toSorted(worseFirst)
  }

  explainsOf(alert: Alert): readonly Alert[] {
    return this.#alerts.filter((other) => this.explains(alert, other)).toSorted(worseFirst)
  }

  explains(one: Alert, other: Alert): boolean {
    if (one === other || one.environment !== other.environment || !isBadEnough(one)) return false
    const group = this.groupOf(other)
    if (one.resource === other.resource) return !isCircle(group) && worseFirst(one, other) < 0
    return !group.includes(one) && this.#leads(one, other.resource)
  }

  /** Returns the alerts outside of a group that explain one of its alerts. */
  outside(group: readonly Alert[]): readonly Alert[] {
    return this.#alerts.filter((other) => !group.includes(other) && group.some((each) => this.explains(other, each)))
  }

  /** Returns the alert itself, and everything that explains it or its group, directly or through other alerts. */
  behind(alert: Alert): ReadonlySet<Alert> {
    const found = new Set([alert])
    for (const each of found) for (const other of this.outside(this.groupOf(each))) found.add(other)
    return found
  }

  /**
   * Returns the alerts of the circle to which an alert belongs (rules.md#root-causes-4), the worst one first. If its
   * resource is in no circle, returns only the alerts about this resource.
   */
  groupOf(alert: Alert): readonly Alert[] {
    const known = this.#groups.get(alert)
    if (known !== undefined) return known
    const local = this.#alerts.filter(({ environment }) => environment === alert.environment)
    const above = this.#after(alert.resource, local)
    const members = local.filter(
      ({ resource }) => above.has(resource) && this.#after(resource, local).has(alert.resource),
    )
    const group = members.toSorted(worseFirst)
    this.#groups.set(alert, group)
    return group
  }

  /** Returns the ancestors with alerts of a resource, directly or through other resources with alerts. */
  #after(start: string, local: readonly Alert[]): ReadonlySet<string> {
    const reached = new Set([start])
    for (const name of reached) {
      const from = local.filter(({ resource }) => resource === name)
      for (const { resource } of local) if (from.some((each) => this.#leads(each, resource))) reached.add(resource)
    }
    return reached
  }

  #leads(alert: Alert, resource: string): boolean {
    return this.#waysUp.get(alert)?.has(resource) ?? false
  }
}

export function isCircle(group: readonly Alert[]): boolean {
  return new Set(group.map(({ resource }) => resource)).size > 1
}

/** Whether an alert is severe enough to explain others. */
export function isBadEnough({ severity }: Alert): boolean {
  return !isWorse('warning', severity)
}
