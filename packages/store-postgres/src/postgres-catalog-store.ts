import type { CatalogService, ListFilter } from '@opsgraph/core'
import type { CatalogStore } from '@opsgraph/core/store'
import { firstValue, type Session } from './database.js'
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

export function postgresCatalogStore(session: Session): CatalogStore {
  const { list, read, find, save, ...services } = CATALOG.rowsIn(session)
  return {
    list,
    read,
    find,
    save,
    delete: async (serviceId) => (await services.delete([serviceId])) > 0,
    version: async () => {
      const text = `select concat_ws(' ', count(*), sum(hashtextextended(service_catalog::text, 0))) from service_catalog`
      return (await firstValue<string>(session, { name: 'catalog-version', keepsPlan: true, text })) ?? ''
    },
  }
}
