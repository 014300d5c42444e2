import type { CatalogService, ListFilter, Policy } from '@opsgraph/core'
import {
  type AlertPolicyStore,
  compareAlertPolicies,
  compareCreation,
  compareNames,
  type ListQuery,
  type PolicyRevision,
  type PolicyStore,
  type RelationPolicyStore,
  resourceKey,
  ruleSearchText,
  type Store,
  type WeightPolicyStore,
} from '@opsgraph/core/store'
import type { TableAccess } from './access.js'
import { type ListColumns, listPage } from './list-page.js'
import { frozenCopy, type Identified, latestTime, type Table } from './table.js'
import type { CatalogRow, RedundancyRule, ResourceAlias, RevisionRow, Tables } from './tables.js'

/** The parts of a store with what people configure. */
export function settingStores(tables: Tables, access: TableAccess) {
  return {
    redundancyRules: redundancyRuleStore(tables, access),
    aliases: aliasStore(tables, access),
    catalog: catalogStore(tables, access),
    weightPolicies: weightPolicyStore(tables, access),
    relationPolicies: relationPolicyStore(tables, access),
    alertPolicies: alertPolicyStore(tables, access),
    maintenance: maintenanceStore(tables, access),
    policyRevision: policyRevision(tables, access),
  }
}

/** A table, and the default order of its list. */
interface SettingTable<Row extends Identified> {
  readonly table: Table<Row>
  readonly compare: (left: Row, right: Row) => number
  /** The revision that every `save` and `delete` replaces; missing = none. */
  readonly revision?: RevisionRow['id']
}

/** The calls that these stores have in common. */
export function rowMethods<Row extends Identified>(
  tables: Tables,
  access: TableAccess,
  { table, compare, revision }: SettingTable<Row>,
) {
  type Column = keyof Row & string
  const columns = { filter: {}, sort: {}, compare } as ListColumns<Row, Column, Column>
  return {
    list: (query: ListQuery<Column, Column>) => access.inSteps(() => listPage(table.rows(), query, columns)),
    read: (id: string) => access(() => table.get(id)),
    version: () => access(() => table.version),
    /** Returns the matching rows in the default order. */
    select: (isWanted: (row: Row) => boolean): Promise<readonly Row[]> =>
      access(() => Array.from(table.rows()).filter(isWanted).sort(compare)),
    save: async (rows: readonly Row[]): Promise<void> => {
      const copies = rows.map(frozenCopy)
      return access(() => {
        for (const row of copies) table.put(row)
        if (revision !== undefined) tables.revise(revision)
      })
    },
    delete: (ids: readonly string[]): Promise<number> =>
      access(() => {
        if (revision !== undefined) tables.revise(revision)
        return ids.filter((id) => table.remove(id) !== undefined).length
      }),
  }
}

function policyStore<Kind extends Policy>(
  tables: Tables,
  access: TableAccess,
  kind: SettingTable<Kind>,
): PolicyStore<Kind, keyof Kind & string> {
  const { table } = kind
  const { select, ...policies } = rowMethods(tables, access, kind)
  return {
    ...policies,
    find: (ids) => access(() => table.getAll(ids)),
    active: () => select(({ status }) => status === 'active'),
    lastCreateTime: () => access(() => latestTime(table.rows(), ({ createTime }) => createTime)),
  }
}

function weightPolicyStore(tables: Tables, access: TableAccess): WeightPolicyStore {
  const { weightPolicy: table, weightPolicyByTopology } = tables
  const kind = { table, compare: compareCreation, revision: 'policies' } as const
  const { select } = rowMethods(tables, access, kind)
  const ofTopologies = (ids: readonly string[]) => [...new Set(ids)].flatMap((id) => weightPolicyByTopology.find(id))
  return {
    ...policyStore(tables, access, kind),
    ofTopologies: (topologyIds) => access(() => ofTopologies(topologyIds)),
    global: () => select(({ topologyId }) => topologyId === null),
    named: (names) => {
      const wantedNames = new Set(names)
      return select(({ name }) => wantedNames.has(name))
    },
    release: (topologyIds) =>
      access(() => {
        for (const policy of ofTopologies(topologyIds)) table.put(Object.freeze({ ...policy, topologyId: null }))
      }),
  }
}

function relationPolicyStore(tables: Tables, access: TableAccess): RelationPolicyStore {
  return policyStore(tables, access, {
    table: tables.relationPolicy,
    compare: compareCreation,
    revision: 'policies',
  })
}

