import { compareNames, resourceKey, type Store } from '@opsgraph/core/store'
import type { Access } from './access.js'
import { rowsOf } from './setting-stores.js'
import type { ResourceAlias, Tables } from './tables.js'

export function aliasStore(tables: Tables, access: Access): Store['aliases'] {
  const { resourceAlias: table, aliasByName, aliasByResource } = tables
  const { list, version, save, delete: remove } = rowsOf(tables, access, { table, compare: compareAliases })
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
