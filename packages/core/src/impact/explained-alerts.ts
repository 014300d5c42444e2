import { groupBy } from '../group-by.js'
import type { AlertingEnvironment } from './alerting-environment.js'
import type { AlertingResource } from './alerting-resource.js'
import { canExplain, compareAlerts } from './compare-alerts.js'
import type { ImpactAlert } from './impact-alert.js'
import { WorkBudget } from './work-budget.js'

/**
 * The alerts that explain an alert, and the alerts that it explains (rules.md#root-causes). Each list begins with the
 * worst alert.
 */
export interface ExplanationsOfAlert {
  readonly explainedBy: readonly ImpactAlert[]
  readonly explains: readonly ImpactAlert[]
  /** The other alerts of the circle that the alert is in; empty if it is in none. */
  readonly circle: readonly ImpactAlert[]
}

/**
 * Finds which alerts of its environment explain an alert, and which alerts it explains.
 *
 * @param environment an environment with this alert, whose `search` is complete
 */
export function explanationsOf(environment: AlertingEnvironment, alert: ImpactAlert): ExplanationsOfAlert {
  const { resources, explanations } = environment
  const start = environment.findStart(alert)
  const group = new Set(explanations.groups[explanations.groupOf(start.resource)])
  const isCircle = group.size > 1
  const alertsOf = (number: number) => (resources[number] as AlertingResource).alerts
  const sameResource = isCircle ? [] : alertsOf(start.resource)
  const outside = resources.filter(({ number }) => !group.has(number))
  const explainingBelow = outside.flatMap(({ starts }) =>
    starts.filter(({ alertingAncestors: above }) => above.includes(start.resource)),
  )
  const explainingStarts = new Set(explainingBelow)
  const explaining = outside.flatMap(({ alerts }) =>
    alerts.filter((other) => canExplain(other) && explainingStarts.has(environment.findStart(other))),
  )
  const explained = start.alertingAncestors.filter((number) => !group.has(number)).flatMap(alertsOf)
  return {
    explainedBy: [
      ...sameResource.filter((other) => canExplain(other) && compareAlerts(other, alert) < 0),
      ...explaining,
    ].sort(compareAlerts),
    explains: canExplain(alert)
      ? [...sameResource.filter((other) => compareAlerts(alert, other) < 0), ...explained].sort(compareAlerts)
      : [],
    circle: isCircle
      ? [...group]
          .flatMap(alertsOf)
          .filter((other) => other !== alert)
          .sort(compareAlerts)
      : [],
  }
}

/**
 * Finds the alerts that some alerts of an environment explain directly. A circle counts as one alert, so the result
 * also has the other alerts of the circle, and the alerts that any of them explains. Yields now and then.
 */
export function* explainedAlerts(
  environment: AlertingEnvironment,
  alerts: readonly ImpactAlert[],
): Generator<undefined, ReadonlySet<ImpactAlert>> {
  const alertsOf = (number: number) => (environment.resources[number] as AlertingResource).alerts
  const found = new Set<ImpactAlert>()
  // Thousands of alerts may share one list of explained resources, so each list is visited only once.
  const lists = new Set(alerts.flatMap((alert) => explainedLists(environment, alert)))
  yield
  for (const [resource, own] of groupBy(alerts, (alert) => environment.findStart(alert).resource)) {
    const [worst] = own.filter(canExplain).sort(compareAlerts)
    const others = worst === undefined ? [] : alertsOf(resource).filter((other) => compareAlerts(worst, other) < 0)
    for (const other of others) found.add(other)
  }
  yield
  const explained = new Set<number>()
  const budget = new WorkBudget()
  for (const list of lists) {
    for (const number of list) explained.add(number)
    if (budget.isSpentBy(list.length + 1)) yield
  }
  for (const other of [...explained].flatMap(alertsOf)) found.add(other)
  return found
}

/** The lists of the resources that an alert explains. If the alert is in a circle, also the resources of the circle. */
function explainedLists(environment: AlertingEnvironment, alert: ImpactAlert): readonly (readonly number[])[] {
  const { resources, explanations } = environment
  const start = environment.findStart(alert)
  const group = explanations.groups[explanations.groupOf(start.resource)] as readonly number[]
  if (group.length > 1) return [group, ...group.map((number) => (resources[number] as AlertingResource).explained)]
  return canExplain(alert) ? [start.alertingAncestors] : []
}