function alertPolicyStore(tables: Tables, access: TableAccess): AlertPolicyStore {
  const kind = { table: tables.alertPolicy, compare: compareAlertPolicies, revision: 'policies' } as const
  const { select } = rowMethods(tables, access, kind)
  return {
    ...policyStore(tables, access, kind),
    ofWebhooks: (webhookIds) => {
      const wantedWebhookIds = new Set<string | null>(webhookIds)
      return select(({ webhookId }) => wantedWebhookIds.has(webhookId))
    },
  }
}

function maintenanceStore(tables: Tables, access: TableAccess): Store['maintenance'] {
  const { select, ...windows } = rowMethods(tables, access, {
    table: tables.maintenance,
    compare: compareCreation,
    revision: 'policies',
  })
  return {
    ...windows,
    pending: (time) => select(({ overTime }) => overTime === null || overTime > time),
    delete: async (id) => (await windows.delete([id])) > 0,
  }
}

function redundancyRuleStore(tables: Tables, access: TableAccess): Store['redundancyRules'] {
  const { redundancyRule: table, redundancyRuleByResource: byResource, revision } = tables
  const { list: _, read: __, select: ___, ...rules } = rowMethods(tables, access, { table, ...RULE_COLUMNS })
  return {
    ...rules,
    list: (query) => access.inSteps(() => listPage(table.rows(), query, RULE_COLUMNS)),
    all: () => access(() => Array.from(table.rows())),
    find: (resources) => {
      const keys = new Set(resources.map(resourceKey))
      return access(() => Array.from(keys).flatMap((key) => byResource.find(key)))
    },
    version: () => access(() => revision.get('redundancyRules')?.text ?? ''),
  }
}

/** Reads the revision. It is empty before the first change of a policy or a maintenance window. */
function policyRevision({ revision }: Tables, access: TableAccess): PolicyRevision {
  return { read: () => access(() => revision.get('policies')?.text ?? '') }
}

function catalogStore({ catalog }: Tables, access: TableAccess): Store['catalog'] {
  return {
    list: (query) =>
      access.inSteps(function* () {
        const { items, total } = yield* listPage(catalog.rows(), query, CATALOG_COLUMNS)
        return { items: items.map(({ service }) => service), total }
      }),
    version: () => access(() => catalog.version),
    read: (serviceId) => access(() => catalog.get(serviceId)?.service),
    find: (serviceIds) => access(() => catalog.getAll(serviceIds).map(({ service }) => service)),
    save: async (services: readonly CatalogService[]) => {
      const rows = services.map((service) => frozenCopy({ id: service.serviceId, service }))
      return access(() => {
        for (const row of rows) catalog.put(row)
      })
    },
    delete: (serviceIds) => access(() => serviceIds.filter((id) => catalog.remove(id) !== undefined).length),
  }
}

const CATALOG_CELLS = {
  serviceId: (row: CatalogRow) => row.id,
  name: (row: CatalogRow) => row.service.name,
  description: (row: CatalogRow) => row.service.description,
  icon: (row: CatalogRow) => row.service.icon,
  owner: (row: CatalogRow) => row.service.owner,
}

const CATALOG_COLUMNS: ListColumns<CatalogRow, ListFilter<'catalog'>, ListFilter<'catalog'>> = {
  filter: CATALOG_CELLS,
  sort: CATALOG_CELLS,
  compare: (left, right) => compareNames(left.id, right.id),
}

const RULE_COLUMNS = {
  filter: {
    q: (row: RedundancyRule, accepted: ReadonlySet<string>) => {
      const text = ruleSearchText(row)
      return Array.from(accepted).some((part) => text.includes(part))
    },
  },
  sort: {},
  compare: (left: RedundancyRule, right: RedundancyRule) =>
    compareNames(left.environment, right.environment) || compareNames(left.resource, right.resource),
  revision: 'redundancyRules',
} as const

function aliasStore(tables: Tables, access: TableAccess): Store['aliases'] {
  const { resourceAlias: table, aliasByName, aliasByResource } = tables
  const {
    list,
    version,
    save,
    delete: remove,
  } = rowMethods(tables, access, {
    table,
    compare: compareAliases,
    revision: 'policies',
  })
  return {
    list,
    version,
    save,
    delete: remove,
    find: (keys) => {
      const names = new Set(keys.map(({ environment, alias }) => resourceKey({ environment, resource: alias })))
      return access(() => Array.from(names).flatMap((name) => aliasByName.find(name)))
    },
    of: (resources) => {
      const keys = new Set(resources.map(resourceKey))
      return access(() => Array.from(keys).flatMap((key) => aliasByResource.find(key)))
    },
    any: () => access(() => table.size > 0),
    count: () => access(() => table.size),
  }
}

function compareAliases(left: ResourceAlias, right: ResourceAlias): number {
  return compareNames(left.environment, right.environment) || compareNames(left.alias, right.alias)
}
