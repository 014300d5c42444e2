import type { AlertStatus, Severity } from '@opsgraph/core'
import { type Assignments, type Attention, attentionOf, groupBy, isActive, SEVERITIES } from '@opsgraph/core/pure'

/** The active alerts on a node, counted by {@link Attention}; there is at least one. */
export interface AlertCount extends Readonly<Record<Attention, number>> {
  /** The worst severity of the open alerts; if none is open, of the acknowledged ones; else of the silenced ones. */
  readonly worst: Severity
  /** The number of open alerts with the severity `worst`. */
  readonly openWorst: number
  /** The number of open alerts that rolled up from resources without a node. */
  readonly rolledUp: number
}

/** The alerts of a topology as a picture shows them. */
export interface AlertCounts {
  /** By node id; nodes without alerts are absent. */
  readonly byNode: ReadonlyMap<string, AlertCount>
  /** Alerts on no node; `undefined` if there are none. */
  readonly unassigned: AlertCount | undefined
}

/** The part of a response of GET .../assignments that pictures need. */
export interface AssignedAlerts extends Pick<Assignments, 'assignments' | 'unassigned'> {
  readonly alerts: readonly CountedAlert[]
  /** By alert id. */
  readonly rollups: ReadonlyMap<string, unknown>
}

export interface CountedAlert {
  readonly id: string
  readonly severity: Severity
  readonly status: AlertStatus
}

/** Counts the alerts on each node. Ignores ids that are not active alerts. */
export function countAlerts({ alerts, assignments, unassigned, rollups }: AssignedAlerts): AlertCounts {
  const active = new Map(alerts.filter(({ status }) => isActive(status)).map((alert) => [alert.id, alert]))
  const countOfIds = (ids: readonly string[]) =>
    countOf(
      ids.flatMap((id) => active.get(id) ?? []),
      rollups,
    )
  const byNode = new Map<string, AlertCount>()
  for (const [nodeId, ids] of assignments) {
    const count = countOfIds(ids)
    if (count !== undefined) byNode.set(nodeId, count)
  }
  return { byNode, unassigned: countOfIds(unassigned) }
}

function countOf(alerts: readonly CountedAlert[], rollups: AssignedAlerts['rollups']): AlertCount | undefined {
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
