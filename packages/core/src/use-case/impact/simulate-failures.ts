import { pause } from '#platform'
import type { Alert } from '../../alert/alert.js'
import { readAlert } from '../../alert/read-alert.js'
import { createAlert } from '../../alert/stored-alert.js'
import { type AncestorWalk, findLevels, resourcesAtLastLevel } from '../../impact/ancestor-walk.js'
import type { ServiceCause } from '../../impact/explain-services.js'
import { FAILURES, type Failures, type FailuresInput } from '../../impact/failures.js'
import { type TestedAlert, toTestedAlert } from '../../impact/hurt-services.js'
import { hurtableServices } from '../../impact/hurtable-services.js'
import type { NamedAlert } from '../../impact/impact-alert.js'
import type { ImpactSearch } from '../../impact/impact-search.js'
import { MAX_NEAR_NAMES_READ, NearNames, type UnknownResource } from '../../impact/near-names.js'
import type { Redundancy, ServiceTopology } from '../../impact/service-impact.js'
import type { StoreSnapshot } from '../../port/store.js'
import type { ResourceKey } from '../../relation/relation.js'
import type { NeighborLookup } from '../../relation/walk.js'
import { readBody } from '../../schema/read-body.js'
import { resolveNames } from '../alias/resolve-names.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { findCut, type WalkCut } from '../relation/traverse.js'
import { NO_PARTS, readAlertChanges } from './active-alerts.js'
import { readRules } from './current-impact.js'
import type { ListedImpact } from './impact-cache.js'
import { readWindowsInEffect, WindowEnds } from './listed-windows.js'
import { EVERY_ENTRY, prepareSearch } from './prepare-search.js'

/**
 * The services that failures of resources would affect. The result may have gaps: names that are unknown, and resources
 * above the last level that was searched (see {@link WalkCut}). Simulated alerts have no ids.
 */
export interface SimulatedImpact extends WalkCut {
  /** The services that would be affected, the worst first. */
  readonly services: readonly SimulatedServiceImpact[]
  /**
   * The failed resources that reach no service. `ancestors` is the number of the resources that their failure reaches:
   * above 0, something depends on them, but no topology draws it.
   */
  readonly unreached: {
    readonly total: number
    readonly resources: readonly string[]
    readonly ancestors: number
  }
  /**
   * The failed resources that affect no service, because redundancy rules absorb their alerts. `resources` has the
   * first 50.
   */
  readonly held: { readonly total: number; readonly resources: readonly HeldFailure[] }
  /** The failed resources that no relation, node or alert names. Their names may be misspelled. */
  readonly unknown: readonly UnknownResource[]
}

export interface HeldFailure {
  readonly resource: string
  /** The first 10 redundancy rules that absorb the alert of the failure. */
  readonly heldBy: readonly Redundancy[]
}

/** Like the impact on a service, but without the ids of simulated alerts. */
export interface SimulatedServiceImpact extends Omit<ListedImpact, 'causes' | 'worst'> {
  readonly worst: SimulatedAlert | null
  readonly causes: readonly SimulatedCause[]
}

export interface SimulatedCause extends Omit<ServiceCause, 'alertId' | 'alerts'> {
  /** `null` = the alert of a failed resource; otherwise the id of a stored alert. */
  readonly alertId: string | null
  readonly alerts?: readonly SimulatedAlert[]
}

export type SimulatedAlert = Omit<NamedAlert, 'alertId'> & Pick<SimulatedCause, 'alertId'>

