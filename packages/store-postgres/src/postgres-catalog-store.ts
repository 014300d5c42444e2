import type { CatalogService, ListFilter } from '@opsgraph/core'
import type { CatalogStore, ListQuery, Page } from '@opsgraph/core/store'
import type { Session } from './database.js'
import { type ListTable, listPage } from './list-page.js'
import { storable, textArray } from './text-array.js'

export class PostgresCatalogStore implements CatalogStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  list(query: ListQuery<ListFilter<'catalog'>, ListFilter<'catalog'>>): Promise<Page<CatalogService>> {
    return listPage(this.#session, CATALOG, query, toCatalogService)
  }

  async version(): Promise<string> {
    const { rows } = await this.#session.query<readonly [version: string]>({
      name: 'catalog-version',
      keepsPlan: true,
      text: `select concat_ws(' ', count(*), sum(hashtextextended(service_catalog::text, 0))) from service_catalog`,
    })
    return rows[0]?.[0] ?? ''
  }

  async read(serviceId: string): Promise<CatalogService | undefined> {
    const { rows } = await this.#session.query<CatalogRow>({
      name: 'read-catalog-service',
      keepsPlan: true,
      text: `select ${COLUMNS} from service_catalog where id = $1::text`,
      values: [storable(serviceId)],
    })
    return rows.map(toCatalogService)[0]
  }

  async find(serviceIds: readonly string[]): Promise<readonly CatalogService[]> {
    const { rows } = await this.#session.query<CatalogRow>({
      name: 'find-catalog-services',
      text: `select ${COLUMNS} from service_catalog where id = any((select $1::text[])::text[])`,
      values: [textArray(serviceIds)],
    })
    return rows.map(toCatalogService)
  }

  async save(services: readonly CatalogService[]): Promise<void> {
    if (services.length === 0) return
    await this.#session.query({
      name: 'save-catalog-services',
      keepsPlan: true,
      text: SAVE,
      values: [
        textArray(services.map(({ serviceId }) => serviceId)),
        textArray(services.map(({ name }) => name)),
        textArray(services.map(({ description }) => description)),
        textArray(services.map(({ icon }) => icon)),
        JSON.stringify(services.map(({ alertImpact }) => alertImpact)),
      ],
    })
  }

  async delete(serviceId: string): Promise<boolean> {
    const { count } = await this.#session.query({
      text: 'delete from service_catalog where id = $1::text',
      values: [storable(serviceId)],
    })
    return count > 0
  }
}

const COLUMNS = 'id, name, description, icon, alert_impact'

/** Writes rows in the order of their ids, which prevents deadlocks. */
const SAVE = `insert into service_catalog (${COLUMNS})
  select * from rows from (
    unnest($1::text[], $2::text[], $3::text[], $4::text[]),
    json_array_elements($5::json)
  ) as arrived (${COLUMNS})
  order by arrived.id collate "C"
  on conflict (id) do update set
    name = excluded.name, description = excluded.description, icon = excluded.icon, alert_impact = excluded.alert_impact`

const LISTED = {
  serviceId: { sql: 'id' },
  name: { sql: 'name' },
  description: { sql: 'description' },
  icon: { sql: 'icon' },
} as const

const CATALOG: ListTable<ListFilter<'catalog'>, ListFilter<'catalog'>> = {
  name: 'service_catalog',
  filters: LISTED,
  sorts: LISTED,
  order: ['id'],
  select: `page.${COLUMNS}`,
}

type CatalogRow = readonly [
  serviceId: string,
  name: string,
  description: string,
  icon: string,
  alertImpact: CatalogService['alertImpact'],
]

function toCatalogService([serviceId, name, description, icon, alertImpact]: CatalogRow): CatalogService {
  return { serviceId, name, description, icon, alertImpact }
}
