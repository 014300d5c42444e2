import type { CatalogService } from '../catalog/catalog-service.js'
import { plainCatalogService } from '../catalog/read-catalog-service.js'
import type { ChangeSet } from '../change-set.js'

/**
 * Plans the catalog: adds an entry for each service without one, and changes no existing entry
 * (rules.md#cmdb-catalog-entries).
 */
export function planCmdbServices(services: readonly string[], known: ReadonlySet<string>): ChangeSet<CatalogService> {
  const create = services.filter((service) => !known.has(service)).map(plainCatalogService)
  return { create, update: [], remove: [], unchanged: services.length - create.length }
}
