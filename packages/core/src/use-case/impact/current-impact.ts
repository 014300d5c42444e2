import type { Impact } from '../../impact/impact-search.js'
import { LIMITS } from '../../limits.js'
import type { StoreSnapshot } from '../../port/store.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import type { ImpactVersions, KeptImpact } from './impact-memo.js'
import { type ImpactState, readImpactState } from './impact-state.js'

/**
 * The impact of all active alerts. If alerts, topologies, catalog and relations are the same as at the last call, the
 * impact is not computed again. Callers that read the same state share one computation.
 */
export async function currentImpact(dependencies: Dependencies): Promise<Impact> {
  const { store, impactMemo, graphTurns } = dependencies
  const found = await store.snapshot((parts) => readKept(dependencies, parts))
  if ('impact' in found) return await found.impact
  // Another caller may have read the same state meanwhile.
  const { kept } = impactMemo
  if (kept !== undefined && isSame(kept.versions, found.versions)) return await kept.impact
  const { search, services, versions } = found
  const impact = graphTurns.pass(() => runWithPauses(search.run(services)))
  const canKeep = !Object.values(versions).includes(undefined) && found.alerts <= LIMITS.keptImpact
  const anew: KeptImpact | undefined = canKeep
    ? { impact, versions, environments: [...search.walks.keys()] }
    : undefined
  impactMemo.kept = anew
  impact.catch(() => {
    if (impactMemo.kept === anew) impactMemo.kept = undefined
  })
  return await impact
}

interface ReadState extends ImpactState {
  readonly versions: ImpactVersions
  /** The number of alerts. */
  readonly alerts: number
}

async function readKept(dependencies: Dependencies, parts: StoreSnapshot): Promise<KeptImpact | ReadState> {
  const { topologyMemo, impactMemo, graphMemory } = dependencies
  const { kept } = impactMemo
  // The versions are read before the data. If a store shows newer data to the later statements, the kept versions are
  // older than the kept impact, and the next call computes the impact again.
  const read = {
    alerts: await parts.alerts.activeVersion?.(),
    catalog: await parts.catalog.version?.(),
    topologies: await topologyMemo.topologies(parts),
  }
  if (kept !== undefined && isSame(kept.versions, { ...read, graph: kept.versions.graph })) {
    const lookup = await graphMemory.at(parts, kept.environments)
    if (lookup.versionOf?.(kept.environments) === kept.versions.graph) return kept
  }
  const active = await parts.alerts.activeOf(undefined, undefined)
  const state = await readImpactState(dependencies, parts, active, read.topologies)
  return { ...state, alerts: active.length, versions: { ...read, graph: state.graph } }
}

/** True if all versions are known, and each version is the same in both arguments. */
function isSame(one: ImpactVersions, other: ImpactVersions): boolean {
  return (
    one.topologies === other.topologies &&
    ([one.alerts, one.catalog, one.graph] as const).every(
      (version, index) => version !== undefined && version === [other.alerts, other.catalog, other.graph][index],
    )
  )
}
