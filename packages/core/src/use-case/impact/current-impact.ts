import type { Impact } from '../../impact/impact-search.js'
import { LIMITS } from '../../limits.js'
import type { StoreSnapshot } from '../../port/store.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { runWalks } from '../relation/traverse.js'
import { NO_PARTS, readChanges } from './active-alerts.js'
import type { CachedImpact, CurrentImpact } from './impact-cache.js'
import { readySearch } from './impact-state.js'

/**
 * If more resources and ways up are new, the impact is computed anew. Searching one takes up to a millisecond, or
 * longer if tens of thousands of resources are above it.
 */
const NEW_SEARCHES = 100
/** If more ways up than this have no alerts any more, the impact is computed anew, so that they do not pile up. */
const IDLE_WAYS = 10_000

/**
 * Brings the impact of all active alerts up to date, and reads from it. If nothing has changed since the last call, the
 * impact is not computed again. If only alerts have changed, only what depends on these alerts is computed. Callers at
 * the same time share one computation.
 */
export async function readCurrentImpact<T>(
  dependencies: Dependencies,
  read: (current: CurrentImpact) => Promise<T>,
): Promise<T> {
  const { impactCache } = dependencies
  return await impactCache.turns.read(async () => {
    const { cached } = impactCache
    // If the following fails, the cached impact may be changed by half. So it is not used again.
    impactCache.cached = undefined
    const { current, next } = await bringUpToDate(dependencies, cached)
    impactCache.cached = next
    return current
  }, read)
}

/** The maximum number of snapshot versions that are remembered for one impact. */
const SNAPSHOTS = 100
const NO_SNAPSHOTS: ReadonlySet<string> = new Set()

interface UpToDate {
  readonly current: CurrentImpact
  /** `undefined` = the impact cannot be cached. */
  readonly next: CachedImpact | undefined
}

/** A search that has read all data for its next run, and the versions of these data. */
type ReadState = Omit<CachedImpact, 'impact' | 'pages'>

async function bringUpToDate(dependencies: Dependencies, cached: CachedImpact | undefined): Promise<UpToDate> {
  const state = await dependencies.store.snapshot((parts) => readState(dependencies, parts, cached))
  if ('impact' in state) return { current: state, next: state }
  const run = (): Promise<Impact> => runWithPauses(state.search.run())
  const impact = state.search === cached?.search ? await run() : await dependencies.graphTurns.pass(run)
  const current = { impact, pages: new Map() }
  const isRecognized = state.snapshots.size > 0 || hasVersions(state)
  return {
    current,
    next: isRecognized && state.search.size <= LIMITS.keptImpact ? { ...state, ...current } : undefined,
  }
}

type Versioned<State> = State & { readonly [Part in 'alerts' | 'catalog' | 'graph']: NonNullable<CachedImpact[Part]> }

/** Whether the versions of all parts are known. Then only what has changed is read. */
function hasVersions<State extends ReadState>(state: State): state is Versioned<State> {
  return state.alerts !== undefined && state.catalog !== undefined && state.graph !== undefined
}

/** @returns the cached impact if none of its data has changed; only its snapshot versions may be new */
async function readState(
  dependencies: Dependencies,
  parts: StoreSnapshot,
  cached: CachedImpact | undefined,
): Promise<CachedImpact | ReadState> {
  const snapshot = await parts.version?.()
  if (cached !== undefined && snapshot !== undefined && cached.snapshots.has(snapshot)) return cached
  // The versions are read before the data. If a store shows newer data to the later statements, the cached versions are
  // older than the cached impact, and the next call reads these data again.
  const [versions, catalog, topologies] = await Promise.all([
    parts.alerts.activeVersions?.(),
    parts.catalog.version?.(),
    dependencies.topologyCache.topologies(parts),
  ])
  const isVersioned = cached !== undefined && hasVersions(cached)
  if (isVersioned && topologies === cached.topologies && catalog === cached.catalog && versions !== undefined) {
    const changed = await replaceAlerts(dependencies, parts, cached, versions)
    if (changed !== undefined) return { ...changed, snapshots: withVersion(changed.snapshots, snapshot) }
  }
  const active = await readChanges(parts.alerts, versions, NO_PARTS)
  const ready = await readySearch(dependencies, parts, active.added, topologies)
  return { ...ready, snapshots: withVersion(NO_SNAPSHOTS, snapshot), alerts: active.parts, catalog, topologies }
}

/**
 * Reads the alerts that have changed since the cached impact was computed, and puts them into `cached.search` in place of
 * their earlier versions.
 *
 * @param versions the current version of each part of the active alerts
 * @returns `undefined` if the impact must be computed anew, because relations have changed, or because very many alerts
 *   have changed
 */
async function replaceAlerts(
  { graphMemory }: Dependencies,
  parts: StoreSnapshot,
  cached: Versioned<CachedImpact>,
  versions: ReadonlyMap<number, string>,
): Promise<CachedImpact | ReadState | undefined> {
  const { search, catalog, topologies } = cached
  const { added, removed, parts: alerts } = await readChanges(parts.alerts, versions, cached.alerts)
  const known = [...search.walks.keys()]
  const environments = [...new Set([...known, ...added.map(({ environment }) => environment)])]
  const lookup = await graphMemory.at(parts, environments)
  if (lookup.versionOf?.(known) !== cached.graph) return undefined
  if (alerts === cached.alerts) return cached
  await runWithPauses(search.replace(removed, added))
  if (search.pending > NEW_SEARCHES || search.idleWays > IDLE_WAYS) return undefined
  await runWalks(lookup, 'parents', search.walks)
  return { search, snapshots: NO_SNAPSHOTS, alerts, catalog, topologies, graph: lookup.versionOf?.(environments) }
}

function withVersion(known: ReadonlySet<string>, snapshot: string | undefined): ReadonlySet<string> {
  return snapshot === undefined ? known : new Set([...[...known].slice(-SNAPSHOTS + 1), snapshot])
}
