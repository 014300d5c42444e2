import { pause } from '#platform'
import { type TestedAlert, toTestedAlert } from '../../impact/hurt-services.js'
import { hurtableServices } from '../../impact/hurtable-services.js'
import type { Impact, ImpactSearch } from '../../impact/impact-search.js'
import { LIMITS } from '../../limits.js'
import type { StoreSnapshot } from '../../port/store.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { NO_PARTS, readAlertChanges } from './active-alerts.js'
import type { CachedImpact, CurrentImpact, ReadRules } from './impact-cache.js'
import { EVERY_ENTRY, prepareSearch } from './prepare-search.js'

/**
 * Brings the impact of all active alerts up to date, and calls `read` with it. If nothing has changed since the last
 * call, the impact is not computed again. Otherwise the whole impact is computed, but only the changed alerts are read
 * again. Concurrent callers share one computation.
 */
export async function readCurrentImpact<T>(
  dependencies: Dependencies,
  read: (current: CurrentImpact) => Promise<T>,
): Promise<T> {
  const { impactCache } = dependencies
  return await impactCache.computation.read(async () => {
    const { cached } = impactCache
    const { current, next } = await readUpdatedImpact(dependencies, cached)
    impactCache.cached = next
    return current
  }, read)
}

/**
 * The cached impact and the version of the subscriptions, if certainly nothing has changed since the impact was
 * computed; otherwise `undefined`.
 */
export async function findUnchangedImpact({
  store,
  impactCache: { cached },
}: Dependencies): Promise<{ readonly impact: Impact; readonly subscriptions: string } | undefined> {
  if (cached === undefined) return undefined
  return await store.snapshot(async (parts) => {
    const [version, subscriptions] = await Promise.all([parts.version?.(), parts.subscriptions.version()])
    return version !== undefined && cached.snapshots.has(version) ? { impact: cached.impact, subscriptions } : undefined
  })
}

/** The maximum number of snapshot versions that are stored for one impact. */
const MAX_REMEMBERED_SNAPSHOTS = 100
const NO_SNAPSHOTS: ReadonlySet<string> = new Set()

interface UpdatedImpact {
  readonly current: CurrentImpact
  /** The impact to cache; `undefined` = the impact cannot be cached. */
  readonly next: CachedImpact | undefined
}

/** A search that has read all its data, and the versions of these data. */
interface ReadState extends Omit<CachedImpact, 'impact' | 'pages'> {
  readonly search: ImpactSearch
}

async function readUpdatedImpact(dependencies: Dependencies, cached: CachedImpact | undefined): Promise<UpdatedImpact> {
  const state = await dependencies.store.snapshot((parts) => readState(dependencies, parts, cached))
  if ('impact' in state) return { current: state, next: state }
  const { search, ...read } = state
  const impact = await dependencies.graphSemaphore.pass(() => runWithPauses(search.run()))
  const current = { impact, pages: new Map(), alerts: read.alerts, catalog: read.catalog }
  const isRecognized = read.snapshots.size > 0 || hasVersions(read)
  return {
    current,
    next: isRecognized && read.testedAlerts.size <= LIMITS.keptImpact ? { ...read, ...current } : undefined,
  }
}

/** True if the versions of all data are known, so that only changed data must be read. */
function hasVersions({ alerts, catalog, graph }: Pick<CachedImpact, 'alerts' | 'catalog' | 'graph'>): boolean {
  return alerts !== undefined && catalog !== undefined && graph !== undefined
}

/** @returns the cached impact if none of its data has changed; its snapshot versions may be new */
async function readState(
  dependencies: Dependencies,
  parts: StoreSnapshot,
  cached: CachedImpact | undefined,
): Promise<CachedImpact | ReadState> {
  const snapshot = await parts.version?.()
  if (cached !== undefined && snapshot !== undefined && cached.snapshots.has(snapshot)) return cached
  // The versions are read before the data. If later statements see newer data, the cached versions are older than the
  // cached impact, and the next call reads the data again.
  const [versions, catalog, rules, topologies] = await Promise.all([
    parts.alerts.activeVersions?.(),
    parts.catalog.version(),
    readRules(parts, cached?.rules),
    dependencies.topologyCache.topologies(parts),
  ])
  const sources = { versions, catalog, rules, topologies }
  const isSame = versions !== undefined && topologies === cached?.topologies && catalog === cached.catalog
  const before = isSame && hasVersions(cached) ? cached : undefined
  const state =
    (before && (await readAlerts(dependencies, parts, sources, before))) ??
    ((await readAlerts(dependencies, parts, sources, undefined)) as ReadState)
  return { ...state, snapshots: withVersion(state.snapshots, snapshot) }
}

interface ImpactSources extends Pick<ReadState, 'catalog' | 'rules' | 'topologies'> {
  /** The current version of each part of the active alerts; `undefined` = the store has no parts. */
  readonly versions: ReadonlyMap<number, string> | undefined
}

/**
 * Reads the active alerts, and prepares the search.
 *
 * @param before an earlier impact: only the alerts that have changed since then are read. `undefined` = all are read
 * @returns `before` if nothing has changed; `undefined` if all alerts must be read, because relations have changed
 *   since `before`: then any alert may reach services for which it was not tested yet
 */
async function readAlerts(
  { graphMemory, subscriptionWatch }: Dependencies,
  parts: StoreSnapshot,
  { versions, ...sources }: ImpactSources,
  before: CachedImpact | undefined,
): Promise<CachedImpact | ReadState | undefined> {
  const known = before?.alerts ?? NO_PARTS
  const changes = await readAlertChanges(parts.alerts, versions, known)
  await subscriptionWatch.alerts.follow(parts.alerts, known, changes)
  const testedAlerts = new Map(before?.testedAlerts)
  for (const id of changes.removed) testedAlerts.delete(id)
  for (const alert of changes.added) testedAlerts.set(alert.id, toTestedAlert(alert))
  await pause()
  const earlier = environmentsOf(before?.testedAlerts ?? new Map())
  const environments = environmentsOf(testedAlerts)
  const lookup = await graphMemory.at(parts, [...new Set([...earlier, ...environments])])
  const { rules, topologies } = sources
  const alerts = changes.parts
  if (before !== undefined) {
    if (lookup.versionOf?.(earlier) !== before.graph) return undefined
    if (alerts === before.alerts && rules === before.rules) return before
  }
  const services = before?.services ?? hurtableServices(topologies, (await parts.catalog.list(EVERY_ENTRY)).items)
  const search = await prepareSearch(lookup, services, { alerts: [...testedAlerts.values()], rules: rules.all })
  const graph = lookup.versionOf?.(environments)
  return { ...sources, search, testedAlerts, snapshots: NO_SNAPSHOTS, alerts, services, graph }
}

/** Reads the redundancy rules if they have changed; otherwise returns `before`. */
export async function readRules({ redundancyRules }: StoreSnapshot, before: ReadRules | undefined): Promise<ReadRules> {
  const version = await redundancyRules.version()
  return before?.version === version ? before : { version, all: await redundancyRules.all() }
}

function environmentsOf(testedAlerts: ReadonlyMap<string, TestedAlert>): readonly string[] {
  return [...new Set(Array.from(testedAlerts.values(), ({ kept }) => kept.environment))]
}

function withVersion(versions: ReadonlySet<string>, snapshot: string | undefined): ReadonlySet<string> {
  return snapshot === undefined ? versions : new Set([...[...versions].slice(-MAX_REMEMBERED_SNAPSHOTS + 1), snapshot])
}
