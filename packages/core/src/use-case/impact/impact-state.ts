import { pause } from '#platform'
import type { Alert } from '../../alert/alert.js'
import { hurtableServices } from '../../impact/hurtable-services.js'
import { ImpactSearch } from '../../impact/impact-search.js'
import type { ServiceTopology } from '../../impact/service-impact.js'
import type { StoreSnapshot } from '../../port/store.js'
import type { NeighborLookup } from '../../relation/walk.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { runWalks } from '../relation/traverse.js'

const EVERY_ENTRY = { filters: {}, sort: undefined, page: 1, pageSize: Number.MAX_SAFE_INTEGER }

/** A search that has read the resource graph. */
export interface ReadySearch {
  readonly search: ImpactSearch
  /** The version of the relations that the search has read; `undefined` if they were not all read from memory. */
  readonly graph: string | undefined
  /** Looks up neighbors in the same relations as the search. */
  readonly lookup: NeighborLookup
}

/**
 * Reads what a search for the impact of some alerts needs. The number of statements does not grow with the number of
 * alerts, topologies and services. The walks through the resource graph together cost one statement if the graph is in
 * memory; otherwise they cost one statement for each level of the graph.
 */
export async function readySearch(
  { graphMemory, topologyCache }: Dependencies,
  parts: StoreSnapshot,
  alerts: readonly Alert[],
  cached?: ReadonlyMap<string, ServiceTopology>,
): Promise<ReadySearch> {
  const topologies = cached ?? (await topologyCache.topologies(parts))
  const { items } = await parts.catalog.list(EVERY_ENTRY)
  const search = new ImpactSearch(hurtableServices(topologies, items), [])
  await pause()
  await runWithPauses(search.replace([], alerts))
  const environments = [...search.walks.keys()]
  const lookup = await graphMemory.at(parts, environments)
  await runWalks(lookup, 'parents', search.walks)
  return { search, graph: lookup.versionOf?.(environments), lookup }
}
