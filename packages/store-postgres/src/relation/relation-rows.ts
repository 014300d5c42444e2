import type { ListFilter, Relation, RelationSource } from '@opsgraph/core'
import type { ListSort } from '@opsgraph/core/store'
import type { ListTable } from '../sql/list-page.js'

/** The columns of a {@link RelationRow}. */
export const RELATION_COLUMNS = 'id, environment, resource, parent, source, source_ref, create_time, update_time'

const FILTERS = {
  environment: { sql: 'environment' },
  resource: { sql: 'resource' },
  parent: { sql: 'parent' },
  source: { sql: 'source' },
  sourceRef: { sql: 'source_ref' },
}

export const RELATIONS: ListTable<ListFilter<'relations'>, ListSort<'relations'>> = {
  name: 'relation',
  filters: FILTERS,
  sorts: {
    ...FILTERS,
    createTime: { sql: 'create_time', type: 'time' },
    updateTime: { sql: 'update_time', type: 'time' },
  },
  order: ['environment', 'resource', 'parent'],
  select: `page.${RELATION_COLUMNS}`,
}

export type RelationRow = readonly [
  id: string,
  environment: string,
  resource: string,
  parent: string,
  source: RelationSource,
  sourceRef: string | null,
  createTime: string,
  updateTime: string,
]

export function toRelation(row: RelationRow): Relation {
  const [id, environment, resource, parent, source, sourceRef, createTime, updateTime] = row
  return { id, environment, resource, parent, source, sourceRef, createTime, updateTime }
}
