import type { GraphInput, Severity } from '@opsgraph/core'
import { ATTENTIONS, attentionOf, compareNames, groupBy, SEVERITIES } from '@opsgraph/core/pure'
import { type AlertCounts, ATTENDED, countAlerts } from '@opsgraph/draw'
import type { Alert } from '../../api/schemas.js'
import type { TopologyAlerts } from '../../api/topologies.js'

/** The active alerts of a topology, as its page needs them. Each list is sorted, the worst alert first. */
export interface AssignedAlerts {
  /** All alerts, the worst first. */
  readonly sorted: readonly Alert[]
  /** The alerts of each node, by its id. The key `undefined` has the alerts that are on no node. */
  readonly byNode: ReadonlyMap<string | undefined, readonly Alert[]>
  /**
   * Maps the id of each alert that was rolled up to the name of an ancestor. The resource of such an alert has no node
   * in the topology, so the alert is assigned to the node of this ancestor.
   */
  readonly via: ReadonlyMap<string, string>
  /**
   * Maps the id of each alert whose severity redundancy lowers to the severity at its node; `null` = redundancy holds
   * the alert.
   */
  readonly arrives: ReadonlyMap<string, Severity | null>
  /** Maps the id of each alert that is assigned to a node to the id of this node. */
  readonly nodeOf: ReadonlyMap<string, string>
  readonly counts: AlertCounts
  /** Whether alerts may be missing, because the key may not read the alerts of other services. */
  readonly isPartial: boolean
}

/** The alerts of a topology, and the reason if they may be outdated or unknown. */
export interface AlertsState {
  /** The alerts of the last answer; `undefined` before the first answer. */
  readonly assigned: AssignedAlerts | undefined
  /** The error if the last request failed. The page then shows no counts, because they could be outdated. */
  readonly fault: Error | null
  /** Whether it is known that no alert hurts the service of the topology, and that none is silenced. */
  readonly isServiceCalm: boolean
}

/**
 * Converts an answer of `GET /api/service_topology/<id>/assignments` to the data that the page of the topology shows.
 *
 * @param graph the nodes and edges of this topology
 */
export function prepareAlerts(
  graph: GraphInput,
  { alerts, assignments, unassigned, rollups, severities, isPartial }: TopologyAlerts,
): AssignedAlerts {
  const arrives = new Map(
    Object.entries(rollups).flatMap(([id, { arrives }]) => (arrives === undefined ? [] : [[id, arrives] as const])),
  )
  const sorted = sortByUrgency(alerts, arrives)
  const nodeOf = new Map(Object.entries(assignments).flatMap(([node, ids]) => ids.map((id) => [id, node] as const)))
  return {
    sorted,
    byNode: groupBy(sorted, ({ id }) => nodeOf.get(id)),
    via: new Map(Object.entries(rollups).map(([id, { via }]) => [id, via])),
    arrives,
    nodeOf,
    counts: countAlerts(graph, {
      alerts,
      assignments: new Map(Object.entries(assignments)),
      unassigned,
      rollups: new Map(Object.entries(rollups)),
      severities: severities && new Map(Object.entries(severities)),
    }),
    isPartial,
  }
}

/**
 * Sorts alerts by their severity at their node, worst first; alerts that redundancy holds come last. Of equally severe
 * alerts, open ones come first, then acknowledged ones, then silenced ones. If these are equal too, the newest alert
 * comes first.
 */
function sortByUrgency(alerts: readonly Alert[], arrives: AssignedAlerts['arrives']): readonly Alert[] {
  const rank = ({ id, severity }: Alert) => {
    const arriving = arrives.has(id) ? arrives.get(id) : severity
    return arriving ? SEVERITIES.indexOf(arriving) : SEVERITIES.length
  }
  return alerts.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      ATTENTIONS.indexOf(attentionOf(one.status)) - ATTENTIONS.indexOf(attentionOf(other.status)) ||
      compareNames(other.activeSince, one.activeSince),
  )
}

/**
 * Returns a title with the number of open alerts and, after `✓`, the number of acknowledged and silenced alerts, such
 * as `Alerts 3 ✓2`. If the alerts are unknown, the title has no numbers.
 */
export function formatAlertsTitle(
  { assigned, fault }: AlertsState,
  alertsOf: (assigned: AssignedAlerts) => readonly Alert[],
): string {
  if (assigned === undefined || fault !== null) return 'Alerts'
  const alerts = alertsOf(assigned)
  const open = alerts.filter(({ status }) => attentionOf(status) === 'open').length
  return open === alerts.length ? `Alerts ${open}` : `Alerts ${open} ${ATTENDED}${alerts.length - open}`
}

/**
 * Returns the alert counts of each node that has alerts, by the id of the node. If the alerts are unknown, the map is
 * empty.
 */
export function getCountsByNode({ assigned, fault }: AlertsState): AlertCounts['byNode'] {
  return assigned === undefined || fault !== null ? new Map() : assigned.counts.byNode
}
