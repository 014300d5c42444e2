import type { CatalogService } from '../catalog/catalog-service.js'
import type { ListQuery, Page } from '../page.js'

export const CATALOG_COLUMNS = ['serviceId', 'name', 'description', 'icon'] as const
export type CatalogColumn = (typeof CATALOG_COLUMNS)[number]

/** The service catalog (rules.md#catalog-entries). */
export interface CatalogStore {
  /** Default order: serviceId, by code point. In any other order, ties are ordered by serviceId. */
  list(query: ListQuery<CatalogColumn, CatalogColumn>): Promise<Page<CatalogService>>
  read(serviceId: string): Promise<CatalogService | undefined>
  /** The stored entries among `serviceIds`, each once, in no promised order. */
  find(serviceIds: readonly string[]): Promise<readonly CatalogService[]>
  /** Adds each entry, or replaces the one with its serviceId. No two entries of a call may share a serviceId. */
  save(services: readonly CatalogService[]): Promise<void>
  /** True if the entry existed. */
  delete(serviceId: string): Promise<boolean>
}
