import { pause } from '#platform'
import { type Caller, requireScope } from '../../access/caller.js'
import type { Alert } from '../../alert/alert.js'
import { SEVERITIES, type Severity } from '../../alert/severity.js'
import { showAlert } from '../../alert/shown-alert.js'
import { heldStates } from '../../impact/held-states.js'
import { requireKnownColumnValues } from '../../known-values.js'
import { invalid, requireFound } from '../../opsgraph-error.js'
import { AlertAssigner, type Assignments, type Rollup } from '../../topology/assignment/assign-alerts.js'
import { type HeldStates, type NodeSeverity, severitiesInSteps } from '../../topology/assignment/node-severities.js'
import type { Topology } from '../../topology/topology.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact, readRules } from '../impact/current-impact.js'
import { runWalks } from '../relation/traverse.js'
import {
  type AlertSelection,
  type ReachingAlerts,
  readConsideredAlerts,
  readReachingAlerts,
} from './considered-alerts.js'

const ALERT_SCOPES = ['service', 'graph'] as const
/**
 * The access scopes that a caller also needs for `scope: 'graph'`, because the answer then shows alerts of all
 * services, selected with the service catalog.
 */
const GRAPH_SCOPES = ['read:alerts', 'read:service_catalog'] as const

/** The alerts of a topology, and the node to which each alert is assigned. */
export interface TopologyAlerts extends Assignments {
  readonly alerts: readonly Alert[]
  readonly rollups: ReadonlyMap<string, ArrivedRollup>
  /**
   * For each node id, the worst severity of the alerts on the node, and the worst severity that comes from below it.
   * Absent with the scope `service`.
   */
  readonly severities?: ReadonlyMap<string, NodeSeverity>
}

/** A roll-up, and the severity to which redundancy rules lower it (rules.md#assignments-14). */
export interface ArrivedRollup extends Rollup {
  /** The lowered severity of the alert at the node; `null` = the alert is absorbed. Absent if no rule lowers it. */
  readonly arrives?: Severity | null
}

export interface AssignmentsQuery extends AlertSelection {
  /** The id of the topology. */
  readonly id: string
  /**
   * The alerts to assign. `service`: alerts that name the service of the topology. `graph`: all alerts that reach the
   * topology (rules.md#reach). Default: `service`.
   */
  readonly scope?: (typeof ALERT_SCOPES)[number] | undefined
}

/**
 * Assigns the active alerts of a topology to its nodes (rules.md#assignments). If `scope` is `graph`, the caller also
 * needs the access scopes `read:alerts` and `read:service_catalog`, because the answer contains alerts of other
 * services.
 *
 * @throws OpsgraphError `notFound`; `invalid` for an unknown `scope` or severity; `forbidden` if the caller lacks an
 *   access scope
 */
export async function readAssignments(
  dependencies: Dependencies,
  caller: Caller,
  { id, scope = 'service', ...selection }: AssignmentsQuery,
): Promise<TopologyAlerts> {
  requireKnownColumnValues('severity', selection.severities, SEVERITIES)
  if (!ALERT_SCOPES.includes(scope)) throw invalid(`scope must be one of ${ALERT_SCOPES.join(', ')}`)
  const assign = async () => await assignAlerts(dependencies, { id, scope, ...selection })
  if (scope === 'service') return (await assign()).assigned
  for (const needed of GRAPH_SCOPES) requireScope(caller, needed)
  const found = await dependencies.graphSemaphore.pass(assign)
  await pause()
  const loweredAlerts = found.hasRules ? await findLoweredAlerts(dependencies, found) : undefined
  const severities = await runWithPauses(severitiesInSteps(found.topology, { ...found.assigned, held: loweredAlerts }))
  await pause()
  return { ...found.assigned, rollups: withArrivals(found.assigned, loweredAlerts), severities }
}

interface AssignedTopology {
  readonly topology: Topology
  readonly assigned: TopologyAlerts
  readonly walks: ReachingAlerts['walks']
  /** True if an environment of the topology has redundancy rules. */
  readonly hasRules: boolean
}

async function assignAlerts(
  { store, graphMemory, impactCache }: Dependencies,
  { id, scope, ...selection }: AssignmentsQuery,
): Promise<AssignedTopology> {
  return await store.snapshot(async (parts) => {
    const topology = requireFound(await parts.topologies.read(id), 'topology')
    const { alerts, walks } =
      scope === 'graph'
        ? await readReachingAlerts(graphMemory, parts, topology, selection)
        : { alerts: await readConsideredAlerts(parts, topology.service, selection), walks: new Map() }
    const rules = scope === 'graph' ? (await readRules(parts, impactCache.cached?.rules)).all : []
    await pause()
    const environments = new Set(topology.nodes.map(({ environment }) => environment))
    const hasRules = rules.some(({ environment }) => environments.has(environment))
    const assigner = new AlertAssigner(topology, alerts)
    await runWalks(await graphMemory.at(parts, [...assigner.walks.keys()]), 'parents', assigner.walks)
    return { topology, assigned: { alerts: alerts.map(showAlert), ...assigner.assign() }, walks, hasRules }
  })
}

/**
 * Finds the severities that redundancy rules lower in a topology. They depend on all active alerts, so they come from
 * the impact. The caller must hold no slot of `graphSemaphore`, because computing the impact needs one.
 */
async function findLoweredAlerts(
  dependencies: Dependencies,
  { topology, assigned, walks }: AssignedTopology,
): Promise<HeldStates | undefined> {
  const { holding } = await readCurrentImpact(dependencies, async ({ impact }) => impact)
  return await runWithPauses(heldStates(topology, assigned, { walks, holding }))
}

/** Adds to each roll-up the severity that arrives at its node, if rules lower it. */
function withArrivals(
  { alerts, rollups }: AssignedTopology['assigned'],
  held: HeldStates | undefined,
): TopologyAlerts['rollups'] {
  if (held === undefined) return rollups
  const arrived = new Map<string, ArrivedRollup>(rollups)
  for (const { id, severity } of alerts) {
    const [rollup, arrival] = [rollups.get(id), held.arrivals.get(id)]
    if (rollup === undefined || arrival === undefined || arrival.atNode === severity) continue
    arrived.set(id, { ...rollup, arrives: arrival.atNode })
  }
  return arrived
}
