import type { Alert } from '../alert/alert.js'
import { SEVERITIES, type Severity } from '../alert/severity.js'
import { groupBy } from '../group-by.js'
import { compareNames } from '../name.js'
import type { NumberedStart, WaysUp } from './ways-up.js'

/** A way up (rules.md#reach-2), and its alerts: all alerts of one resource that name the same parent. */
export interface AlertWay extends NumberedStart {
  readonly alerts: readonly Alert[]
  /** True if one of the alerts is severe enough to explain other alerts. */
  readonly explains: boolean
}

/** A resource that has alerts. */
export interface AlertingResource {
  readonly node: number
  /** The worst alert first, then the oldest. The first alert stands for the resource. */
  readonly alerts: readonly [Alert, ...Alert[]]
  readonly ways: readonly AlertWay[]
}

/** The search yields after this many resources, which take a few milliseconds. */
const RESOURCES_AT_ONCE = 1_000

/** The resources of one environment that have alerts, by the number that they have in `ways` (rules.md#impact). */
export function* alertingResources(
  ways: WaysUp,
  alerts: readonly Alert[],
): Generator<undefined, ReadonlyMap<number, AlertingResource>> {
  const resources = new Map<number, AlertingResource>()
  for (const ofResource of groupBy(alerts, ({ resource }) => resource).values()) {
    const [first, ...others] = ofResource.toSorted(compareAlerts)
    if (first === undefined) continue
    const alertWays = [...groupBy(ofResource, ({ resourceParent }) => resourceParent).values()].map((ofWay) => ({
      ...ways.numbered(ofWay[0] as Alert),
      alerts: ofWay,
      explains: ofWay.some(canExplain),
    }))
    const node = alertWays[0]?.node as number
    resources.set(node, { node, alerts: [first, ...others], ways: alertWays })
    if (resources.size % RESOURCES_AT_ONCE === 0) yield
  }
  return resources
}

/** True if an alert is severe enough to explain other alerts (rules.md#root-causes-1). */
export function canExplain({ severity }: Pick<Alert, 'severity'>): boolean {
  return isAsBadAs(severity, 'warning')
}

/** Compares alerts for sorting: the worst first, then the oldest, then by environment, resource, event and id. */
export function compareAlerts(one: Alert, other: Alert): number {
  return (
    SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
    compareNames(one.activeSince, other.activeSince) ||
    compareKeys(one, other)
  )
}

/** Compares alerts by environment, resource, event and id. */
export function compareKeys(one: Alert, other: Alert): number {
  return (
    compareNames(one.environment, other.environment) ||
    compareNames(one.resource, other.resource) ||
    compareNames(one.event, other.event) ||
    compareNames(one.id, other.id)
  )
}

function isAsBadAs(severity: Severity, bound: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(bound)
}
