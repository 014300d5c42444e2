import type { ListFilter } from '@opsgraph/core'
import { type ListSort, ruleSearchText, type Store } from '@opsgraph/core/store'
import type { Session } from '../sql/database.js'
import { readRevision, Table } from '../sql/table.js'
import { textArrays } from '../sql/values.js'

type RedundancyRuleStore = Store['redundancyRules']
type RedundancyRule = Parameters<RedundancyRuleStore['save']>[0][number]

const RULES = new Table<RedundancyRule, ListFilter<'redundancyRules'>, ListSort<'redundancyRules'>>({
  name: 'redundancy_rule',
  columns: {
    id: { sql: 'id' },
    environment: { sql: 'environment' },
    resource: { sql: 'resource' },
    source: { sql: 'source' },
    sourceRef: { sql: 'source_ref', nullsLast: true },
    createTime: { sql: 'create_time', type: 'time' },
    updateTime: { sql: 'update_time', type: 'time' },
    minHealthy: 'document',
    failedAt: 'document',
    degraded: 'document',
    text: 'document',
  },
  computed: { q: { sql: 'search', match: 'contains', of: ruleSearchText } },
  order: ['environment', 'resource'],
  revision: 'redundancy_revision',
})

export function postgresRedundancyRuleStore(session: Session): RedundancyRuleStore {
  const { list, save, select, delete: remove } = RULES.rowsIn(session)
  return {
    list,
    save,
    delete: remove,
    all: () => select('', { name: 'all-redundancy-rules' }),
    find: (resources) =>
      select('where (environment, resource) in (select * from unnest($1::text[], $2::text[]))', {
        name: 'find-redundancy-rules',
        values: textArrays(resources, ['environment', 'resource']),
      }),
    version: () => readRevision(session, 'redundancy_revision'),
  }
}
