import { ATTENTIONS, attentionOf } from '../alert/alert-status.js'
import { SEVERITIES, type Severity } from '../alert/severity.js'
import type { AcceptAlert } from '../catalog/alert-impact.js'
import type { ServiceContact } from '../catalog/catalog-service.js'
import { groupBy } from '../group-by.js'
import { compareNames } from '../name.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import { compareNewestFirst, rankOfSeverity } from './compare-alerts.js'
import { type ImpactAlert, type NamedAlert, toNamedAlert } from './impact-alert.js'
import { firstOf } from './sorting.js'

/** A service that alerts can hurt: it has a topology or a catalog entry, or an alert names it. */
export interface HurtableService extends ServiceContact {
  readonly service: string
  /** The name in the catalog; without a catalog entry, the same as `service`. */
  readonly name: string
  /** The topology of the service; `undefined` if the service has none. */
  readonly topology: ServiceTopology | undefined
  /** Tests whether the `alertImpact` in the catalog entry of the service accepts an alert. */
  readonly accepts: AcceptAlert
}

export interface ServiceTopology {
  readonly id: string
  readonly nodes: NodeLookup
}

/** An alert, and the severity with which it arrives at a service. */
export interface ArrivedAlert {
  readonly alert: ImpactAlert
  readonly arrives: Severity
}

/** A resource with a redundancy rule, and how many of its children are healthy (rules.md#redundancy). */
export interface Redundancy {
  readonly environment: string
  readonly resource: string
  /** The number of the children. */
  readonly of: number
  readonly healthy: number
  /** How many children must be healthy. */
  readonly minHealthy: number
}

/** How much the alerts hurt a service (rules.md#impact-on-services). */
export interface ServiceImpact extends ServiceContact {
  readonly service: string
  readonly name: string
  readonly topologyId: string | null
  /**
   * The worst severity with which open alerts arrive; if no alert is open, that of acknowledged alerts; `null` = no
   * alert hurts the service.
   */
  readonly severity: Severity | null
  /** True if only acknowledged alerts hurt the service. */
  readonly acknowledged: boolean
  /** The number of open alerts by the severity with which they arrive. Severities without open alerts are absent. */
  readonly counts: Readonly<Partial<Record<Severity, number>>>
  readonly acknowledgedCount: number
  /** The number of alerts with status `shelved` or `blackout`. They hurt nothing. */
  readonly silencedCount: number
  /** The number of open and acknowledged alerts that rules absorb on their way to the service. */
  readonly heldCount: number
  /** The first 10 rules with a failed child whose resource reaches the service, broken ones first. */
  readonly redundancy: readonly Redundancy[]
  /** The number of all rules with a failed child whose resource reaches the service. */
  readonly redundancyTotal: number
  /** When the oldest of the open and acknowledged alerts began; `null` = there are none. */
  readonly since: string | null
  /**
   * The alert that gives the service its severity, even if another alert explains it: the newest of the worst open
   * alerts; if none is open, of the worst acknowledged alerts. `null` = no alert hurts the service.
   */
  readonly worst: NamedAlert | null
  /** The maintenance windows that silence alerts of the service. The window that silences the most comes first. */
  readonly windows: readonly HoldingWindow[]
}

/** The alerts and failing rules that affect a service. */
export interface ServiceArrivals extends Pick<ServiceImpact, 'redundancy' | 'redundancyTotal'> {
  /** The alerts that arrive at the service and that its alert impact accepts. */
  readonly alerts: readonly ArrivedAlert[]
  /** The number of alerts that rules absorb on their way to the service. */
  readonly held: number
}

