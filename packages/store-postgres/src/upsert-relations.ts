import type { Relation } from '@opsgraph/core'
import { type RelationKey, rankOf } from '@opsgraph/core/store'
import { analyzeGrown } from './analyze-grown.js'
import { writeTime } from './column-parser.js'
import type { Session } from './database.js'
import { plainArray, textArray } from './text-array.js'

/** A stored row keeps its `id` and `create_time`; a weaker source changes only `update_time`. */
const UPSERT = `with written as (
    insert into relation
      (id, environment, resource, parent, source, source_rank, source_ref, create_time, update_time)
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[],
      $6::smallint[], $7::text[], $8::timestamptz[], $9::timestamptz[])
    on conflict (environment, resource, parent) do update set
      source = case when excluded.source_rank <= relation.source_rank then excluded.source else relation.source end,
      source_ref = case when excluded.source_rank <= relation.source_rank
        then excluded.source_ref else relation.source_ref end,
      source_rank = least(excluded.source_rank, relation.source_rank),
      update_time = excluded.update_time,
      confirmed = true
    returning confirmed
  )
  select count(*) filter (where not confirmed), count(*) filter (where confirmed) from written`

/** Adds or updates one batch of relations with one statement. */
export async function upsertBatch(
  session: Session,
  relations: readonly Relation[],
): Promise<{ inserted: number; updated: number }> {
  const { rows } = await session.query<readonly [inserted: number, updated: number]>({
    name: 'upsert',
    keepsPlan: true,
    text: UPSERT,
    values: [
      textArray(relations.map(({ id }) => id)),
      ...keyValues(relations),
      textArray(relations.map(({ source }) => source)),
      plainArray(relations.map(({ source }) => rankOf(source))),
      textArray(relations.map(({ sourceRef }) => sourceRef)),
      textArray(relations.map(({ createTime }) => writeTime(createTime))),
      textArray(relations.map(({ updateTime }) => writeTime(updateTime))),
    ],
  })
  const [inserted, updated] = rows[0] ?? [0, 0]
  await analyzeGrown(session, ['relation', 'relation_order'], inserted)
  return { inserted, updated }
}

/** The three parameters that contain the keys of relations. */
export function keyValues(keys: readonly RelationKey[]): readonly string[] {
  return [
    textArray(keys.map(({ environment }) => environment)),
    textArray(keys.map(({ resource }) => resource)),
    textArray(keys.map(({ parent }) => parent)),
  ]
}
