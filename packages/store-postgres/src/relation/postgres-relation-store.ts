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
import { analyzeGrown } from '../sql/analyze-grown.js'
import { BATCH_ROWS, inBatches, mapWithPauses } from '../sql/batches.js'
import type { Session, SqlValue, Statement } from '../sql/database.js'
import { findByKeys } from '../sql/find-by-keys.js'
import { listPage } from '../sql/list-page.js'
import { storable, textArray, writeTime } from '../sql/values.js'
import { insertStatement, type WrittenColumn } from '../sql/written-columns.js'
import { LogPruning, logging } from './log-relations.js'
import { RELATION_COLUMNS, RELATIONS, type RelationRow, toRelation } from './relation-rows.js'

export class PostgresRelationStore implements RelationStore {
  readonly #session: Session
  readonly #pruning: LogPruning

  /** @param pruning one object for all sessions of a process */
  constructor(session: Session, pruning = new LogPruning()) {
    this.#session = session
    this.#pruning = pruning
  }

  async around(environment: string, resource: string) {
    const { rows } = await this.#session.query<RelationRow>({
      name: 'around',
      keepsPlan: true,
      text: AROUND,
      values: [storable(environment), storable(resource)],
    })
    const found = await mapWithPauses(rows, toRelation)
    return {
      parents: found.filter((relation) => relation.resource === resource),
      children: found.filter((relation) => relation.parent === resource),
    }
  }

  async known(environment: string, resources: readonly string[]): Promise<readonly string[]> {
    const { rows } = await this.#session.query<readonly [name: string]>({
      name: 'known-resources',
      text: KNOWN,
      values: [storable(environment), textArray(resources)],
    })
    return rows.map(([name]) => name)
  }

  async namedLike(like: { readonly names: readonly string[]; readonly prefixes: readonly string[] }, limit: number) {
    const { rows } = await this.#session.query<readonly [environment: string, resource: string]>(namedLike(like, limit))
    return rows.map(([environment, resource]) => ({ environment, resource }))
  }

  async neighbors(
    direction: Direction,
    frontiers: ReadonlyMap<string, readonly string[]>,
  ): Promise<ReadonlyMap<string, Neighbors>> {
    const found = new Map(Array.from(frontiers.keys(), (environment) => [environment, new Map<string, string[]>()]))
    if (frontiers.size === 0) return found
    const { rows } = await this.#session.query<readonly [environment: string, name: string, neighbors: string[]]>({
      ...(frontiers.size === 1 && { name: direction, keepsPlan: true }),
      ...neighborsOf(direction, frontiers),
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
    return await mapWithPauses(rows, toRelation)
  }

  async find(keys: readonly RelationKey[]): Promise<readonly Relation[]> {
    const found = new Map<string, Relation>()
    // The parameters of a statement are written without a pause, so a statement gets only some of the keys.
    await inBatches(keys, async (batch) => {
      const { rows } = await this.#session.query<RelationRow>(findByKeys(KEYED, RELATION_COLUMNS, batch))
      for (const relation of await mapWithPauses(rows, toRelation)) found.set(relation.id, relation)
    })
    return [...found.values()]
  }

  async bySourceRefs(source: RelationSource, sourceRefs: readonly string[]): Promise<readonly Relation[]> {
    const { rows } = await this.#session.query<RelationRow>({
      text: `select ${RELATION_COLUMNS} from relation where source = $1::text and source_ref = any($2::text[])`,
      values: [source, textArray(sourceRefs)],
    })
    return await mapWithPauses(rows, toRelation)
  }

  async upsert(relations: readonly Relation[]): Promise<{ inserted: number; updated: number }> {
    // A single statement is atomic by itself.
    if (relations.length <= BATCH_ROWS) return this.#upsertIn(this.#session, relations)
    return this.#session.atomic((session) => this.#upsertIn(session, relations))
  }

  async setSourceRef(source: RelationSource, changes: readonly NewSourceRef[], updateTime: string): Promise<void> {
    await this.#write({
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
    const [removed] = await this.#write<RelationRow>({ text: DELETE, values: [storable(id)] })
    return removed && toRelation(removed)
  }

  async deleteMany(source: RelationSource, ids: readonly string[]): Promise<void> {
    await this.#write({ name: 'delete-many', text: DELETE_MANY, values: [textArray(ids), source] })
  }

  async deleteOf({ environment, resource, ...narrowing }: RelationsOf): Promise<number> {
    const values: SqlValue[] = [storable(environment), storable(resource)]
    const tests = (['parent', 'source', 'sourceRef'] as const).flatMap((field) => {
      const value = narrowing[field]
      return value === undefined ? [] : [` and ${NARROWING[field]} = $${values.push(storable(value))}::text`]
    })
    const text = `delete from relation where environment = $1::text and resource = $2::text${tests.join('')} returning *`
    return (await this.#write({ text: logging(text, '1'), values })).length
  }

  async #upsertIn(session: Session, relations: readonly Relation[]) {
    const counts = { inserted: 0, updated: 0 }
    await inBatches(relations, async (batch) => {
      const statement = insertStatement(UPSERT, batch)
      const text = logging(statement.text, COUNTS)
      const { rows } = await session.query<readonly [inserted: number, updated: number]>({ ...statement, text })
      const [inserted, updated] = rows[0] ?? [0, 0]
      await this.#pruning.after(session, inserted + updated)
      await analyzeGrown(session, 'relation', inserted)
      counts.inserted += inserted
      counts.updated += updated
    })
    return counts
  }

  /**
   * Runs a statement that writes relations and logs them. The statement returns one row for each relation that it
   * wrote.
   */
  async #write<Row extends readonly unknown[]>(statement: Statement): Promise<readonly Row[]> {
    const { rows } = await this.#session.query<Row>(statement)
    await this.#pruning.after(this.#session, rows.length)
    return rows
  }
}

