import { type AlertCounts, countAlerts, SEVERITIES, type Severity } from '@opsgraph/core/browser'
import type { Alert, Assignments } from '../../api/schemas.js'

/** The active alerts of a topology as its page shows them; each list has the worst first. */
export interface AssignedAlerts {
  readonly all: readonly Alert[]
  readonly byNode: ReadonlyMap<string, readonly Alert[]>
  readonly unassigned: readonly Alert[]
  /** By alert id: the ancestor that is a node, where the alert's own resource is none. */
  readonly via: ReadonlyMap<string, string>
  /** By alert id: the node that has it. */
  readonly nodeOf: ReadonlyMap<string, string>
  readonly counts: AlertCounts
}

/** Arranges an answer of GET .../assignments. */
export function assignedAlerts({ alerts, assignments, unassigned, rollups }: Assignments): AssignedAlerts {
  const all = alerts.toSorted(byUrgency)
  const ranks = new Map(all.map(({ id }, rank) => [id, rank]))
  const ordered = (ids: readonly string[]) =>
    ids
      .flatMap((id) => all[ranks.get(id) ?? -1] ?? [])
      .toSorted((one, other) => (ranks.get(one.id) ?? 0) - (ranks.get(other.id) ?? 0))
  return {
    all,
    byNode: new Map(Object.entries(assignments).map(([node, ids]) => [node, ordered(ids)])),
    unassigned: ordered(unassigned),
    via: new Map(Object.entries(rollups).map(([id, { via }]) => [id, via])),
    nodeOf: new Map(Object.entries(assignments).flatMap(([node, ids]) => ids.map((id) => [id, node] as const))),
    counts: countAlerts({
      alerts,
      assignments: new Map(Object.entries(assignments)),
      unassigned,
      rollups: new Map(Object.entries(rollups)),
    }),
  }
}

/** The worst first; of the same severity what came last. */
function byUrgency(one: Alert, other: Alert): number {
  const worse = rankOf(one.severity) - rankOf(other.severity)
  return worse !== 0 ? worse : Date.parse(other.lastReceiveTime) - Date.parse(one.lastReceiveTime)
}

function rankOf(severity: Severity): number {
  return SEVERITIES.indexOf(severity)
}

/** How many alerts of each severity there are, the worst first. */
export function severityCounts(alerts: readonly Pick<Alert, 'severity'>[]) {
  return SEVERITIES.map((severity) => ({
    severity,
    count: alerts.filter((alert) => alert.severity === severity).length,
  })).filter(({ count }) => count > 0)
}
