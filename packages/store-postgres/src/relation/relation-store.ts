import type { ListFilter, Relation, RelationSource } from '@opsgraph/core'
import { type Direction, type ListSort, type RelationStore, rankOf } from '@opsgraph/core/store'
import { analyzeGrown } from '../sql/analyze-grown.js'
import { BATCH_ROWS, inBatches } from '../sql/batches.js'
import { firstColumn, readItems, type Session, type SqlValue, type Statement } from '../sql/database.js'
import { findByKeys } from '../sql/find-by-keys.js'
import { type ListTable, listPage } from '../sql/list-page.js'
import { storableText, textArray, writeTime } from '../sql/values.js'
import { insertStatement, type WrittenColumn } from '../sql/written-columns.js'
import { LogPruning, withLog } from './log-relations.js'

/** The columns of a {@link RelationRow}. */
const RELATION_COLUMNS = 'id, environment, resource, parent, source, source_ref, create_time, update_time'

const FILTERS = {
  environment: { sql: 'environment' },
  resource: { sql: 'resource' },
  parent: { sql: 'parent' },
  source: { sql: 'source' },
  sourceRef: { sql: 'source_ref' },
}

const RELATIONS: ListTable<ListFilter<'relations'>, ListSort<'relations'>> = {
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

type RelationRow = readonly [
  id: string,
  environment: string,
  resource: string,
  parent: string,
  source: RelationSource,
  sourceRef: string | null,
  createTime: string,
  updateTime: string,
]

function toRelation(row: RelationRow): Relation {
  const [id, environment, resource, parent, source, sourceRef, createTime, updateTime] = row
  return { id, environment, resource, parent, source, sourceRef, createTime, updateTime }
}

/** @param pruning one object for all sessions of a process */
export function postgresRelationStore(session: Session, pruning = new LogPruning()): RelationStore {
  return { ...resources(session), ...lists(session), ...writes(session, pruning) }
}

/** The calls that find resources and their neighbors. */
function resources(session: Session) {
  return {
    around: async (environment, resource) => {
      const values = [storableText(environment), storableText(resource)]
      const found = await readItems(session, { name: 'around', keepsPlan: true, text: AROUND, values }, toRelation)
      return {
        parents: found.filter((relation) => relation.resource === resource),
        children: found.filter((relation) => relation.parent === resource),
      }
    },
    touching: (environment, names) =>
      readItems(session, { text: TOUCHING, values: [storableText(environment), textArray(names)] }, toRelation),
    known: (environment, names) =>
      firstColumn(session, {
        name: 'known-resources',
        text: KNOWN,
        values: [storableText(environment), textArray(names)],
      }),
    namedLike: (like, limit) =>
      readItems(session, namedLike(like, limit), ([environment, resource]: readonly [string, string]) => ({
        environment,
        resource,
      })),
    neighbors: async (direction, frontiers) => {
      const found = new Map(Array.from(frontiers.keys(), (environment) => [environment, new Map<string, string[]>()]))
      if (frontiers.size === 0) return found
      const { rows } = await session.query<readonly [environment: string, name: string, neighbors: string[]]>({
        ...(frontiers.size === 1 && { name: direction, keepsPlan: true }),
        ...neighborsOf(direction, frontiers),
      })
      for (const [environment, name, neighbors] of rows) found.get(environment)?.set(name, neighbors)
      return found
    },
  } satisfies Partial<RelationStore>
}

function lists(session: Session) {
  return {
    list: (query) => listPage(session, RELATIONS, query, toRelation),
    after: (last, limit) => {
      const text = `select ${RELATION_COLUMNS} from relation
        ${last ? 'where (environment, resource, parent) > ($2::text, $3::text, $4::text)' : ''}
        order by environment, resource, parent limit $1::bigint`
      const values = last ? [limit, last.environment, last.resource, last.parent] : [limit]
      return readItems(session, { name: 'after', text, values }, toRelation)
    },
    find: async (keys) => {
      const found = new Map<string, Relation>()
      // The parameters of a statement are written without a pause, so a statement gets only some of the keys.
      await inBatches(keys, async (batch) => {
        const relations = await readItems(session, findByKeys(KEYED, RELATION_COLUMNS, batch), toRelation)
        for (const relation of relations) found.set(relation.id, relation)
      })
      return [...found.values()]
    },
    bySourceRefs: (source, sourceRefs) => {
      const text = `select ${RELATION_COLUMNS} from relation where source = $1::text and source_ref = any($2::text[])`
      return readItems(session, { text, values: [source, textArray(sourceRefs)] }, toRelation)
    },
  } satisfies Partial<RelationStore>
}

function writes(session: Session, pruning: LogPruning) {
  /**
   * Runs a statement that writes relations and logs them. The statement returns one row for each relation that it
   * wrote.
   */
  const write = async <Row extends readonly unknown[]>(statement: Statement): Promise<readonly Row[]> => {
    const { rows } = await session.query<Row>(statement)
    await pruning.after(session, rows.length)
    return rows
  }
  return {
    upsert: (relations) =>
      // A single statement is atomic by itself.
      relations.length <= BATCH_ROWS
        ? upsert(session, pruning, relations)
        : session.atomic((inner) => upsert(inner, pruning, relations)),
    setSourceRef: async (source, changes, updateTime) => {
      const ids = textArray(changes.map(({ id }) => id))
      const sourceRefs = textArray(changes.map(({ sourceRef }) => sourceRef))
      const values = [ids, sourceRefs, writeTime(updateTime), source]
      await write({ name: 'set-source-ref', text: SET_SOURCE_REF, values })
    },
    delete: async (id) => {
      const [removed] = await write<RelationRow>({ text: DELETE, values: [storableText(id)] })
      return removed && toRelation(removed)
    },
    deleteMany: async (source, ids) => {
      await write({ name: 'delete-many', text: DELETE_MANY, values: [textArray(ids), source] })
    },
    deleteOf: async ({ environment, resource, ...narrowing }) => {
      const values: SqlValue[] = [storableText(environment), storableText(resource)]
      const tests = (['parent', 'source', 'sourceRef'] as const).flatMap((field) => {
        const value = narrowing[field]
        return value === undefined ? [] : [` and ${NARROWING[field]} = $${values.push(storableText(value))}::text`]
      })
      const text = `delete from relation where environment = $1::text and resource = $2::text${tests.join('')} returning *`
      return (await write({ text: withLog(text, '1'), values })).length
    },
  } satisfies Partial<RelationStore>
}

async function upsert(session: Session, pruning: LogPruning, relations: readonly Relation[]) {
  const counts = { inserted: 0, updated: 0 }
  await inBatches(relations, async (batch) => {
    const statement = insertStatement(UPSERT, batch)
    const text = withLog(statement.text, COUNTS)
    const { rows } = await session.query<readonly [inserted: number, updated: number]>({ ...statement, text })
    const [inserted, updated] = rows[0] ?? [0, 0]
    await pruning.after(session, inserted + updated)
    await analyzeGrown(session, 'relation', inserted)
    counts.inserted += inserted
    counts.updated += updated
  })
  return counts
}

const KEYED = { table: 'relation', key: ['environment', 'resource', 'parent'] } as const

const NARROWING = { parent: 'parent', source: 'source', sourceRef: 'source_ref' } as const

const AROUND = `select ${RELATION_COLUMNS} from relation
  where environment = $1::text and (resource = $2::text or parent = $2::text)`

const TOUCHING = `select ${RELATION_COLUMNS} from relation
  where environment = $1::text
    and (resource = any((select $2::text[])::text[]) or parent = any((select $2::text[])::text[]))`

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
function namedLike({ names, prefixes }: Parameters<RelationStore['namedLike']>[0], limit: number): Statement {
  const values: SqlValue[] = [textArray(names), limit]
  const bounds = prefixes.map((prefix) => {
    const low = values.push(storableText(prefix))
    return { low, high: values.push(storableText(prefix + LAST)) }
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
  const values = [...frontiers].flatMap(([environment, names]) => [storableText(environment), textArray(names)])
  const tests = Array.from(
    frontiers,
    (_, at) => `(environment = $${2 * at + 1}::text and ${from} = any($${2 * at + 2}::text[]))`,
  )
  const text = `select environment, ${from}, json_agg(${to} order by source_rank, update_time desc, ${to})
    from relation where ${tests.join(' or ')} group by environment, ${from}`
  return { text, values }
}

const SET_SOURCE_REF = withLog(
  `update relation set source_ref = arrived.source_ref, update_time = $3::timestamptz
    from unnest($1::text[], $2::text[]) as arrived (id, source_ref)
    where relation.id = arrived.id and source = $4::text
    returning relation.*`,
  '1',
)

const DELETE = withLog('delete from relation where id = $1::text returning *', RELATION_COLUMNS)

const DELETE_MANY = withLog(
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
