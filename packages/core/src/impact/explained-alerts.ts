import { groupBy } from '../group-by.js'
import type { AlertingEnvironment } from './alerting-environment.js'
import type { AlertingResource } from './alerting-resource.js'
import { canExplain, compareAlerts } from './compare-alerts.js'
import type { ImpactAlert } from './impact-alert.js'
import { WorkBudget } from './work-budget.js'

/** What explains an alert, and what the alert explains (rules.md#root-causes). In each list, the worst comes first. */
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
  const way = environment.wayOf(alert)
  const group = new Set(explanations.components[explanations.groupOf(way.resource)])
  const isCircle = group.size > 1
  const alertsOf = (number: number) => (resources[number] as AlertingResource).alerts
  const same = isCircle ? [] : alertsOf(way.resource)
  const outside = resources.filter(({ number }) => !group.has(number))
  const below = outside.flatMap(({ ways }) => ways.filter(({ above }) => above.includes(way.resource)))
  const leading = new Set(below)
  const explaining = outside.flatMap(({ alerts }) =>
    alerts.filter((other) => canExplain(other) && leading.has(environment.wayOf(other))),
  )
  const explained = way.above.filter((number) => !group.has(number)).flatMap(alertsOf)
  return {
    explainedBy: [...same.filter((other) => canExplain(other) && compareAlerts(other, alert) < 0), ...explaining].sort(
      compareAlerts,
    ),
    explains: canExplain(alert)
      ? [...same.filter((other) => compareAlerts(alert, other) < 0), ...explained].sort(compareAlerts)
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
 * Finds what some alerts of an environment explain directly. A circle counts as one alert: the other alerts of the
 * circle, and what any of them explains, are found too. Yields now and then.
 */
export function* explainedAlerts(
  environment: AlertingEnvironment,
  alerts: readonly ImpactAlert[],
): Generator<undefined, ReadonlySet<ImpactAlert>> {
  const alertsOf = (number: number) => (environment.resources[number] as AlertingResource).alerts
  const found = new Set<ImpactAlert>()
  // Thousands of ways share one list of the resources above.
  const lists = new Set(alerts.flatMap((alert) => explainedLists(environment, alert)))
  yield
  for (const [resource, own] of groupBy(alerts, (alert) => environment.wayOf(alert).resource)) {
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

/** Lists of the resources whose alerts an alert explains, or the circle of the alert. */
function explainedLists(environment: AlertingEnvironment, alert: ImpactAlert): readonly (readonly number[])[] {
  const { resources, explanations } = environment
  const way = environment.wayOf(alert)
  const group = explanations.components[explanations.groupOf(way.resource)] as readonly number[]
  if (group.length > 1) return [group, ...group.map((number) => (resources[number] as AlertingResource).explained)]
  return canExplain(alert) ? [way.above] : []
}
