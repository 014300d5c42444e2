import type { Alert } from '../../alert/alert.js'
import { notFound } from '../../opsgraph-error.js'
import type { Dependencies } from '../../port/dependencies.js'
import { AlertAssigner, type Assignments } from '../../topology/assign-alerts.js'

/** The alerts of a topology's service and where each one lands. */
export interface TopologyAlerts extends Assignments {
  readonly alerts: readonly Alert[]
}

export interface AssignmentsQuery {
  readonly id: string
  /** Keeps these severities only; `undefined` = all. */
  readonly severities?: readonly string[] | undefined
}

/**
 * Puts the active alerts of a topology's service onto its nodes (api.md, GET .../assignments).
 *
 * @throws OpsgraphError `notFound`
 */
export async function readAssignments(
  { store }: Dependencies,
  { id, severities }: AssignmentsQuery,
): Promise<TopologyAlerts> {
  return await store.snapshot(async ({ topologies, alerts: alertStore, relations }) => {
    const topology = await topologies.read(id)
    if (topology === undefined) throw notFound('topology')
    const alerts = await alertStore.activeOf(topology.service, severities)
    const assigner = new AlertAssigner(topology, alerts)
    for (let frontier = assigner.frontier; frontier.size > 0; frontier = assigner.frontier) {
      assigner.advance(await relations.neighbors('parents', frontier))
    }
    return { alerts, ...assigner.assign() }
  })
}
