import { SEVERITIES, type Severity } from '../alert/severity.js'
import type { Assignments } from '../topology/assign-alerts.js'

/** The alerts on a node, counted. */
export interface AlertCount {
  readonly count: number
  readonly worst: Severity
  /** How many of them came up from resources that are not drawn. */
  readonly rolledUp: number
}

/** What a picture tells of the alerts of a topology. */
export interface AlertCounts {
  /** By node id; nodes without alerts are absent. */
  readonly byNode: ReadonlyMap<string, AlertCount>
  /** Alerts on no node. */
  readonly unassigned: number
}

/** An answer of GET .../assignments, as far as pictures need it. */
export interface AssignedAlerts extends Pick<Assignments, 'assignments' | 'unassigned'> {
  readonly alerts: readonly { readonly id: string; readonly severity: Severity }[]
  /** By alert id. */
  readonly rollups: ReadonlyMap<string, unknown>
}

/** Counts the alerts on each node. Ids that are not among the alerts count for nothing. */
export function countAlerts({ alerts, assignments, unassigned, rollups }: AssignedAlerts): AlertCounts {
  const severityOf = new Map(alerts.map(({ id, severity }) => [id, severity]))
  const known = (ids: readonly string[]) => ids.filter((id) => severityOf.has(id))
  const byNode = new Map<string, AlertCount>()
  for (const [nodeId, ids] of assignments) {
    const counted = known(ids)
    const severities = new Set(counted.map((id) => severityOf.get(id)))
    const worst = SEVERITIES.find((severity) => severities.has(severity))
    if (worst === undefined) continue
    byNode.set(nodeId, { count: counted.length, worst, rolledUp: counted.filter((id) => rollups.has(id)).length })
  }
  return { byNode, unassigned: known(unassigned).length }
}
