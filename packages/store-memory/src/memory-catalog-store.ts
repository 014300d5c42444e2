import type { CatalogService, ListFilter } from '@opsgraph/core'
import { type CatalogStore, compareNames, type ListQuery, type Page } from '@opsgraph/core/store'
import type { Access } from './access.js'
import { frozenCopy } from './frozen-copy.js'
import { type Cell, type ListColumns, listPage } from './list-page.js'
import type { CatalogRow, Tables } from './tables.js'

export class MemoryCatalogStore implements CatalogStore {
  readonly #tables: Tables
  readonly #access: Access

  constructor(tables: Tables, access: Access) {
    this.#tables = tables
    this.#access = access
  }

  list(query: ListQuery<ListFilter<'catalog'>, ListFilter<'catalog'>>): Promise<Page<CatalogService>> {
    const rows = this.#tables.catalog.rows()
    return this.#access.inSteps(function* () {
      const { items, total } = yield* listPage(rows, query, COLUMNS)
      return { items: items.map(({ service }) => service), total }
    })
  }

  read(serviceId: string): Promise<CatalogService | undefined> {
    return this.#access(() => this.#tables.catalog.get(serviceId)?.service)
  }

  find(serviceIds: readonly string[]): Promise<readonly CatalogService[]> {
    return this.#access(() => this.#tables.catalog.getAll(serviceIds).map(({ service }) => service))
  }

  async save(services: readonly CatalogService[]): Promise<void> {
    const rows = services.map((service) => frozenCopy({ id: service.serviceId, service }))
    return this.#access(() => {
      for (const row of rows) this.#tables.catalog.put(row)
    })
  }

  delete(serviceId: string): Promise<boolean> {
    return this.#access(() => this.#tables.catalog.remove(serviceId) !== undefined)
  }
}

const CELLS: Readonly<Record<ListFilter<'catalog'>, (row: CatalogRow) => Cell>> = {
  serviceId: (row) => row.id,
  name: (row) => row.service.name,
  description: (row) => row.service.description,
  icon: (row) => row.service.icon,
}

const COLUMNS: ListColumns<CatalogRow, ListFilter<'catalog'>, ListFilter<'catalog'>> = {
  filter: CELLS,
  sort: CELLS,
  compare: (left, right) => compareNames(left.id, right.id),
}
