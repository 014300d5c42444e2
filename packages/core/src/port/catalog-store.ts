import type { CatalogService } from '../catalog/catalog-service.js'
import type { ListFilter } from '../list-columns.js'
import type { ListQuery, Page } from '../page.js'

/** The service catalog (rules.md#catalog-entries). */
export interface CatalogStore {
  /** Default order: serviceId, by code point. In any other order, ties are ordered by serviceId. */
  list(query: ListQuery<ListFilter<'catalog'>, ListFilter<'catalog'>>): Promise<Page<CatalogService>>
  read(serviceId: string): Promise<CatalogService | undefined>
  /** The stored entries among `serviceIds`, each once, in no promised order. */
  find(serviceIds: readonly string[]): Promise<readonly CatalogService[]>
  /** Adds each entry, or replaces the one with its serviceId. No two entries of a call may share a serviceId. */
  save(services: readonly CatalogService[]): Promise<void>
  /** True if the entry existed. */
  delete(serviceId: string): Promise<boolean>
}
