import type { ListFilter } from '@opsgraph/core'
import type { ListSort, Store } from '@opsgraph/core/store'
import { analyzeIfGrown } from '../sql/analyze-grown.js'
import { readFirstValue, type Session } from '../sql/database.js'
import { Table } from '../sql/table.js'
import { textArrays } from '../sql/values.js'

type AliasStore = Store['aliases']
type ResourceAlias = Parameters<AliasStore['save']>[0][number]

const ALIASES = new Table<ResourceAlias, ListFilter<'aliases'>, ListSort<'aliases'>>({
  name: 'resource_alias',
  columns: {
    id: { sql: 'id' },
    environment: { sql: 'environment' },
    alias: { sql: 'alias' },
    resource: { sql: 'resource' },
    createTime: { sql: 'create_time', type: 'time' },
    updateTime: { sql: 'update_time', type: 'time' },
  },
  order: ['environment', 'alias'],
  revision: 'policy_revision',
})

export function postgresAliasStore(session: Session): AliasStore {
  const { list, version, save, select, delete: remove } = ALIASES.rowsIn(session)
  return {
    list,
    version,
    save: async (aliases) => {
      await save(aliases)
      await analyzeIfGrown(session, 'resource_alias', aliases.length)
    },
    delete: remove,
    find: (keys) =>
      select(`where (environment, alias) in (${ASKED_NAMES_SQL})`, {
        name: 'find-aliases',
        values: textArrays(keys, ['environment', 'alias']),
      }),
    of: (resources) =>
      select(`where (environment, resource) in (${ASKED_NAMES_SQL})`, {
        name: 'aliases-of-resources',
        values: textArrays(resources, ['environment', 'resource']),
      }),
    count: async () => (await readFirstValue<number>(session, { text: 'select count(*) from resource_alias' })) ?? 0,
    any: async () =>
      (await readFirstValue<boolean>(session, {
        name: 'any-alias',
        keepsPlan: true,
        text: 'select exists(select from resource_alias)',
      })) === true,
  }
}

const ASKED_NAMES_SQL = 'select * from unnest($1::text[], $2::text[])'
