import type { CatalogService } from '../catalog/catalog-service.js'
import type { ListFilter } from '../list-columns.js'
import type { ListQuery, Page } from '../page.js'

/** The service catalog (rules.md#catalog-entries). */
export interface CatalogStore {
  /**
   * Default order: serviceId, by code point. In any other order, entries that compare equal are ordered by serviceId.
   */
  list(query: ListQuery<ListFilter<'catalog'>, ListFilter<'catalog'>>): Promise<Page<CatalogService>>
  /**
   * A text that identifies the state of all entries: if an entry is added, changed or removed, the text is different.
   * Costs one short statement.
   */
  version(): Promise<string>
  read(serviceId: string): Promise<CatalogService | undefined>
  /** The stored entries among `serviceIds`, each once, in any order. */
  find(serviceIds: readonly string[]): Promise<readonly CatalogService[]>
  /**
   * Adds each entry, or replaces the stored entry with the same serviceId. No two entries of a call may have the same
   * serviceId.
   */
  save(services: readonly CatalogService[]): Promise<void>
  /** Deletes entries. Returns the number of those that existed. */
  delete(serviceIds: readonly string[]): Promise<number>
}
