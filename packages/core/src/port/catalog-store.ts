import type { CatalogService } from '../catalog/catalog-service.js'
import type { ListQuery, Page } from '../page.js'

export const CATALOG_COLUMNS = ['serviceId', 'name', 'description', 'icon'] as const
export type CatalogColumn = (typeof CATALOG_COLUMNS)[number]

/** The service catalog (rules.md#catalog-entries). */
export interface CatalogStore {
  /** Default order: serviceId, by code point; ties of another order by serviceId. */
  list(query: ListQuery<CatalogColumn, CatalogColumn>): Promise<Page<CatalogService>>
  read(serviceId: string): Promise<CatalogService | undefined>
  /** The stored entries among `serviceIds`, each once, in no promised order. */
  find(serviceIds: readonly string[]): Promise<readonly CatalogService[]>
  /** Adds the entries, or replaces those with the same serviceId. These must differ from one another. */
  save(services: readonly CatalogService[]): Promise<void>
  /** Whether there was such an entry. */
  delete(serviceId: string): Promise<boolean>
}
