import type { ListFilter, Relation, RelationSource } from '@opsgraph/core'
import type {
  Direction,
  KnownNames,
  ListQuery,
  ListSort,
  Neighbors,
  NewSourceRef,
  Page,
  RelationKey,
  RelationStore,
  RelationsOf,
  ResourceKey,
} from '@opsgraph/core/store'
import { BATCH_ROWS, inBatches } from './batches.js'
import { writeTime } from './column-parser.js'
import type { Session, SqlValue } from './database.js'
import { listPage } from './list-page.js'
import { readNeighbors } from './neighbors.js'
import { readReachable } from './reachable.js'
import { RELATION_COLUMNS, RELATIONS, type RelationRow, toRelation } from './relation-rows.js'
import { readAfter } from './relations-after.js'
import { storable, textArray } from './text-array.js'
import { keyValues, upsertBatch } from './upsert-relations.js'
import { WalkPlans } from './walk-plans.js'

export class PostgresRelationStore implements RelationStore {
  readonly #session: Session
  readonly #plans: WalkPlans

  constructor(session: Session, plans = new WalkPlans()) {
    this.#session = session
    this.#plans = plans
  }

  async around(environment: string, resource: string) {
    const { rows } = await this.#session.query<readonly [isParent: boolean, ...RelationRow]>({
      name: 'around',
      keepsPlan: this.#plans.areKept,
      text: AROUND,
      values: [storable(environment), storable(resource)],
    })
    const [parents, children]: [Relation[], Relation[]] = [[], []]
    for (const [isParent, ...row] of rows) (isParent ? parents : children).push(toRelation(row))
    return { parents, children }
  }

  reachable(direction: Direction, from: ResourceKey, most: number): Promise<Neighbors | undefined> {
    return readReachable(this.#session, this.#plans, { direction, from, most })
  }

  neighbors(
    direction: Direction,
    frontiers: ReadonlyMap<string, readonly string[]>,
    known?: KnownNames,
  ): Promise<ReadonlyMap<string, Neighbors>> {
    return readNeighbors(this.#session, this.#plans, { direction, frontiers, known })
  }

  list(query: ListQuery<ListFilter<'relations'>, ListSort<'relations'>>): Promise<Page<Relation>> {
    return listPage(this.#session, RELATIONS, query, toRelation)
  }

  after(last: RelationKey | undefined, limit: number): Promise<readonly Relation[]> {
    return readAfter(this.#session, last, limit)
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

/**
 * Finds the relations of the children in the keys, then filters them by whole keys. A lookup of whole keys would let
 * the planner use the index by parent and read all children of a hub for each key. The lists are read in subqueries, so
 * that the planner does not inspect them, which would take longer than the query, and probes the index for each child
 * in any number. `is true` keeps the test of the whole key a hash lookup.
 */
const FIND = `select ${RELATION_COLUMNS} from (
    select distinct * from unnest((select $1::text[]), (select $2::text[])) as name (environment, resource)
  ) as child
  join relation using (environment, resource)
  where ((environment, resource, parent) in (
    select * from unnest((select $1::text[]), (select $2::text[]), (select $3::text[]))
  )) is true`

const SET_SOURCE_REF = `with changing as (
    select relation.id, arrived.source_ref
    from unnest((select $1::text[]), (select $2::text[])) as arrived (id, source_ref)
    join relation using (id)
    where relation.source = $4::text
    order by environment, resource, parent
    for update of relation
  )
  update relation set source_ref = changing.source_ref, update_time = $3::timestamptz
  from changing where relation.id = changing.id`

const DELETE_MANY = `with leaving as (
    select relation.id from unnest((select $1::text[])) as named (id) join relation using (id)
    where relation.source = $2::text
    order by environment, resource, parent
    for update of relation
  )
  delete from relation using leaving where relation.id = leaving.id`
