import type { Filters, ListFilter, Relation, RelationSource } from '@opsgraph/core'
import type { Direction, ListSort, RelationStore } from '@opsgraph/core/store'
import { runInBatches } from '../sql/batches.js'
import { readFirstColumn, readItems, type Session, type SqlValue, type Statement } from '../sql/database.js'
import { findByKeys } from '../sql/find-by-keys.js'
import { type ListTable, listAfter, listPage } from '../sql/list-page.js'
import { storableText, textArray } from '../sql/values.js'
import { claimReadMethods } from './claim-rows.js'
import { LogPruning } from './log-relations.js'
import { changedSince } from './postgres-relation-log.js'
import { RELATION_COLUMNS, toRelation } from './relation-rows.js'
import { relationWrites } from './relation-writes.js'
import { toResourceKey } from './resource-store.js'

const RELATION_FILTERS = {
  environment: { sql: 'environment' },
  resource: { sql: 'resource' },
  parent: { sql: 'parent' },
  source: { sql: 'source' },
  sourceRef: { sql: 'source_ref' },
}

const RELATIONS: ListTable<ListFilter<'relations'>, ListSort<'relations'>> = {
  name: 'relation',
  filters: RELATION_FILTERS,
  sorts: {
    ...RELATION_FILTERS,
    createTime: { sql: 'create_time', type: 'time' },
    updateTime: { sql: 'update_time', type: 'time' },
  },
  order: ['environment', 'resource', 'parent'],
  select: `page.${RELATION_COLUMNS}`,
}

type RelationChoice = NonNullable<Parameters<RelationStore['after']>[2]>
type ChoiceTable = ListTable<ListFilter<'relations'> | 'confirmedBefore', ListSort<'relations'>>

/** Returns the table and the filters that select the chosen relations. */
function chooseTable({ filters, stale }: RelationChoice): {
  table: ChoiceTable
  filters: Filters<keyof ChoiceTable['filters']>
} {
  if (stale === undefined) return { table: RELATIONS as ChoiceTable, filters }
  return { table: staleRelationsTable(stale.lasting), filters: { ...filters, confirmedBefore: [stale.before] } }
}

/** SQL for the relations without a claim of one of the `lasting` sources. */
function staleRelationsTable(lasting: readonly RelationSource[]): ChoiceTable {
  const sources = lasting.map((source) => `'${source}'`).join(', ')
  return {
    ...RELATIONS,
    name: `(select * from relation where not exists (
      select from relation_claim as claim where claim.resource = relation.resource
        and claim.environment = relation.environment and claim.parent = relation.parent
        and claim.source in (${sources}))) as relation`,
    filters: { ...RELATION_FILTERS, confirmedBefore: { sql: 'update_time', type: 'time', match: '<' } },
  }
}

/** @param pruning shared by all sessions of a process */
export function postgresRelationStore(session: Session, pruning = new LogPruning()): RelationStore {
  return {
    ...resourceMethods(session),
    ...listMethods(session),
    ...claimReadMethods(session),
    ...relationWrites(session, pruning),
  }
}

/** The calls that find resources and their neighbors. */
function resourceMethods(session: Session) {
  return {
    around: async (environment, resource) => {
      const values = [storableText(environment), storableText(resource)]
      const found = await readItems(
        session,
        { name: 'around', keepsPlan: true, text: SELECT_AROUND_SQL, values },
        toRelation,
      )
      return {
        parents: found.filter((relation) => relation.resource === resource),
        children: found.filter((relation) => relation.parent === resource),
      }
    },
    touching: (environment, names) =>
      readItems(
        session,
        { text: SELECT_TOUCHING_SQL, values: [storableText(environment), textArray(names)] },
        toRelation,
      ),
    changedSince: (position) => changedSince(session, position),
    known: (environment, names) =>
      readFirstColumn(session, {
        name: 'known-resources',
        text: SELECT_STORED_NAMES_SQL,
        values: [storableText(environment), textArray(names)],
      }),
    namedLike: (like, limit) => readItems(session, selectNamedLike(like, limit), toResourceKey),
    neighbors: async (direction, frontiers) => {
      const found = new Map(Array.from(frontiers.keys(), (environment) => [environment, new Map<string, string[]>()]))
      if (frontiers.size === 0) return found
      const { rows } = await session.query<readonly [environment: string, name: string, neighbors: string[]]>({
        ...(frontiers.size === 1 && { name: direction, keepsPlan: true }),
        ...selectNeighbors(direction, frontiers),
      })
      for (const [environment, name, neighbors] of rows) found.get(environment)?.set(name, neighbors)
      return found
    },
  } satisfies Partial<RelationStore>
}

