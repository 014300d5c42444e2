import { answeredCatalogService, type CatalogService } from '../../catalog/catalog-service.js'

/** The fields of a catalog entry that audit entries contain. */
export function catalogFacts(service: CatalogService) {
  const { serviceId: _, ...facts } = answeredCatalogService(service)
  return facts
}