/** Computes how much some alerts hurt a service. */
export function serviceImpact(
  { service, name, owner, runbook, topology }: HurtableService,
  { alerts, held, ...rules }: ServiceArrivals,
): ServiceImpact {
  const groups = groupBy(alerts, ({ alert }) => attentionOf(alert.status))
  const [open = [], acknowledged = [], silenced = []] = ATTENTIONS.map((attention) => groups.get(attention))
  const hurting = open.length > 0 ? open : acknowledged
  const [worst] = firstOf(hurting, 1, compareArrivals)
  const counts = groupBy(open, ({ arrives }) => arrives)
  return {
    service,
    name,
    owner,
    runbook,
    topologyId: topology?.id ?? null,
    severity: worst?.arrives ?? null,
    acknowledged: open.length === 0 && acknowledged.length > 0,
    counts: Object.fromEntries(
      SEVERITIES.flatMap((each) => (counts.has(each) ? [[each, counts.get(each)?.length]] : [])),
    ),
    acknowledgedCount: acknowledged.length,
    silencedCount: silenced.length,
    heldCount: held,
    ...rules,
    since: earliestTimeOf(open, earliestTimeOf(acknowledged, null)),
    worst: worst === undefined ? null : toNamedAlert(worst.alert),
    windows: holdingWindows(silenced.map(({ alert }) => alert)),
  }
}

/** The worst severity with which acknowledged alerts arrive; `null` = none of the alerts is acknowledged. */
export function acknowledgedSeverity(alerts: readonly ArrivedAlert[]): Severity | null {
  let worst: Severity | null = null
  for (const { alert, arrives } of alerts) {
    if (attentionOf(alert.status) !== 'acknowledged') continue
    if (worst === null || rankOfSeverity(arrives) < rankOfSeverity(worst)) worst = arrives
  }
  return worst
}

function earliestTimeOf(alerts: readonly ArrivedAlert[], known: string | null): string | null {
  let since = known
  for (const { alert } of alerts) if (since === null || alert.activeSince < since) since = alert.activeSince
  return since
}

/** Compares alerts by the severity with which they arrive. Among equally severe alerts, the newest comes first. */
function compareArrivals(one: ArrivedAlert, other: ArrivedAlert): number {
  return (
    rankOfSeverity(one.arrives) - rankOfSeverity(other.arrives) ||
    compareNames(other.alert.activeSince, one.alert.activeSince) ||
    compareNewestFirst(one.alert, other.alert)
  )
}

/** True if too few children of a resource are healthy. */
export function isBrokenRule({ healthy, minHealthy }: Redundancy): boolean {
  return healthy < minHealthy
}

/**
 * Compares services for sorting: the worst severity first; then open before acknowledged; then those hurt longest; and
 * among services that no alert hurts, those with a broken rule first; then by name.
 */
export function compareImpacts(one: ServiceImpact, other: ServiceImpact): number {
  return (
    severityRank(one) - severityRank(other) ||
    Number(one.acknowledged) - Number(other.acknowledged) ||
    compareNames(one.since ?? '', other.since ?? '') ||
    Number(isThreatened(other)) - Number(isThreatened(one)) ||
    compareNames(one.service, other.service)
  )
}

/** True if no alert hurts a service although one of its rules is broken. A broken rule is first in the list. */
function isThreatened({ severity, redundancy: [first] }: ServiceImpact): boolean {
  return severity === null && first !== undefined && isBrokenRule(first)
}

function severityRank({ severity }: ServiceImpact): number {
  return severity === null ? SEVERITIES.length : rankOfSeverity(severity)
}

/** A maintenance window, and the number of alerts that it silences (rules.md#impact-on-services-12). */
export interface HoldingWindow {
  readonly id: string
  readonly name: string
  /** The number of the alerts that the window silences. */
  readonly count: number
}

/**
 * Counts the alerts that each maintenance window silences. The window that silences the most alerts comes first;
 * windows that silence equally many are sorted by name, then by id.
 */
export function holdingWindows(alerts: Iterable<ImpactAlert>): readonly HoldingWindow[] {
  const found = new Map<string, { readonly name: string; count: number }>()
  for (const { maintenance } of alerts) {
    if (maintenance === undefined) continue
    const known = found.get(maintenance.windowId)
    if (known === undefined) found.set(maintenance.windowId, { name: maintenance.name, count: 1 })
    else known.count++
  }
  return Array.from(found, ([id, { name, count }]) => ({ id, name, count })).sort(
    (one, other) => other.count - one.count || compareNames(one.name, other.name) || compareNames(one.id, other.id),
  )
}