function listMethods(session: Session) {
  return {
    list: (query, stale) => {
      const { table, filters } = chooseTable({ filters: query.filters, stale })
      return listPage(session, table, { ...query, filters }, toRelation)
    },
    read: async (id) => {
      const text = `select ${RELATION_COLUMNS} from relation where id = $1::text`
      return (await readItems(session, { text, values: [storableText(id)] }, toRelation))[0]
    },
    takenIds: (ids) => {
      const text = 'select id from relation where id = any((select $1::text[])::text[])'
      return readFirstColumn(session, { text, values: [textArray(ids)] })
    },
    after: (last, limit, choice = { filters: {} }) => {
      const { table, filters } = chooseTable(choice)
      const key = last && [last.environment, last.resource, last.parent].map((name) => [name, 'text'] as const)
      return listAfter(session, table, { last: key, limit, filters }, toRelation)
    },
    find: async (keys) => {
      const found = new Map<string, Relation>()
      // Reads the keys in batches, because the parameters of one statement are encoded without a pause.
      await runInBatches(keys, async (batch) => {
        const relations = await readItems(session, findByKeys(RELATION_TABLE, RELATION_COLUMNS, batch), toRelation)
        for (const relation of relations) found.set(relation.id, relation)
      })
      return [...found.values()]
    },
  } satisfies Partial<RelationStore>
}

const RELATION_TABLE = { table: 'relation', key: ['environment', 'resource', 'parent'] } as const

const SELECT_AROUND_SQL = `select ${RELATION_COLUMNS} from relation
  where environment = $1::text and (resource = $2::text or parent = $2::text)`

const SELECT_TOUCHING_SQL = `select ${RELATION_COLUMNS} from relation
  where environment = $1::text
    and (resource = any((select $2::text[])::text[]) or parent = any((select $2::text[])::text[]))`

const SELECT_STORED_NAMES_SQL = `select resource from relation
    where environment = $1::text and resource = any((select $2::text[])::text[]) group by resource
  union
  select parent from relation
    where environment = $1::text and parent = any((select $2::text[])::text[]) group by parent`

/**
 * Maximum number of relations that each subquery of {@link selectNamedLike} reads, because very many relations may name
 * one resource.
 */
const MAX_RELATIONS_PER_SUBQUERY = 20_000
/** The last character in the sort order: `prefix` + this character comes after all names with the prefix. */
const LAST_CHARACTER = '\u{10ffff}'

/**
 * Selects names by their form in lower case. The index by name finds a name that is in lower case already; an index by
 * the form in lower case finds any other name, and contains only such names. Each prefix is a condition of its own: if
 * the prefixes came from a joined list, the planner would expect many rows for each, and would read the whole table.
 */
function selectNamedLike({ names, prefixes }: Parameters<RelationStore['namedLike']>[0], limit: number): Statement {
  const values: SqlValue[] = [textArray(names), limit]
  const bounds = prefixes.map((prefix) => {
    const low = values.push(storableText(prefix))
    return { low, high: values.push(storableText(prefix + LAST_CHARACTER)) }
  })
  const part = (end: string, folded: string, isLower: string) => {
    const begins = bounds.map(({ low, high }) => ` or (${folded} >= $${low}::text and ${folded} < $${high}::text)`)
    return `(select distinct environment, name from (
      select environment, ${end} as name from relation
      where ${isLower} and (${folded} = any($1::text[])${begins.join('')}) limit ${MAX_RELATIONS_PER_SUBQUERY}) as part)`
  }
  const parts = ['resource', 'parent'].flatMap((end) => [
    part(end, end, `${end} = lower(${end})`),
    part(end, `lower(${end})`, `${end} <> lower(${end})`),
  ])
  return { text: `select environment, name from (${parts.join(' union ')}) as found limit $2::bigint`, values }
}

const ENDS_BY_DIRECTION = { parents: ['resource', 'parent'], children: ['parent', 'resource'] } as const

/** Selects neighbors in the order of rules.md#relation-ranking-5, which is also the order of `inRankOrder`. */
function selectNeighbors(direction: Direction, frontiers: ReadonlyMap<string, readonly string[]>): Statement {
  const [from, to] = ENDS_BY_DIRECTION[direction]
  const values = [...frontiers].flatMap(([environment, names]) => [storableText(environment), textArray(names)])
  const tests = Array.from(
    frontiers,
    (_, at) => `(environment = $${2 * at + 1}::text and ${from} = any($${2 * at + 2}::text[]))`,
  )
  const text = `select environment, ${from}, json_agg(${to} order by source_rank, update_time desc, ${to})
    from relation where ${tests.join(' or ')} group by environment, ${from}`
  return { text, values }
}
