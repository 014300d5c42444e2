import { attentionOf } from '../alert/alert-status.js'
import { SEVERITIES, type Severity } from '../alert/severity.js'
import type { AcceptingTest } from '../catalog/alert-impact.js'
import { compareNames } from '../name.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import type { ImpactAlert } from './impact-alert.js'

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
  const open = new Map<Severity, number>()
  const acknowledged = new Map<Severity, number>()
  let silencedCount = 0
  let since: string | null = null
  for (const { status, severity, activeSince } of alerts) {
    const attention = attentionOf(status)
    if (attention === 'silenced') {
      silencedCount++
      continue
    }
    const counts = attention === 'open' ? open : acknowledged
    counts.set(severity, (counts.get(severity) ?? 0) + 1)
    if (since === null || activeSince < since) since = activeSince
  }
  const worst = worstOf(open)
  return {
    service,
    name,
    topologyId: topology?.id ?? null,
    severity: worst ?? worstOf(acknowledged),
    acknowledged: worst === null && acknowledged.size > 0,
    counts: Object.fromEntries(SEVERITIES.flatMap((each) => (open.has(each) ? [[each, open.get(each)]] : []))),
    acknowledgedCount: [...acknowledged.values()].reduce((sum, count) => sum + count, 0),
    silencedCount,
    since,
  }
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

function worstOf(counts: ReadonlyMap<Severity, number>): Severity | null {
  return SEVERITIES.find((severity) => counts.has(severity)) ?? null
}