/**
 * Finds which services would be affected if some resources failed (rules.md#simulated-failures). Each failure counts as
 * a critical alert that names no service. Stored alerts count only with `withAlerts`.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export async function simulateFailures(dependencies: Dependencies, failures: FailuresInput): Promise<SimulatedImpact> {
  const read = await withoutAliases(dependencies, readBody(FAILURES, failures))
  const { store, graphSemaphore } = dependencies
  return await graphSemaphore.pass(async () => {
    const failed = alertsOfFailures(read, dependencies.clock().toISOString())
    const { search, ...gaps } = await store.snapshot(async (parts) => {
      const topologies = await dependencies.topologyCache.topologies(parts)
      const { items } = await parts.catalog.list(EVERY_ENTRY)
      const services = hurtableServices(topologies, items)
      const stored = read.withAlerts ? await readActive(parts) : []
      const alerts = [...stored, ...failed.map(toTestedAlert)]
      const environments = new Set(alerts.map(({ kept }) => kept.environment))
      const lookup = await dependencies.graphMemory.at(parts, [...environments])
      const { all: rules } = await readRules(parts, undefined)
      const search = await prepareSearch(lookup, services, { alerts, rules })
      const readAlerting = async () => (read.withAlerts ? stored : await readActive(parts)).map(({ kept }) => kept)
      const storedNames = { search, lookup, topologies: topologies.values(), readAlerting }
      return { search, ...(await findGaps(parts, read, storedNames)) }
    })
    const impact = await runWithPauses(search.run())
    const hurt = await runWithPauses(impact.explain(impact.services.filter(({ severity }) => severity !== null)))
    const heldFailures = await runWithPauses(impact.heldOf(failed.map(({ id }) => id)))
    const ends = new WindowEnds(await readWindowsInEffect(dependencies, impact))
    const isFailed = new Set(failed.map(({ id }) => id))
    const unreached = impact.unreached.filter(({ id }) => isFailed.has(id)).map(({ resource }) => resource)
    return {
      services: hurt.map(({ windows, worst, causes, ...service }) => ({
        ...{ ...service, ...ends.listed(windows) },
        worst: worst && withoutId(worst, isFailed),
        causes: causes.map((cause) => withoutIds(cause, isFailed)),
      })),
      unreached: {
        total: unreached.length,
        resources: unreached,
        ancestors: countAncestors(search.walks.get(read.environment), unreached),
      },
      held: {
        total: heldFailures.total,
        resources: heldFailures.alerts.map(({ alert: { resource }, heldBy }) => ({ resource, heldBy })),
      },
      ...gaps,
    }
  })
}

/** Counts the resources that depend on some resources, directly or indirectly, without these resources themselves. */
function countAncestors(walk: AncestorWalk | undefined, resources: readonly string[]): number {
  if (walk === undefined || resources.length === 0) return 0
  const starts = resources.map((resource) => walk.numberStart({ resource, resourceParent: null }))
  return findLevels(walk.parents, ...starts).size - starts.length
}

/** Replaces aliases by the names of the resources. */
async function withoutAliases({ store }: Dependencies, failures: Failures): Promise<Failures> {
  const { environment, resources } = failures
  const names = await resolveNames(
    store,
    resources.map((resource) => ({ environment, resource })),
  )
  return { ...failures, resources: names.list(environment, resources) }
}

async function readActive({ alerts }: StoreSnapshot): Promise<readonly TestedAlert[]> {
  const { added } = await readAlertChanges(alerts, await alerts.activeVersions?.(), NO_PARTS)
  return added.map(toTestedAlert)
}

interface GapSearch extends Omit<StoredNames, 'ancestorWalk'> {
  readonly search: ImpactSearch
  readonly lookup: NeighborLookup
}

/** Finds the unknown failed resources, and whether there are further resources above the last level of the walk. */
async function findGaps(
  parts: StoreSnapshot,
  failures: Failures,
  { search, lookup, ...storedNames }: GapSearch,
): Promise<WalkCut & Pick<SimulatedImpact, 'unknown'>> {
  const { environment, resources } = failures
  const ancestorWalk = search.walks.get(environment)
  if (ancestorWalk === undefined) throw new Error('a failed resource has a way up')
  // The walk also begins at stored alerts and at resources with rules, so the levels are counted from the failures
  // only.
  const levels = findLevels(
    ancestorWalk.parents,
    ...resources.map((resource) => ancestorWalk.numberStart({ resource, resourceParent: null })),
  )
  const hasReached = (resource: string) => levels.has(ancestorWalk.numberOf(resource) ?? -1)
  const cut = await findCut(lookup, {
    environment,
    direction: 'parents',
    ends: resourcesAtLastLevel(ancestorWalk, levels),
    hasReached,
  })
  return { unknown: await findUnknownResources(parts, failures, { ancestorWalk, ...storedNames }), ...cut }
}

