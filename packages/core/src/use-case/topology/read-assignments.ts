import type { Alert } from '../../alert/alert.js'
import { notFound } from '../../opsgraph-error.js'
import { AlertAssigner, type Assignments } from '../../topology/assignment/assign-alerts.js'
import type { Dependencies } from '../dependencies.js'
import { runWalks } from '../relation/run-walks.js'
import { type AlertSelection, consideredAlerts } from './considered-alerts.js'

/** The alerts of a topology's service and the node to which each alert is assigned. */
export interface TopologyAlerts extends Assignments {
  readonly alerts: readonly Alert[]
}

export interface AssignmentsQuery extends AlertSelection {
  /** The id of the topology. */
  readonly id: string
}

/**
 * Assigns the active alerts of a topology's service to its nodes (rules.md#assignments).
 *
 * @throws OpsgraphError `notFound`
 */
export async function readAssignments(
  { store, graphMemory }: Dependencies,
  query: AssignmentsQuery,
): Promise<TopologyAlerts> {
  const { id, ...selection } = query
  return await store.snapshot(async (parts) => {
    const topology = await parts.topologies.read(id)
    if (topology === undefined) throw notFound('topology')
    const alerts = await consideredAlerts(parts, topology.service, selection)
    const assigner = new AlertAssigner(topology, alerts)
    await runWalks(await graphMemory.at(parts, [...assigner.walks.keys()]), 'parents', assigner.walks)
    return { alerts, ...assigner.assign() }
  })
}
