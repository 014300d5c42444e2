import { pause } from '#platform'
import { type Caller, requireScope } from '../../access/caller.js'
import type { Alert } from '../../alert/alert.js'
import { SEVERITIES } from '../../alert/severity.js'
import { showAlert } from '../../alert/shown-alert.js'
import { requireKnown } from '../../known-values.js'
import { invalid, notFound } from '../../opsgraph-error.js'
import { AlertAssigner, type Assignments } from '../../topology/assignment/assign-alerts.js'
import { type NodeSeverity, severitiesInSteps } from '../../topology/assignment/node-severities.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { runWalks } from '../relation/traverse.js'
import { type AlertSelection, consideredAlerts, reachingAlerts } from './considered-alerts.js'

const ALERT_SCOPES = ['service', 'graph'] as const
/**
 * The scopes that a caller also needs for `scope: 'graph'`: the answer then shows alerts of all services, and the
 * catalog decides which of them count.
 */
const GRAPH_SCOPES = ['read:alerts', 'read:service_catalog'] as const

/** The alerts that a topology shows, and the node to which each alert is assigned. */
export interface TopologyAlerts extends Assignments {
  readonly alerts: readonly Alert[]
  /**
   * For each node id, the worst severity of the alerts on the node, and the worst severity of the alerts below the
   * node. Absent with the scope `service`.
   */
  readonly severities?: ReadonlyMap<string, NodeSeverity>
}

export interface AssignmentsQuery extends AlertSelection {
  /** The id of the topology. */
  readonly id: string
  /**
   * The alerts to assign. `service`: the alerts that name the service of the topology. `graph`: all alerts that reach
   * the topology (rules.md#reach). Default: `service`.
   */
  readonly scope?: (typeof ALERT_SCOPES)[number] | undefined
}

/**
 * Assigns the active alerts of a topology to its nodes (rules.md#assignments). If `scope` is `graph`, the caller also
 * needs the access scopes `read:alerts` and `read:service_catalog`, because the answer contains alerts of other
 * services.
 *
 * @throws OpsgraphError `notFound`; `invalid` for an unknown `scope` or severity; `forbidden` if the caller lacks an access scope
 */
export async function readAssignments(
  dependencies: Dependencies,
  caller: Caller,
  { id, scope = 'service', ...selection }: AssignmentsQuery,
): Promise<TopologyAlerts> {
  requireKnown('severity', selection.severities, SEVERITIES)
  if (!ALERT_SCOPES.includes(scope)) throw invalid(`scope must be one of ${ALERT_SCOPES.join(', ')}`)
  const assign = async () => await assignAlerts(dependencies, { id, scope, ...selection })
  if (scope === 'service') return (await assign()).assigned
  for (const needed of GRAPH_SCOPES) requireScope(caller, needed)
  const { topology, assigned } = await dependencies.graphTurns.pass(assign)
  await pause()
  const severities = await runWithPauses(severitiesInSteps(topology, assigned))
  await pause()
  return { ...assigned, severities }
}

async function assignAlerts({ store, graphMemory }: Dependencies, { id, scope, ...selection }: AssignmentsQuery) {
  return await store.snapshot(async (parts) => {
    const topology = await parts.topologies.read(id)
    if (topology === undefined) throw notFound('topology')
    const alerts =
      scope === 'graph'
        ? await reachingAlerts(graphMemory, parts, topology, selection)
        : await consideredAlerts(parts, topology.service, selection)
    await pause()
    const assigner = new AlertAssigner(topology, alerts)
    await runWalks(await graphMemory.at(parts, [...assigner.walks.keys()]), 'parents', assigner.walks)
    return { topology, assigned: { alerts: alerts.map(showAlert), ...assigner.assign() } }
  })
}
