import type { ListFilter, Relation, RelationSource } from '@opsgraph/core'
import {
  type Direction,
  type ListQuery,
  type ListSort,
  type Neighbors,
  type NewSourceRef,
  type Page,
  type RelationKey,
  type RelationStore,
  type RelationsOf,
  rankOf,
} from '@opsgraph/core/store'
import { analyzeGrown } from './analyze-grown.js'
import { BATCH_ROWS, inBatches } from './batches.js'
import { writeTime } from './column-parser.js'
import type { Session, SqlValue } from './database.js'
import { listPage } from './list-page.js'
import { keyValues, RELATION_COLUMNS, RELATIONS, type RelationRow, toRelation } from './relation-rows.js'
import { plainArray, storable, textArray } from './text-array.js'

export class PostgresRelationStore implements RelationStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async around(environment: string, resource: string) {
    const { rows } = await this.#session.query<readonly [isParent: boolean, ...RelationRow]>({
      name: 'around',
      keepsPlan: true,
      text: AROUND,
      values: [storable(environment), storable(resource)],
    })
    const [parents, children]: [Relation[], Relation[]] = [[], []]
    for (const [isParent, ...row] of rows) (isParent ? parents : children).push(toRelation(row))
    return { parents, children }
  }

  async neighbors(
    direction: Direction,
    frontiers: ReadonlyMap<string, readonly string[]>,
  ): Promise<ReadonlyMap<string, Neighbors>> {
    const found = new Map(Array.from(frontiers.keys(), (environment) => [environment, new Map<string, string[]>()]))
    const asked = [...frontiers].flatMap(([environment, names]) => names.map((name) => ({ environment, name })))
    if (asked.length === 0) return found
    const { rows } = await this.#session.query<readonly [environment: string, name: string, neighbors: string[]]>({
      name: direction,
      keepsPlan: true,
      text: NEIGHBORS[direction],
      values: [textArray(asked.map(({ environment }) => environment)), textArray(asked.map(({ name }) => name))],
    })
    for (const [environment, name, neighbors] of rows) found.get(environment)?.set(name, neighbors)
    return found
  }

  list(query: ListQuery<ListFilter<'relations'>, ListSort<'relations'>>): Promise<Page<Relation>> {
    return listPage(this.#session, RELATIONS, query, toRelation)
  }

  async after(last: RelationKey | undefined, limit: number): Promise<readonly Relation[]> {
    const { rows } = await this.#session.query<RelationRow>({
      name: 'after',
      text: `select ${RELATION_COLUMNS} from relation
        ${last ? 'where (environment, resource, parent) > ($2::text, $3::text, $4::text)' : ''}
        order by environment, resource, parent limit $1::bigint`,
      values: last ? [limit, last.environment, last.resource, last.parent] : [limit],
    })
    return rows.map(toRelation)
  }

  async find(keys: readonly RelationKey[]): Promise<readonly Relation[]> {
    const { rows } = await this.#session.query<RelationRow>({ name: 'find', text: FIND, values: keyValues(keys) })
    return rows.map(toRelation)
  }

  async bySourceRefs(source: RelationSource, sourceRefs: readonly string[]): Promise<readonly Relation[]> {
    const { rows } = await this.#session.query<RelationRow>({
      text: `select ${RELATION_COLUMNS} from relation where source = $1::text and source_ref = any($2::text[])`,
      values: [source, textArray(sourceRefs)],
    })
    return rows.map(toRelation)
  }

  async upsert(relations: readonly Relation[]): Promise<{ inserted: number; updated: number }> {
    if (relations.length <= BATCH_ROWS) return upsertBatch(this.#session, relations)
    return this.#session.atomic(async (session) => {
      const counts = { inserted: 0, updated: 0 }
      await inBatches(relations, async (batch) => {
        const { inserted, updated } = await upsertBatch(session, batch)
        counts.inserted += inserted
        counts.updated += updated
      })
      return counts
    })
  }

  async setSourceRef(source: RelationSource, changes: readonly NewSourceRef[], updateTime: string): Promise<void> {
    await this.#session.query({
      name: 'set-source-ref',
      text: SET_SOURCE_REF,
      values: [
        textArray(changes.map(({ id }) => id)),
        textArray(changes.map(({ sourceRef }) => sourceRef)),
        writeTime(updateTime),
        source,
      ],
    })
  }

  async delete(id: string): Promise<Relation | undefined> {
    const { rows } = await this.#session.query<RelationRow>({
      text: `delete from relation where id = $1::text returning ${RELATION_COLUMNS}`,
      values: [storable(id)],
    })
    return rows.map(toRelation)[0]
  }

  async deleteMany(source: RelationSource, ids: readonly string[]): Promise<void> {
    await this.#session.query({ name: 'delete-many', text: DELETE_MANY, values: [textArray(ids), source] })
  }

  async deleteOf({ environment, resource, ...narrowing }: RelationsOf): Promise<number> {
    const values: SqlValue[] = [storable(environment), storable(resource)]
    const tests = (['parent', 'source', 'sourceRef'] as const).flatMap((field) => {
      const value = narrowing[field]
      return value === undefined ? [] : [` and ${NARROWING[field]} = $${values.push(storable(value))}::text`]
    })
    const { count } = await this.#session.query({
      text: `delete from relation where environment = $1::text and resource = $2::text${tests.join('')}`,
      values,
    })
    return count
  }
}

const NARROWING = { parent: 'parent', source: 'source', sourceRef: 'source_ref' } as const

const AROUND = `
  select true, ${RELATION_COLUMNS} from relation where environment = $1::text and resource = $2::text
  union all
  select false, ${RELATION_COLUMNS} from relation where environment = $1::text and parent = $2::text`

const NEIGHBORS: Readonly<Record<Direction, string>> = {
  parents: neighborsSql('resource', 'parent'),
  children: neighborsSql('parent', 'resource'),
}

/** The order of neighbors is rules.md#relation-ranking-5, like `inRankOrder`. */
function neighborsSql(from: string, to: string): string {
  return `select environment, ${from}, json_agg(${to} order by source_rank, update_time desc, ${to})
    from unnest($1::text[], $2::text[]) as asked (environment, ${from})
    join relation using (environment, ${from})
    group by environment, ${from}`
}

const FIND = `select ${RELATION_COLUMNS}
  from (select distinct * from unnest($1::text[], $2::text[], $3::text[]) as key (environment, resource, parent)) as key
  join relation using (environment, resource, parent)`

const SET_SOURCE_REF = `update relation set source_ref = arrived.source_ref, update_time = $3::timestamptz
  from unnest($1::text[], $2::text[]) as arrived (id, source_ref)
  where relation.id = arrived.id and source = $4::text`

const DELETE_MANY = `delete from relation using unnest($1::text[]) as leaving (id)
  where relation.id = leaving.id and source = $2::text`

/** Adds or updates one batch of relations with one statement. */
async function upsertBatch(session: Session, relations: readonly Relation[]) {
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
  await analyzeGrown(session, ['relation'], inserted)
  return { inserted, updated }
}

/**
 * A stored row keeps its `id` and `create_time`; a weaker source changes only `update_time`. `xmax` is 0 in a row that
 * was inserted, and not in one that was updated.
 */
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
      update_time = excluded.update_time
    returning xmax = 0 as is_new
  )
  select count(*) filter (where is_new), count(*) filter (where not is_new) from written`
