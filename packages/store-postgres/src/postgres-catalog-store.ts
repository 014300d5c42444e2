import type { CatalogService, ListFilter } from '@opsgraph/core'
import type { CatalogStore, ListQuery, Page } from '@opsgraph/core/store'
import type { Session } from './database.js'
import { Table } from './table.js'

const CATALOG = new Table<CatalogService, ListFilter<'catalog'>>({
  name: 'service_catalog',
  columns: {
    serviceId: { sql: 'id' },
    name: { sql: 'name' },
    description: { sql: 'description' },
    icon: { sql: 'icon' },
    alertImpact: { sql: 'alert_impact', type: 'json' },
  },
  order: ['id'],
})

export class PostgresCatalogStore implements CatalogStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  list(query: ListQuery<ListFilter<'catalog'>, ListFilter<'catalog'>>): Promise<Page<CatalogService>> {
    return CATALOG.list(this.#session, query)
  }

  async version(): Promise<string> {
    const { rows } = await this.#session.query<readonly [version: string]>({
      name: 'catalog-version',
      keepsPlan: true,
      text: `select concat_ws(' ', count(*), sum(hashtextextended(service_catalog::text, 0))) from service_catalog`,
    })
    return rows[0]?.[0] ?? ''
  }

  read(serviceId: string): Promise<CatalogService | undefined> {
    return CATALOG.read(this.#session, serviceId)
  }

  find(serviceIds: readonly string[]): Promise<readonly CatalogService[]> {
    return CATALOG.find(this.#session, serviceIds)
  }

  save(services: readonly CatalogService[]): Promise<void> {
    return CATALOG.save(this.#session, services)
  }

  async delete(serviceId: string): Promise<boolean> {
    return (await CATALOG.delete(this.#session, [serviceId])) > 0
  }
}
