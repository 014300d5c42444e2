import { pause } from '#platform'
import type { Alert } from '../../alert/alert.js'
import { hurtableServices } from '../../impact/hurtable-services.js'
import { ImpactSearch } from '../../impact/impact-search.js'
import type { HurtableService, ServiceTopology } from '../../impact/service-impact.js'
import type { StoreParts, StoreSnapshot } from '../../port/store.js'
import type { Dependencies } from '../dependencies.js'
import { runWalks } from '../relation/run-walks.js'

const EVERY_ENTRY = { filters: {}, sort: undefined, page: 1, pageSize: Number.MAX_SAFE_INTEGER }

/** What is needed to compute impact: a search that has read the resource graph, and the services. */
export interface ImpactState {
  readonly search: ImpactSearch
  readonly services: readonly HurtableService[]
  /** The version of the relations that the search has read; `undefined` if they were not all read from memory. */
  readonly graph: string | undefined
}

/**
 * Reads what a search for the impact of some alerts needs. The number of statements does not grow with the number of
 * alerts, topologies and services. The walks through the resource graph together cost one statement if the graph is in
 * memory; otherwise they cost one statement for each level of the graph.
 */
export async function readImpactState(
  { graphMemory, topologyMemo }: Dependencies,
  parts: StoreSnapshot,
  alerts: readonly Alert[],
  known?: ReadonlyMap<string, ServiceTopology>,
): Promise<ImpactState> {
  const search = new ImpactSearch(alerts)
  await pause()
  const environments = [...search.walks.keys()]
  const lookup = await graphMemory.at(parts, environments)
  await runWalks(lookup, 'parents', search.walks)
  const topologies = known ?? (await topologyMemo.topologies(parts))
  const services = hurtableServices(topologies, await everyCatalogEntry(parts), alerts)
  return { search, services, graph: lookup.versionOf?.(environments) }
}

async function everyCatalogEntry({ catalog }: StoreParts) {
  const { items } = await catalog.list(EVERY_ENTRY)
  return items
}
