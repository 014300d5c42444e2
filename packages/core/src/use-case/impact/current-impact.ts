import type { Impact } from '../../impact/impact-search.js'
import { LIMITS } from '../../limits.js'
import type { StoreSnapshot } from '../../port/store.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import type { KeptImpact } from './impact-memo.js'
import { readImpactState } from './impact-state.js'

/**
 * The impact of all active alerts. If alerts, topologies, catalog and relations are the same as at the last call, the impact
 * is not computed again. Callers that ask at the same time share one computation.
 */
export async function currentImpact(dependencies: Dependencies): Promise<Impact> {
  const { store, impactMemo } = dependencies
  const { impact } = await store.snapshot((parts) => readKept(dependencies, parts))
  impact.catch(() => {
    if (impactMemo.kept?.impact === impact) impactMemo.kept = undefined
  })
  return await impact
}

async function readKept(dependencies: Dependencies, parts: StoreSnapshot): Promise<KeptImpact> {
  const { topologyMemo, impactMemo } = dependencies
  const { kept } = impactMemo
  // The versions are read first: if a store shows newer data to the statements that follow, the versions are too old, and
  // the next call computes the impact again.
  const alerts = await parts.alerts.activeVersion?.()
  const catalog = await parts.catalog.version?.()
  const topologies = await topologyMemo.topologies(parts)
  const isSame = kept?.alerts === alerts && kept?.catalog === catalog && kept?.topologies === topologies
  if (kept !== undefined && isSame && (await hasGraph(dependencies, parts, kept))) return kept
  const active = await parts.alerts.activeOf(undefined, undefined)
  const { search, services, graph } = await readImpactState(dependencies, parts, active, topologies)
  const anew = {
    impact: runWithPauses(search.run(services)),
    environments: [...search.walks.keys()],
    ...{ alerts, catalog, graph, topologies },
  }
  const canKeep = alerts !== undefined && catalog !== undefined && graph !== undefined
  impactMemo.kept = canKeep && active.length <= LIMITS.keptImpact ? anew : undefined
  return anew
}

async function hasGraph({ graphMemory }: Dependencies, parts: StoreSnapshot, kept: KeptImpact): Promise<boolean> {
  const lookup = await graphMemory.at(parts, kept.environments)
  return kept.graph !== undefined && lookup.versionOf?.(kept.environments) === kept.graph
}
