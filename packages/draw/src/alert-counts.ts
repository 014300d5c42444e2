import type { AlertStatus, GraphInput, Severity } from '@opsgraph/core'
import { type Attention, attentionOf, groupBy, isActive, nodeSeverities, SEVERITIES } from '@opsgraph/core/pure'

/** The numbers of active alerts on a node: open, acknowledged and silenced. At least one of them is not 0. */
export interface AlertCount extends Readonly<Record<Attention, number>> {
  /**
   * The worst severity of the open alerts. If no alert is open: of the acknowledged alerts. If all alerts are silenced:
   * of the silenced alerts.
   */
  readonly worst: Severity
  /** The number of open alerts with the severity `worst`. */
  readonly openWorst: number
  /**
   * The number of open roll-ups. A roll-up is an alert whose own resource has no node, so the node of an ancestor shows
   * it.
   */
  readonly rolledUp: number
}

/**
 * The severity that a node inherits: from the nodes below it, or from alerts that no node shows
 * (rules.md#assignments-11).
 */
export interface Inheritance {
  readonly severity: Severity
  /** The id of the node from which the severity comes; `null` = it comes from alerts that no node shows. */
  readonly from: string | null
  /** True if the severity comes from open alerts; false if it comes from acknowledged alerts. */
  readonly isOpen: boolean
}

/** The numbers of alerts that a picture of a topology shows. */
export interface AlertCounts {
  /** The numbers of each node, by node id. Nodes without alerts have no entry. */
  readonly byNode: ReadonlyMap<string, AlertCount>
  /**
   * The severities that nodes inherit, by node id. Has an entry only if the inherited severity is worse than the
   * severity of the node's own alerts.
   */
  readonly inherited: ReadonlyMap<string, Inheritance>
  /** The numbers of the alerts that are on no node; `undefined` if there are none. */
  readonly unassigned: AlertCount | undefined
}

/** The fields of a response of `GET /api/service_topology/:id/assignments` that pictures need. */
export interface AssignedAlerts {
  readonly alerts: readonly CountedAlert[]
  /** Ids of the alerts on each node, by node id. */
  readonly assignments: ReadonlyMap<string, readonly string[]>
  /** Ids of the alerts that are on no node. */
  readonly unassigned: readonly string[]
  /** The roll-ups (see {@link AlertCount}), by alert id. */
  readonly rollups: ReadonlyMap<string, CountedRollup>
  /**
   * What each node inherits, by node id. Absent in an answer without `scope=graph`; it is then computed from the
   * alerts.
   */
  readonly severities?: ReadonlyMap<string, InheritedSeverity> | undefined
}

export interface CountedRollup {
  /**
   * How severe the alert is at the node; `null` = redundancy rules absorb it. Absent if they do not lower the severity.
   */
  readonly arrives?: Severity | null | undefined
}

export interface InheritedSeverity {
  readonly inherited: Severity | null
  readonly from: string | null
}

export interface CountedAlert {
  readonly id: string
  readonly severity: Severity
  readonly status: AlertStatus
}

/**
 * Counts the active alerts on each node of a graph, and finds what each node inherits. Ignores ids of alerts that are
 * unknown or not active. An alert counts with the severity that it has at its node. It does not count if redundancy
 * rules absorb it (rules.md#assignments-14).
 */
export function countAlerts(
  graph: GraphInput,
  { alerts, assignments, unassigned, rollups, severities }: AssignedAlerts,
): AlertCounts {
  const arriving = alerts.flatMap((alert) => {
    const arrives = rollups.get(alert.id)?.arrives
    if (arrives === null || !isActive(alert.status)) return []
    return [arrives === undefined ? alert : { ...alert, severity: arrives }]
  })
  const active = new Map(arriving.map((alert) => [alert.id, alert]))
  const countOfIds = (ids: readonly string[]) =>
    countAlertsOfNode(
      ids.flatMap((id) => active.get(id) ?? []),
      rollups,
    )
  const byNode = new Map<string, AlertCount>()
  for (const [nodeId, ids] of assignments) {
    const count = countOfIds(ids)
    if (count !== undefined) byNode.set(nodeId, count)
  }
  const loose = countOfIds(unassigned)
  const inherited = new Map<string, Inheritance>()
  for (const [id, { inherited: severity, from }] of severities ??
    nodeSeverities(graph, { alerts: arriving, assignments, unassigned })) {
    const own = worstAttendedSeverity(byNode.get(id))
    if (severity === null || (own !== undefined && SEVERITIES.indexOf(own) <= SEVERITIES.indexOf(severity))) continue
    inherited.set(id, { severity, from, isOpen: hasOpenAlert(from === null ? loose : byNode.get(from)) })
  }
  return { byNode, inherited, unassigned: loose }
}

/** Returns the worst severity of the open or acknowledged alerts. */
function worstAttendedSeverity(count: AlertCount | undefined): Severity | undefined {
  return count !== undefined && count.open + count.acknowledged > 0 ? count.worst : undefined
}

/**
 * Whether an inherited severity comes from open alerts. A node may have no count, because redundancy rules absorb its
 * alerts. These alerts then count as open, so that nothing looks better than it is.
 */
function hasOpenAlert(source: AlertCount | undefined): boolean {
  return source === undefined || source.open > 0
}

function countAlertsOfNode(
  alerts: readonly CountedAlert[],
  rollups: AssignedAlerts['rollups'],
): AlertCount | undefined {
  const groups = groupBy(alerts, ({ status }) => attentionOf(status))
  const [open, acknowledged, silenced] = [groups.get('open'), groups.get('acknowledged'), groups.get('silenced')]
  const leading = open ?? acknowledged ?? silenced ?? []
  const worst = SEVERITIES.find((severity) => leading.some((alert) => alert.severity === severity))
  if (worst === undefined) return undefined
  return {
    open: open?.length ?? 0,
    acknowledged: acknowledged?.length ?? 0,
    silenced: silenced?.length ?? 0,
    worst,
    openWorst: open?.filter(({ severity }) => severity === worst).length ?? 0,
    rolledUp: open?.filter(({ id }) => rollups.has(id)).length ?? 0,
  }
}
