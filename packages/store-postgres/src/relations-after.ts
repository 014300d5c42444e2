import type { Relation } from '@opsgraph/core'
import type { RelationKey } from '@opsgraph/core/store'
import type { Session } from './database.js'
import { RELATION_COLUMNS, type RelationRow, toRelation } from './relation-rows.js'

/** Reads the next relations in the default order from the index in this order, without sorting or skipping rows. */
export async function readAfter(
  session: Session,
  last: RelationKey | undefined,
  limit: number,
): Promise<readonly Relation[]> {
  const { rows } = await session.query<RelationRow>(
    last === undefined
      ? { name: 'first', text: FIRST, values: [limit] }
      : { name: 'after', text: AFTER, values: [limit, last.environment, last.resource, last.parent] },
  )
  return rows.map(toRelation)
}

const ORDER = 'order by environment, resource, parent limit $1::bigint'
const FIRST = `select ${RELATION_COLUMNS} from relation ${ORDER}`
/** Compares rows instead of single columns, because the index supports that. */
const AFTER = `select ${RELATION_COLUMNS} from relation
  where (environment, resource, parent) > ($2::text, $3::text, $4::text) ${ORDER}`
