import type { Alert } from '../alert/alert.js'
import { compileImpact } from '../catalog/alert-impact.js'
import type { CatalogService } from '../catalog/catalog-service.js'
import type { HurtableService, ServiceTopology } from './service-impact.js'

/**
 * Every service that has a topology or a catalog entry, or that one of the alerts names.
 *
 * @param topologies the topology of each service that has one, by service
 */
export function hurtableServices(
  topologies: ReadonlyMap<string, ServiceTopology>,
  catalog: readonly CatalogService[],
  alerts: readonly Alert[],
): readonly HurtableService[] {
  const entries = new Map(catalog.map((entry) => [entry.serviceId, entry]))
  const named = alerts.flatMap((alert) => alert.service)
  return Array.from(new Set([...topologies.keys(), ...entries.keys(), ...named]), (service) => {
    const entry = entries.get(service)
    return {
      service,
      name: entry?.name ?? service,
      topology: topologies.get(service),
      accepts: entry === undefined ? () => true : compileImpact(entry.alertImpact),
    }
  })
}
