import { pause } from '#platform'
import type { Alert } from '../../alert/alert.js'
import { hurtableServices } from '../../impact/hurtable-services.js'
import { ImpactSearch } from '../../impact/impact-search.js'
import type { HurtableService, ServiceTopology } from '../../impact/service-impact.js'
import type { StoreParts, StoreSnapshot } from '../../port/store.js'
import type { Dependencies } from '../dependencies.js'
import { runWalks } from '../relation/run-walks.js'

const EVERY_ENTRY = { filters: {}, sort: undefined, page: 1, pageSize: Number.MAX_SAFE_INTEGER }

/** A search whose walks are complete, and the services that it searches. */
export interface ImpactState {
  readonly search: ImpactSearch
  readonly services: readonly HurtableService[]
  /** The version of the relations that the walks have read; `undefined` if the graph in memory did not have them. */
  readonly graph: string | undefined
}

/**
 * Reads what a search for the impact of some alerts needs. The number of statements does not grow with the alerts,
 * topologies and services: a walk through the graph in memory costs one statement, otherwise one for each level.
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