function withoutIds({ alerts, ...cause }: ServiceCause, isFailed: ReadonlySet<string>): SimulatedCause {
  const others = alerts?.map((alert) => withoutId(alert, isFailed))
  return { ...withoutId(cause, isFailed), ...(others === undefined ? {} : { alerts: others }) }
}

/** Removes the id of a simulated alert: it is not stored, so its id means nothing to the caller. */
function withoutId<Shown extends NamedAlert>(alert: Shown, isFailed: ReadonlySet<string>) {
  return { ...alert, alertId: isFailed.has(alert.alertId) ? null : alert.alertId }
}

function alertsOfFailures({ environment, resources }: Failures, now: string): readonly Alert[] {
  // `readAlert` refuses the environment "", but a failed resource may be in this environment. So `readAlert` gets
  // placeholders, and the real environment and resource are set below.
  const sent = readAlert({ environment: '-', resource: '-', event: 'SimulatedFailure', severity: 'critical' })
  return resources.map((resource, index) => {
    const arrival = { now, newId: () => `simulated-${index}`, actor: 'simulation', source: 'simulation' }
    return createAlert({ ...sent, environment, resource }, arrival)
  })
}

/**
 * The process can do other work after this many names of nodes and alerts were compared, which takes a few
 * milliseconds.
 */
const NAMES_AT_ONCE = 2_000
/** The process can do other work after this many resources were looked up in all topologies. */
const RESOURCES_AT_ONCE = 50

/** The data with which the names of failed resources are compared. */
interface StoredNames {
  /** The complete walk from the failed resources up to their ancestors. */
  readonly ancestorWalk: AncestorWalk
  readonly topologies: Iterable<ServiceTopology>
  /** Reads the resources of the active alerts. Called only if a failed resource is unknown. */
  readonly readAlerting: () => Promise<Iterable<ResourceKey>>
}

/**
 * Finds the failed resources that no relation, node or alert names, with stored resources that have near names
 * (rules.md#simulated-failures-4). Costs no statement if every resource has a parent or a node.
 */
async function findUnknownResources(
  { relations, alerts }: StoreSnapshot,
  { environment, resources }: Failures,
  { ancestorWalk, topologies, readAlerting }: StoredNames,
): Promise<readonly UnknownResource[]> {
  const all = [...topologies]
  const hasNode = (resource: string) => all.some(({ nodes }) => nodes.resource({ environment, resource }) !== undefined)
  const without: string[] = []
  for (const [index, name] of resources.entries()) {
    if (index % RESOURCES_AT_ONCE === RESOURCES_AT_ONCE - 1) await pause()
    if (!hasParent(ancestorWalk, name) && !hasNode(name)) without.push(name)
  }
  if (without.length === 0) return []
  const related = new Set(await relations.known(environment, without))
  const lone = without.filter((name) => !related.has(name))
  if (lone.length === 0) return []
  const alerting = new Set(await alerts.known(environment, lone))
  const near = new NearNames(
    environment,
    lone.filter((name) => !alerting.has(name)),
  )
  const { like } = near
  if (like.names.length === 0) return []
  for (const candidate of await relations.namedLike(like, MAX_NEAR_NAMES_READ)) near.offer(candidate)
  await offerAllNames(near, drawnResources(all))
  await offerAllNames(near, await readAlerting())
  return near.resources
}

function hasParent(ancestorWalk: AncestorWalk, resource: string): boolean {
  const node = ancestorWalk.numberOf(resource)
  return node !== undefined && (ancestorWalk.parents[node]?.length ?? 0) > 0
}

async function offerAllNames(near: NearNames, candidates: Iterable<ResourceKey>): Promise<void> {
  let offered = 0
  for (const { environment, resource } of candidates) {
    near.offer({ environment, resource })
    if (++offered % NAMES_AT_ONCE === 0) await pause()
  }
}

function* drawnResources(topologies: readonly ServiceTopology[]): Generator<ResourceKey> {
  for (const { nodes } of topologies) {
    for (const environment of nodes.environments) {
      for (const resource of nodes.resourcesOf(environment)) yield { environment, resource }
    }
  }
}
