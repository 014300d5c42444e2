import type { HurtableServices } from '../../impact/hurtable-services.js'
import { type ImpactInput, ImpactSearch } from '../../impact/impact-search.js'
import type { NeighborLookup } from '../../relation/walk.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import { runWalks } from '../relation/traverse.js'

/** The query for all entries of the service catalog. */
export const EVERY_ENTRY = { filters: {}, sort: undefined, page: 1, pageSize: Number.MAX_SAFE_INTEGER }

/**
 * Creates a search for the impact of alerts, and reads from the resource graph what it needs. If the graph is in
 * memory, this costs a few look-ups; otherwise, one statement for each level of the graph.
 */
export async function prepareSearch(
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
