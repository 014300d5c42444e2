import type { AlertPolicy, CatalogService, ListFilter, Policy, RelationPolicy, WeightPolicy } from '@opsgraph/core'
import {
  type AlertPolicyStore,
  type CatalogStore,
  compareAlertPolicies,
  compareCreation,
  compareNames,
  type ListQuery,
  type PolicyRevision,
  type PolicyStore,
  type RelationPolicyStore,
  type Store,
  type WeightPolicyStore,
} from '@opsgraph/core/store'
import type { Access } from './access.js'
import { type Cell, fieldCells, listPage } from './list-page.js'
import { frozenCopy, type Identified, type Table } from './table.js'
import type { CatalogRow, MaintenanceWindow, Tables } from './tables.js'

/** The cells by which a list is filtered and sorted. */
type Cells<Row, List extends ListName> = Readonly<Record<ListFilter<List>, (row: Row) => Cell>>
type ListName = 'weightPolicies' | 'relationPolicies' | 'alertPolicies' | 'maintenance' | 'catalog'

/** A table whose changes set a new revision, the columns of its list, and the default order. */
interface RevisedTable<Row extends Identified, Column extends string> {
  readonly table: Table<Row>
  readonly cells: Readonly<Record<Column, (row: Row) => Cell>>
  readonly compare: (left: Row, right: Row) => number
}

/** The calls that the stores of policies and of maintenance windows have in common. */
function rowsOf<Row extends Identified, Column extends string>(
  tables: Tables,
  access: Access,
  { table, cells, compare }: RevisedTable<Row, Column>,
) {
  const columns = { filter: cells, sort: cells, compare }
  return {
    list: (query: ListQuery<Column, Column>) => access.inSteps(() => listPage(table.rows(), query, columns)),
    read: (id: string) => access(() => table.get(id)),
    /** The rows are in the default order. */
    select: (isWanted: (row: Row) => boolean): Promise<readonly Row[]> =>
      access(() => Array.from(table.rows()).filter(isWanted).sort(compare)),
    save: async (rows: readonly Row[]): Promise<void> => {
      const copies = rows.map(frozenCopy)
      return access(() => {
        for (const row of copies) table.put(row)
        tables.revise('policies')
      })
    },
    delete: (ids: readonly string[]): Promise<number> =>
      access(() => {
        tables.revise('policies')
        return ids.filter((id) => table.remove(id) !== undefined).length
      }),
  }
}

function policyStore<Kind extends Policy, Column extends string>(
  tables: Tables,
  access: Access,
  kind: RevisedTable<Kind, Column>,
): PolicyStore<Kind, Column> {
  const { table } = kind
  const { select, ...policies } = rowsOf(tables, access, kind)
  return {
    ...policies,
    find: (ids) => access(() => table.getAll(ids)),
    active: () => select(({ status }) => status === 'active'),
    lastCreateTime: () =>
      access(() => {
        let last: string | undefined
        for (const { createTime } of table.rows()) {
          if (last === undefined || compareNames(createTime, last) > 0) last = createTime
        }
        return last
      }),
  }
}

const POLICY_CELLS = fieldCells('id', 'name', 'description', 'status', 'createTime')

export function weightPolicyStore(tables: Tables, access: Access): WeightPolicyStore {
  const { weightPolicy: table, weightPolicyByTopology } = tables
  const cells: Cells<WeightPolicy, 'weightPolicies'> = { ...POLICY_CELLS, ...fieldCells('topologyId', 'weight') }
  const kind = { table, cells, compare: compareCreation }
  const { select } = rowsOf(tables, access, kind)
  const ofTopologies = (ids: readonly string[]) => [...new Set(ids)].flatMap((id) => weightPolicyByTopology.find(id))
  return {
    ...policyStore(tables, access, kind),
    ofTopologies: (topologyIds) => access(() => ofTopologies(topologyIds)),
    global: () => select(({ topologyId }) => topologyId === null),
    named: (names) => {
      const wanted = new Set(names)
      return select(({ name }) => wanted.has(name))
    },
    release: (topologyIds) =>
      access(() => {
        for (const policy of ofTopologies(topologyIds)) table.put(Object.freeze({ ...policy, topologyId: null }))
      }),
  }
}

export function relationPolicyStore(tables: Tables, access: Access): RelationPolicyStore {
  const cells: Cells<RelationPolicy, 'relationPolicies'> = { ...POLICY_CELLS, ...fieldCells('parent') }
  return policyStore(tables, access, { table: tables.relationPolicy, cells, compare: compareCreation })
}

export function alertPolicyStore(tables: Tables, access: Access): AlertPolicyStore {
  const cells: Cells<AlertPolicy, 'alertPolicies'> = {
    ...POLICY_CELLS,
    ...fieldCells('order', 'webhookId', 'updateTime'),
  }
  const kind = { table: tables.alertPolicy, cells, compare: compareAlertPolicies }
  const { select } = rowsOf(tables, access, kind)
  return {
    ...policyStore(tables, access, kind),
    ofWebhooks: (webhookIds) => {
      const wanted = new Set<string | null>(webhookIds)
      return select(({ webhookId }) => wanted.has(webhookId))
    },
  }
}

export function maintenanceStore(tables: Tables, access: Access): Store['maintenance'] {
  const { select, ...windows } = rowsOf(tables, access, {
    table: tables.maintenance,
    cells: WINDOW_CELLS,
    compare: compareCreation,
  })
  return {
    ...windows,
    pending: (time) => select(({ overTime }) => overTime === null || overTime > time),
    delete: async (id) => (await windows.delete([id])) > 0,
  }
}

const WINDOW_CELLS: Cells<MaintenanceWindow, 'maintenance'> = fieldCells(
  ...(['id', 'name', 'createdBy', 'startTime', 'endTime', 'overTime', 'createTime', 'updateTime'] as const),
)

/** Reads the revision. It is empty before the first change of a policy or a maintenance window. */
export function policyRevision({ revision }: Tables, access: Access): PolicyRevision {
  return { read: () => access(() => revision.get('policies')?.text ?? '') }
}

export function catalogStore({ catalog }: Tables, access: Access): CatalogStore {
  return {
    list: (query) =>
      access.inSteps(function* () {
        const { items, total } = yield* listPage(catalog.rows(), query, CATALOG_COLUMNS)
        return { items: items.map(({ service }) => service), total }
      }),
    read: (serviceId) => access(() => catalog.get(serviceId)?.service),
    find: (serviceIds) => access(() => catalog.getAll(serviceIds).map(({ service }) => service)),
    save: async (services: readonly CatalogService[]) => {
      const rows = services.map((service) => frozenCopy({ id: service.serviceId, service }))
      return access(() => {
        for (const row of rows) catalog.put(row)
      })
    },
    delete: (serviceId) => access(() => catalog.remove(serviceId) !== undefined),
  }
}

const CATALOG_CELLS: Cells<CatalogRow, 'catalog'> = {
  serviceId: (row) => row.id,
  name: (row) => row.service.name,
  description: (row) => row.service.description,
  icon: (row) => row.service.icon,
}

const CATALOG_COLUMNS = {
  filter: CATALOG_CELLS,
  sort: CATALOG_CELLS,
  compare: (left: CatalogRow, right: CatalogRow) => compareNames(left.id, right.id),
}
