import type { Alert } from '../../alert/alert.js'
import { AncestorWalk, findLevels } from '../../impact/ancestor-walk.js'
import { type ImpactAlert, toImpactAlert } from '../../impact/impact-alert.js'
import type { Impact } from '../../impact/impact-search.js'
import { MAX_NEAR_READ } from '../../impact/near-names.js'
import { TopologyIndex } from '../../impact/topology-index.js'
import { type MissedTopologies, type UnreachedAlert, UnreachedSearch } from '../../impact/unreached-search.js'
import { inactiveAlert, type WhyNot } from '../../impact/why-not.js'
import { normalizeName } from '../../name.js'
import { notFound } from '../../opsgraph-error.js'
import type { NodeLookup } from '../../topology/assignment/node-lookup.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { runWalks } from '../relation/traverse.js'

/**
 * Finds out why an alert does not affect a service (rules.md#impact-of-an-alert-5).
 *
 * @param alert the stored alert
 * @returns `null` if the alert affects the service
 * @throws OpsgraphError `notFound` if there is no such service
 */
export async function readWhyNot(
  dependencies: Dependencies,
  impact: Impact,
  { alert, service }: { readonly alert: Alert; readonly service: string },
): Promise<WhyNot | null> {
  const name = normalizeName(service)
  const found = impact.serviceNamed(name)
  const isNamed = alert.service.includes(name)
  if (found === undefined && !isNamed) throw notFound('service')
  const reason = impact.whyReached(alert.id, name)
  if (reason !== undefined) return reason
  const isCounted = impact.of(alert.id) !== undefined
  const kept = toImpactAlert(alert)
  const ways = (isCounted && impact.walkOf(alert.environment)) || (await findAncestors(dependencies, kept))
  const nodes = found?.topology?.nodes
  if (!isCounted && (isNamed || hasNodeAbove(nodes, { alert: kept, walk: ways }))) return inactiveAlert(alert.status)
  const missed = { service: name, index: new TopologyIndex(nodes === undefined ? [] : [nodes]) }
  const [why] = await whyUnreached(dependencies, [{ alert: kept, walk: ways }], missed)
  return why as WhyNot
}

/**
 * Finds out why active alerts reach no service. The reasons have the order of the alerts
 * (rules.md#impact-on-services-14).
 */
export async function readUnreachedReasons(
  dependencies: Dependencies,
  impact: Impact,
  alerts: readonly ImpactAlert[],
): Promise<readonly WhyNot[]> {
  const climbed = alerts.map((alert) => ({ alert, walk: impact.walkOf(alert.environment) as AncestorWalk }))
  return await whyUnreached(dependencies, climbed, { service: undefined, index: impact.topologies })
}

/** Costs at most one statement for near names, and one walk from these names for all alerts together. */
async function whyUnreached(
  { store, graphMemory }: Dependencies,
  alerts: readonly UnreachedAlert[],
  missed: MissedTopologies,
): Promise<readonly WhyNot[]> {
  const search = await runWithPauses(UnreachedSearch.open(alerts, missed))
  const { environments } = search
  if (environments.length === 0) return await runWithPauses(search.reasons(new Map()))
  const parents = await store.snapshot(async (parts) => {
    search.offer(await parts.relations.namedLike(search.like, MAX_NEAR_READ))
    const lookup = await graphMemory.at(parts, [...new Set([...environments, ...search.walks.keys()])])
    await runWalks(lookup, 'parents', search.walks)
    return await lookup.neighbors('parents', search.ends)
  })
  return await runWithPauses(search.reasons(parents))
}

/**
 * Walks up to the ancestors of an alert that is not active. For active alerts, the impact already contains this walk.
 */
async function findAncestors({ store, graphMemory }: Dependencies, alert: ImpactAlert): Promise<AncestorWalk> {
  const ways = new AncestorWalk([alert])
  await store.snapshot(async (parts) => {
    const lookup = await graphMemory.at(parts, [alert.environment])
    await runWalks(lookup, 'parents', new Map([[alert.environment, ways]]))
  })
  return ways
}

/** True if the resource of the alert, or one of its ancestors, has a node in the topology. */
function hasNodeAbove(topology: NodeLookup | undefined, { alert, walk: ways }: UnreachedAlert): boolean {
  const { environment } = alert
  return [...findLevels(ways.parents, ways.numberStart(alert)).keys()].some(
    (node) => topology?.resource({ environment, resource: ways.names[node] as string }) !== undefined,
  )
}
