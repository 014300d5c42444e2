import type { AlertingEnvironment, AlertingResource } from './alerting-environment.js'
import { canExplain, compareAlerts } from './compare-alerts.js'
import type { ImpactAlert } from './impact-alert.js'

/** What explains an alert, and what the alert explains (rules.md#root-causes). In each list, the worst comes first. */
export interface Explanations {
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
export function explanationsOf(environment: AlertingEnvironment, alert: ImpactAlert): Explanations {
  const { resources, components } = environment
  const way = environment.wayOf(alert)
  const group = new Set(components.find((numbers) => numbers.includes(way.resource)))
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
