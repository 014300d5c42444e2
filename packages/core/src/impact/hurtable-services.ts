import { acceptAll, compileAlertImpact } from '../catalog/alert-impact.js'
import type { CatalogService } from '../catalog/catalog-service.js'
import type { HurtableService, ServiceTopology } from './service-impact.js'
import { TopologyIndex } from './topology-index.js'

/** Every service that has a topology or a catalog entry. */
export interface HurtableServices {
  readonly all: readonly HurtableService[]
  /** The topologies of these services. */
  readonly index: TopologyIndex
}

/**
 * Caches the index for each map of topologies in use, because building an index of many topologies takes milliseconds.
 */
const cachedTopologyIndexes = new WeakMap<ReadonlyMap<string, ServiceTopology>, TopologyIndex>()

/** @param topologies the topologies by service; the map must not change afterwards, because its index is cached */
export function hurtableServices(
  topologies: ReadonlyMap<string, ServiceTopology>,
  catalog: readonly CatalogService[],
): HurtableServices {
  const entries = new Map(catalog.map((entry) => [entry.serviceId, entry]))
  const all = Array.from(new Set([...topologies.keys(), ...entries.keys()]), (service) => {
    const entry = entries.get(service)
    return {
      ...namedService(service),
      ...(entry !== undefined && catalogFields(entry)),
      topology: topologies.get(service),
    }
  })
  const index =
    cachedTopologyIndexes.get(topologies) ?? new TopologyIndex(Array.from(topologies.values(), ({ nodes }) => nodes))
  cachedTopologyIndexes.set(topologies, index)
  return { all, index }
}

function catalogFields({ name, owner, runbook, alertImpact }: CatalogService) {
  return { name, owner, runbook, accepts: compileAlertImpact(alertImpact) }
}

/** Creates a service that only alerts name. */
export function namedService(service: string): HurtableService {
  return { service, name: service, owner: '', runbook: '', topology: undefined, accepts: acceptAll }
}
