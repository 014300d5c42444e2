import type { HurtableServices } from '../../impact/hurtable-services.js'
import { type ImpactInput, ImpactSearch } from '../../impact/impact-search.js'
import type { NeighborLookup } from '../../relation/walk.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import { runWalks } from '../relation/traverse.js'

export const EVERY_ENTRY = { filters: {}, sort: undefined, page: 1, pageSize: Number.MAX_SAFE_INTEGER }

/**
 * Reads from the resource graph what a search for the impact of some alerts needs. The walks together cost a few
 * look-ups if the graph is in memory; otherwise they cost one statement for each level of the graph.
 */
export async function readySearch(
  lookup: NeighborLookup,
  services: HurtableServices,
  input: ImpactInput,
): Promise<ImpactSearch> {
  const search = await runWithPauses(ImpactSearch.open(services, input))
  await runWalks(lookup, 'parents', search.walks)
  if (search.ruled.size === 0) return search
  await runWithPauses(search.count(await lookup.neighbors('children', search.ruled)))
  await runWalks(lookup, 'parents', search.walks)
  return search
}