const KEYED = { table: 'relation', key: ['environment', 'resource', 'parent'] } as const

const NARROWING = { parent: 'parent', source: 'source', sourceRef: 'source_ref' } as const

const AROUND = `select ${RELATION_COLUMNS} from relation
  where environment = $1::text and (resource = $2::text or parent = $2::text)`

const KNOWN = `select resource from relation
    where environment = $1::text and resource = any((select $2::text[])::text[]) group by resource
  union
  select parent from relation
    where environment = $1::text and parent = any((select $2::text[])::text[]) group by parent`

/** At most this many relations are read in each part of a search for names, since very many may name one resource. */
const MOST_NAMED = 20_000
/** Comes after every character that a name can have after a prefix. */
const LAST = '\u{10ffff}'

/**
 * Selects names by their lower case. A name that is in lower case is found by the index by this name. Any other name is
 * found by an index by its lower case, which has only such names (migration 26). The conditions are written one by one:
 * if they came from a joined list, the planner would expect each of them to match many rows, and would read the table.
 */
function namedLike(
  { names, prefixes }: { readonly names: readonly string[]; readonly prefixes: readonly string[] },
  limit: number,
): Statement {
  const values: SqlValue[] = [textArray(names), limit]
  const bounds = prefixes.map((prefix) => {
    const low = values.push(storable(prefix))
    return { low, high: values.push(storable(prefix + LAST)) }
  })
  const part = (end: string, folded: string, isLower: string) => {
    const begins = bounds.map(({ low, high }) => ` or (${folded} >= $${low}::text and ${folded} < $${high}::text)`)
    return `(select distinct environment, name from (
      select environment, ${end} as name from relation
      where ${isLower} and (${folded} = any($1::text[])${begins.join('')}) limit ${MOST_NAMED}) as part)`
  }
  const parts = ['resource', 'parent'].flatMap((end) => [
    part(end, end, `${end} = lower(${end})`),
    part(end, `lower(${end})`, `${end} <> lower(${end})`),
  ])
  return { text: `select environment, name from (${parts.join(' union ')}) as found limit $2::bigint`, values }
}

const ENDS = { parents: ['resource', 'parent'], children: ['parent', 'resource'] } as const

/** Selects neighbors in the order of rules.md#relation-ranking-5, which is also the order of `inRankOrder`. */
function neighborsOf(direction: Direction, frontiers: ReadonlyMap<string, readonly string[]>): Statement {
  const [from, to] = ENDS[direction]
  const values = [...frontiers].flatMap(([environment, names]) => [storable(environment), textArray(names)])
  const tests = Array.from(
    frontiers,
    (_, at) => `(environment = $${2 * at + 1}::text and ${from} = any($${2 * at + 2}::text[]))`,
  )
  const text = `select environment, ${from}, json_agg(${to} order by source_rank, update_time desc, ${to})
    from relation where ${tests.join(' or ')} group by environment, ${from}`
  return { text, values }
}

const SET_SOURCE_REF = logging(
  `update relation set source_ref = arrived.source_ref, update_time = $3::timestamptz
    from unnest($1::text[], $2::text[]) as arrived (id, source_ref)
    where relation.id = arrived.id and source = $4::text
    returning relation.*`,
  '1',
)

const DELETE = logging('delete from relation where id = $1::text returning *', RELATION_COLUMNS)

const DELETE_MANY = logging(
  `delete from relation using unnest($1::text[]) as leaving (id)
    where relation.id = leaving.id and source = $2::text
    returning relation.*`,
  '1',
)

const WRITTEN: readonly WrittenColumn<Relation>[] = [
  ['id', 'text', ({ id }) => id],
  ['environment', 'text', ({ environment }) => environment],
  ['resource', 'text', ({ resource }) => resource],
  ['parent', 'text', ({ parent }) => parent],
  ['source', 'text', ({ source }) => source],
  ['source_rank', 'smallint', ({ source }) => String(rankOf(source))],
  ['source_ref', 'text', ({ sourceRef }) => sourceRef],
  ['create_time', 'timestamptz', ({ createTime }) => writeTime(createTime)],
  ['update_time', 'timestamptz', ({ updateTime }) => writeTime(updateTime)],
]

/**
 * A stored row keeps its `id` and `create_time`. If the new source has a higher `source_rank` than the stored source,
 * only `update_time` changes. The `xmax` of an inserted row is 0, the `xmax` of an updated row is not.
 */
const MERGE = `on conflict (environment, resource, parent) do update set
    source = case when excluded.source_rank <= relation.source_rank then excluded.source else relation.source end,
    source_ref = case when excluded.source_rank <= relation.source_rank
      then excluded.source_ref else relation.source_ref end,
    source_rank = least(excluded.source_rank, relation.source_rank),
    update_time = excluded.update_time
  returning environment, resource, parent, source_rank, update_time, xmax = 0 as is_new`

const UPSERT = { name: 'upsert', table: 'relation', columns: WRITTEN, few: 100, ending: MERGE }

const COUNTS = 'count(*) filter (where is_new), count(*) filter (where not is_new)'
