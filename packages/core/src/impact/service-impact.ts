import { ATTENTIONS, attentionOf } from '../alert/alert-status.js'
import { SEVERITIES, type Severity } from '../alert/severity.js'
import type { AcceptingTest } from '../catalog/alert-impact.js'
import { groupBy } from '../group-by.js'
import { compareNames } from '../name.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import { compareNewestFirst } from './compare-alerts.js'
import { type ImpactAlert, type NamedAlert, nameAlert } from './impact-alert.js'
import { firstOf } from './sorting.js'

/** A service that alerts can hurt: one that has a topology or a catalog entry, or that an alert names. */
export interface HurtableService {
  readonly service: string
  /** The name in the catalog; without a catalog entry, the same as `service`. */
  readonly name: string
  /** The topology of the service; `undefined` if the service has none. */
  readonly topology: ServiceTopology | undefined
  /** True if the `alertImpact` of the service's catalog entry accepts an alert. */
  readonly accepts: AcceptingTest
}

export interface ServiceTopology {
  readonly id: string
  readonly nodes: NodeLookup
}

/** How much the alerts hurt a service (rules.md#impact-on-services). */
export interface ServiceImpact {
  readonly service: string
  readonly name: string
  readonly topologyId: string | null
  /**
   * The worst severity of the open alerts; if there are none, of the acknowledged alerts; `null` = no alert hurts it.
   */
  readonly severity: Severity | null
  /** True if only acknowledged alerts hurt the service. */
  readonly acknowledged: boolean
  /** The number of open alerts by severity. Severities without open alerts are absent. */
  readonly counts: Readonly<Partial<Record<Severity, number>>>
  readonly acknowledgedCount: number
  /** The number of alerts with status `shelved` or `blackout`. They hurt nothing. */
  readonly silencedCount: number
  /** When the oldest of the open and acknowledged alerts began; `null` = there are none. */
  readonly since: string | null
  /**
   * The alert that gives the service its severity, even if another alert explains it: the newest of the worst open
   * alerts; if none is open, of the worst acknowledged alerts. `null` = no alert hurts the service.
   */
  readonly worst: NamedAlert | null
  /** The maintenance windows that hold silenced alerts of the service, those that hold the most alerts first. */
  readonly windows: readonly HoldingWindow[]
}

/**
 * How much some alerts hurt a service.
 *
 * @param alerts the alerts that reach the service and that it accepts
 */
export function serviceImpact(
  { service, name, topology }: HurtableService,
  alerts: readonly ImpactAlert[],
): ServiceImpact {
  const groups = groupBy(alerts, ({ status }) => attentionOf(status))
  const [open = [], acknowledged = [], silenced = []] = ATTENTIONS.map((attention) => groups.get(attention))
  const hurting = open.length > 0 ? open : acknowledged
  const [worst] = firstOf(hurting, 1, compareNewestFirst)
  const counts = groupBy(open, ({ severity }) => severity)
  return {
    service,
    name,
    topologyId: topology?.id ?? null,
    severity: worst?.severity ?? null,
    acknowledged: open.length === 0 && acknowledged.length > 0,
    counts: Object.fromEntries(
      SEVERITIES.flatMap((each) => (counts.has(each) ? [[each, counts.get(each)?.length]] : [])),
    ),
    acknowledgedCount: acknowledged.length,
    silencedCount: silenced.length,
    since: earliest(open, earliest(acknowledged, null)),
    worst: worst === undefined ? null : nameAlert(worst),
    windows: holdingWindows(silenced),
  }
}

function earliest(alerts: readonly ImpactAlert[], known: string | null): string | null {
  let since = known
  for (const { activeSince } of alerts) if (since === null || activeSince < since) since = activeSince
  return since
}

/** Compares services for sorting: the worst first, open before acknowledged, the older first, then by service. */
export function compareImpacts(one: ServiceImpact, other: ServiceImpact): number {
  return (
    rankOf(one) - rankOf(other) ||
    Number(one.acknowledged) - Number(other.acknowledged) ||
    compareNames(one.since ?? '', other.since ?? '') ||
    compareNames(one.service, other.service)
  )
}

function rankOf({ severity }: ServiceImpact): number {
  return severity === null ? SEVERITIES.length : SEVERITIES.indexOf(severity)
}

/** A maintenance window, and the number of alerts that it holds (rules.md#impact-on-services-12). */
export interface HoldingWindow {
  readonly id: string
  readonly name: string
  /** The number of the alerts that the window holds. */
  readonly count: number
}

/**
 * Counts the alerts that each maintenance window holds. The window that holds the most alerts comes first; windows that
 * hold equally many are sorted by name, then by id.
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
