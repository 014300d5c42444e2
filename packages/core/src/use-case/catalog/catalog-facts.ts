import { answeredCatalogService, type CatalogService } from '../../catalog/catalog-service.js'

/** What an audit entry says of a service in the catalog. */
export function catalogFacts(service: CatalogService) {
  const { serviceId: _, ...facts } = answeredCatalogService(service)
  return facts
}
