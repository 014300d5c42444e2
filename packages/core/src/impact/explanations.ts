import type { Alert } from '../alert/alert.js'
import { LIMITS } from '../limits.js'
import { alertGroups } from './alert-groups.js'
import { type AlertingResource, alertingResources, canExplain, compareAlerts } from './alerting-resources.js'
import type { WaysUp } from './ways-up.js'

/** What explains an alert, and what the alert explains (rules.md#root-causes). In each list, the worst comes first. */
export interface Explanations {
  readonly explainedBy: readonly Alert[]
  readonly explains: readonly Alert[]
  /** The other alerts of the circle that the alert is in; empty if it is in none. */
  readonly circle: readonly Alert[]
}

/**
 * Finds which alerts of its environment explain an alert, and which alerts it explains.
 *
 * @param ways a walk that is over (its `frontier` is empty)
 * @param alerts the alerts of the environment, including `alert`
 */
export function* explanationsOf(
  ways: WaysUp,
  alerts: readonly Alert[],
  alert: Alert,
): Generator<undefined, Explanations> {
  const alerting = yield* alertingResources(ways, alerts)
  const { node, stated } = ways.numbered(alert)
  const groups = alertGroups(ways, alerting)
  const group = groups.find(({ resources }) => resources.some((resource) => resource.node === node))
  const isCircle = group !== undefined && group.resources.length > 1
  const circle: readonly Alert[] = isCircle ? group.alerts : []
  const same = isCircle ? [] : (alerting.get(node)?.alerts ?? [])
  const elsewhere = [...alerting.values()].filter((resource) => !group?.resources.includes(resource))
  const above = levelsOf(ways.parents, node, stated)
  const below = levelsOf(ways.children(), node, undefined)
  const explained = [
    ...same.filter((other) => compareAlerts(alert, other) < 0),
    ...elsewhere.flatMap((resource) => (above.has(resource.node) ? resource.alerts : [])),
  ]
  return {
    explainedBy: [
      ...same.filter((other) => canExplain(other) && compareAlerts(other, alert) < 0),
      ...elsewhere.flatMap((resource) => explainingAlerts(resource, below)),
    ].sort(compareAlerts),
    explains: canExplain(alert) ? explained.sort(compareAlerts) : [],
    circle: circle.filter((other) => other !== alert),
  }
}

/**
 * The alerts of one resource that explain the alerts of another resource. `below` contains the resources below the
 * other resource, each with the number of levels between them.
 */
function explainingAlerts({ ways }: AlertingResource, below: ReadonlyMap<number, number>): readonly Alert[] {
  const leading = ways.filter(({ node, stated }) => {
    const fromStated = stated === undefined ? undefined : below.get(stated)
    return below.has(node) || (fromStated !== undefined && fromStated < LIMITS.rollupDepth)
  })
  return leading.flatMap(({ alerts }) => alerts.filter(canExplain))
}

/** The number of levels from a node to each node that can be reached within `LIMITS.rollupDepth` levels. */
function levelsOf(
  neighbors: readonly (readonly number[])[],
  start: number,
  stated: number | undefined,
): ReadonlyMap<number, number> {
  const levels = new Map([[start, 0]])
  for (const [node, level] of levels) {
    if (level === LIMITS.rollupDepth) break
    const own = neighbors[node] as readonly number[]
    for (const next of node === start && stated !== undefined ? [stated, ...own] : own) {
      if (!levels.has(next)) levels.set(next, level + 1)
    }
  }
  return levels
}
