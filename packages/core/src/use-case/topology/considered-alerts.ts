import type { Alert } from '../../alert/alert.js'
import { type AcceptAlert, acceptAll, acceptedAlerts, compileAlertImpact } from '../../catalog/alert-impact.js'
import { ReachSearch } from '../../impact/reached-topologies.js'
import type { StoreParts, StoreSnapshot } from '../../port/store.js'
import { NodeLookup } from '../../topology/assignment/node-lookup.js'
import type { Topology } from '../../topology/topology.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { GraphMemory } from '../relation/graph-memory.js'
import { runWalks } from '../relation/traverse.js'

/** Selects some of the alerts of a service. */
export interface AlertSelection {
  /** The severities of the alerts to read; `undefined` = all severities. */
  readonly severities?: readonly string[] | undefined
  /**
   * If true, alerts that the `alertImpact` of the service's catalog entry excludes are selected too. Default: false.
   */
  readonly includeExcluded?: boolean | undefined
}

/**
 * The active alerts that count for a service according to its catalog entry, sorted by createTime, then by id
 * (rules.md#assignments-2).
 */
export async function readConsideredAlerts(
  parts: StoreParts,
  service: string,
  selection: AlertSelection,
): Promise<readonly Alert[]> {
  const [active, accepts] = await Promise.all([
    parts.alerts.activeOf([service], selection.severities),
    readAcceptance(parts, service, selection),
  ])
  return await runWithPauses(acceptedAlerts(active, accepts))
}

/** Alerts that reach a topology, and the walks that show this. */
export interface ReachingAlerts {
  readonly alerts: readonly Alert[]
  /** The complete walks from the resources of the alerts up to their ancestors, by environment. */
  readonly walks: ReachSearch<Alert>['walks']
}

/**
 * The active alerts that reach a topology (rules.md#reach) and count for its service according to the catalog entry,
 * sorted by createTime, then by id (rules.md#assignments-9).
 */
export async function readReachingAlerts(
  graphMemory: GraphMemory,
  parts: StoreSnapshot,
  topology: Topology,
  selection: AlertSelection,
): Promise<ReachingAlerts> {
  const active = await parts.alerts.activeOf(undefined, selection.severities)
  const search = new ReachSearch(new NodeLookup(topology), active)
  await runWalks(await graphMemory.at(parts, [...search.walks.keys()]), 'parents', search.walks)
  const { service } = topology
  const accepts = await readAcceptance(parts, service, selection)
  const reaching = await runWithPauses(search.run())
  const relevant = active.filter((alert) => alert.service.includes(service) || reaching.has(alert))
  return { alerts: await runWithPauses(acceptedAlerts(relevant, accepts)), walks: search.walks }
}

async function readAcceptance(
  { catalog }: StoreParts,
  service: string,
  { includeExcluded = false }: AlertSelection,
): Promise<AcceptAlert> {
  const entry = includeExcluded ? undefined : await catalog.read(service)
  return entry === undefined ? acceptAll : compileAlertImpact(entry.alertImpact)
}
