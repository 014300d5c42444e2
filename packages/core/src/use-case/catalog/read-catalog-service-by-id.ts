import type { CatalogService } from '../../catalog/catalog-service.js'
import { normalizeName } from '../../name.js'
import { notFound } from '../../opsgraph-error.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Reads the catalog entry of a service (rules.md#catalog-entries).
 *
 * @throws OpsgraphError `notFound`
 */
export async function readCatalogServiceById({ store }: Dependencies, serviceId: string): Promise<CatalogService> {
  const service = await store.catalog.read(normalizeName(serviceId))
  if (service === undefined) throw notFound('service')
  return service
}
