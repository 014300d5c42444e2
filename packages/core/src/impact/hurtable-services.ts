import { compileImpact } from '../catalog/alert-impact.js'
import type { CatalogService } from '../catalog/catalog-service.js'
import type { HurtableService, ServiceTopology } from './service-impact.js'

/**
 * Every service that has a topology or a catalog entry.
 *
 * @param topologies the topology of each service that has one, by service
 */
export function hurtableServices(
  topologies: ReadonlyMap<string, ServiceTopology>,
  catalog: readonly CatalogService[],
): readonly HurtableService[] {
  const entries = new Map(catalog.map((entry) => [entry.serviceId, entry]))
  return Array.from(new Set([...topologies.keys(), ...entries.keys()]), (service) => {
    const entry = entries.get(service)
    return {
      ...namedService(service),
      ...(entry !== undefined && { name: entry.name, accepts: compileImpact(entry.alertImpact) }),
      topology: topologies.get(service),
    }
  })
}

/** A service that only alerts name. */
export function namedService(service: string): HurtableService {
  return { service, name: service, topology: undefined, accepts: () => true }
}
