import type { Relation, RelationSource } from '@opsgraph/core'
import { rankOf } from '@opsgraph/core/store'
import { writeTime } from '../sql/values.js'
import type { WrittenColumn } from '../sql/written-columns.js'

/** The columns of a {@link RelationRow}. */
export const RELATION_COLUMNS = 'id, environment, resource, parent, source, source_ref, create_time, update_time'

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

/** The columns that a relation shows of its strongest claim, and the time when they changed. */
export const SHOWN_COLUMNS: readonly WrittenColumn<Relation>[] = [
  ['source', 'text', ({ source }) => source],
  ['source_rank', 'smallint', ({ source }) => String(rankOf(source))],
  ['source_ref', 'text', ({ sourceRef }) => sourceRef],
  ['update_time', 'timestamptz', ({ updateTime }) => writeTime(updateTime)],
]

export const RELATION_KEY: readonly WrittenColumn<Pick<Relation, 'environment' | 'resource' | 'parent'>>[] = [
  ['environment', 'text', ({ environment }) => environment],
  ['resource', 'text', ({ resource }) => resource],
  ['parent', 'text', ({ parent }) => parent],
]

export const WRITTEN_RELATION: readonly WrittenColumn<Relation>[] = [
  ['id', 'text', ({ id }) => id],
  ...RELATION_KEY,
  ...SHOWN_COLUMNS,
  ['create_time', 'timestamptz', ({ createTime }) => writeTime(createTime)],
]
