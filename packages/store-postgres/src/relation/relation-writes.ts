import type { Relation } from '@opsgraph/core'
import {
  claimKey,
  claimOf,
  foldStated,
  type RelationClaim,
  type RelationDraft,
  type RelationKey,
  type RelationStore,
  relationKey,
  uncover,
} from '@opsgraph/core/store'
import { analyzeIfGrown } from '../sql/analyze-grown.js'
import { BATCH_ROWS, runInBatches } from '../sql/batches.js'
import { readItems, type Session, type SqlValue, type Statement } from '../sql/database.js'
import { storableText, textArray } from '../sql/values.js'
import {
  arrivedRowsSql,
  arrivedValues,
  assignColumnsSql,
  columnNamesSql,
  insertStatement,
  type WrittenColumn,
} from '../sql/written-columns.js'
import { CLAIM_KEY, claimReadMethods, toClaimOrigin, WRITTEN_CLAIM } from './claim-rows.js'
import { type LogPruning, withLogSql } from './log-relations.js'
import {
  RELATION_COLUMNS,
  RELATION_KEY,
  type RelationRow,
  SHOWN_COLUMNS,
  toRelation,
  WRITTEN_RELATION,
} from './relation-rows.js'

type Upsert = RelationStore['upsert']
type DeclaredRelations = Parameters<Upsert>[0]

/**
 * The calls that write relations and their claims. Each call locks a relation before its claims: it writes the relation
 * first, and only then reads or writes the claims. So with concurrent callers, no claim is lost or left without its
 * relation.
 */
export function relationWrites(session: Session, pruning: LogPruning) {
  return {
    lock: (keys) => session.atomic(async (inner) => [...(await lockRelations(inner, keys)).values()]),
    upsert: (stated, precedence = {}) =>
      // A single statement is atomic by itself.
      stated.length <= BATCH_ROWS
        ? upsertRelations(session, pruning, [stated, precedence])
        : session.atomic((inner) => upsertRelations(inner, pruning, [stated, precedence])),
    keepClaims: (claims) =>
      session.atomic((inner) =>
        runInBatches(claims, (batch) =>
          inner.query(insertStatement({ ...CLAIM_INSERTION, ending: REPLACE_CLAIM_SQL }, batch)),
        ),
      ),
    withdraw: (claims, now) => session.atomic((inner) => withdrawClaims(inner, pruning, { claims, now })),
    delete: (id) =>
      session.atomic(async (inner) => {
        const [removed] = await runWrite<RelationRow>(inner, pruning, {
          text: DELETE_RELATION_SQL,
          values: [storableText(id)],
        })
        if (removed === undefined) return undefined
        const relation = toRelation(removed)
        await inner.query(deleteClaimsOf(relation, [relation.parent]))
        return relation
      }),
    deleteOf: ({ environment, resource, ...narrowing }) =>
      session.atomic(async (inner) => {
        const values: SqlValue[] = [storableText(environment), storableText(resource)]
        const tests = (['parent', 'source', 'sourceRef'] as const).flatMap((field) => {
          const value = narrowing[field]
          return value === undefined
            ? []
            : [` and ${COLUMN_BY_SELECTED_FIELD[field]} = $${values.push(storableText(value))}::text`]
        })
        const text = `delete from relation where environment = $1::text and resource = $2::text${tests.join('')} returning *`
        const removed = await runWrite<readonly [parent: string]>(inner, pruning, {
          text: withLogSql(text, 'parent'),
          values,
        })
        const parents = removed.map(([parent]) => parent)
        if (parents.length > 0) await inner.query(deleteClaimsOf({ environment, resource }, parents))
        return parents.length
      }),
  } satisfies Partial<RelationStore>
}

/**
 * Runs a statement that writes relations and logs them. The statement returns one row for each relation that it wrote.
 */
async function runWrite<Row extends readonly unknown[]>(
  session: Session,
  pruning: LogPruning,
  statement: Statement,
): Promise<readonly Row[]> {
  const { rows } = await session.query<Row>(statement)
  await pruning.after(session, rows.length)
  return rows
}

async function upsertRelations(
  session: Session,
  pruning: LogPruning,
  [stated, precedence]: Required<Parameters<Upsert>>,
) {
  const counts = { inserted: 0, updated: 0 }
  await runInBatches(stated, async (batch) => {
    const { rows } = await session.query<readonly [inserted: number, updated: number]>(
      upsertStatement(batch, precedence),
    )
    const [inserted, updated] = rows[0] ?? [0, 0]
    await pruning.after(session, inserted + updated)
    await analyzeIfGrown(session, 'relation', inserted)
    await analyzeIfGrown(session, 'relation_claim', inserted)
    counts.inserted += inserted
    counts.updated += updated
  })
  return counts
}

/** Creates one statement that writes the relations, their claims and the log. */
function upsertStatement(stated: DeclaredRelations, precedence: Required<Parameters<Upsert>>[1]): Statement {
  const name = precedence.yields ? 'upsert-yielding' : 'upsert'
  const insertion = {
    ...RELATION_INSERTION,
    name,
    ending: precedence.yields ? mergeClauseSql('<') : mergeClauseSql('<='),
  }
  const folded = foldStated(stated, precedence)
  const { values = [], ...relation } = insertStatement(insertion, folded)
  if (folded.length === stated.length && stated.length > FEW_ROWS) {
    const text = withLogSql(relation.text, COUNTS_SQL, INSERT_CLAIMS_SQL)
    return { ...relation, text, values: [...values, ...arrivedValues(CLAIM_ONLY_COLUMNS, stated)] }
  }
  const claims = stated.map((relation) => claimOf(relation))
  const claimed = insertStatement({ ...CLAIM_INSERTION, name, ending: CONFIRM_CLAIM_SQL }, claims, values.length)
  return {
    text: withLogSql(relation.text, COUNTS_SQL, claimed.text),
    values: [...values, ...(claimed.values ?? [])],
    ...(stated.length === 1 && { name: `${name}-single`, keepsPlan: true }),
  }
}

/**
 * Withdraws claims. First locks their relations by an update without effect, so that no other caller changes or
 * declares them meanwhile. The later statements see every claim that was declared before. If a relation is missing, it
 * cannot be locked, and another caller may be declaring it, so its claims stay.
 */
async function withdrawClaims(
  session: Session,
  pruning: LogPruning,
  { claims, now }: { readonly claims: readonly RelationDraft[]; readonly now: string },
): Promise<{ removed: number; updated: number }> {
  const locked = await lockRelations(session, claims)
  const withdrawn = claims.filter((claim) => locked.has(relationKey(claim)))
  await runInBatches(withdrawn, (batch) =>
    session.query({ text: DELETE_CLAIMS_SQL, values: arrivedValues(CLAIM_KEY, batch) }),
  )
  const withdrawnKeys = new Set(withdrawn.map(claimKey))
  const uncovered = [...locked.values()].filter((relation) => withdrawnKeys.has(claimKey(relation)))
  const { remove, show } = uncoverRelations(uncovered, await claimReadMethods(session).claims(uncovered), now)
  await runInBatches(remove, (batch) =>
    runWrite(session, pruning, { text: REMOVE_RELATIONS_SQL, values: arrivedValues(RELATION_KEY, batch) }),
  )
  await runInBatches(show, (batch) =>
    runWrite(session, pruning, { text: UPDATE_SHOWN_SQL, values: arrivedValues(SHOWN_BY_KEY, batch) }),
  )
  return { removed: remove.length, updated: show.length }
}

/** Locks relations in the order of their keys. Every write does so, to prevent deadlocks. */
async function lockRelations(session: Session, keys: readonly RelationKey[]): Promise<ReadonlyMap<string, Relation>> {
  const byKey = [...new Map(keys.map((key) => [relationKey(key), key]))]
  const inOrder = byKey.sort(([left], [right]) => (left < right ? -1 : 1)).map(([, key]) => key)
  const locked = new Map<string, Relation>()
  await runInBatches(inOrder, async (batch) => {
    const lock = { text: LOCK_RELATIONS_SQL, values: arrivedValues(RELATION_KEY, batch) }
    for (const relation of await readItems(session, lock, toRelation)) locked.set(relationKey(relation), relation)
  })
  return locked
}

function uncoverRelations(uncovered: readonly Relation[], claims: readonly RelationClaim[], now: string) {
  const others = new Map<string, RelationClaim[]>(uncovered.map((relation) => [relationKey(relation), []]))
  for (const claim of claims) others.get(relationKey(claim))?.push(claim)
  const remove: Relation[] = []
  const show: Relation[] = []
  for (const relation of uncovered) {
    const next = uncover(relation, others.get(relationKey(relation)) ?? [], now)
    if (next === undefined) remove.push(relation)
    else show.push(next)
  }
  return { remove, show }
}

const COLUMN_BY_SELECTED_FIELD = { parent: 'parent', source: 'source', sourceRef: 'source_ref' } as const

const DELETE_RELATION_SQL = withLogSql('delete from relation where id = $1::text returning *', RELATION_COLUMNS)

function deleteClaimsOf({ environment, resource }: Omit<RelationKey, 'parent'>, parents: readonly string[]): Statement {
  return {
    text: 'delete from relation_claim where environment = $1::text and resource = $2::text and parent = any($3::text[])',
    values: [storableText(environment), storableText(resource), textArray(parents)],
  }
}

/** SQL for the condition that a row of `table` has the same key as a row of `arrived`. */
function hasKey(table: string, key: readonly WrittenColumn<never>[]): string {
  return key.map(([column]) => `${table}.${column} = arrived.${column}`).join(' and ')
}

const RELATION_COLUMNS_OF = RELATION_COLUMNS.split(', ')
  .map((column) => `relation.${column}`)
  .join(', ')

const LOCK_RELATIONS_SQL = `update relation set update_time = relation.update_time from ${arrivedRowsSql(RELATION_KEY)}
  where ${hasKey('relation', RELATION_KEY)} returning ${RELATION_COLUMNS_OF}`

const DELETE_CLAIMS_SQL = `delete from relation_claim using ${arrivedRowsSql(CLAIM_KEY)}
  where ${hasKey('relation_claim', CLAIM_KEY)}`

const REMOVE_RELATIONS_SQL = withLogSql(
  `delete from relation using ${arrivedRowsSql(RELATION_KEY)} where ${hasKey('relation', RELATION_KEY)} returning relation.*`,
  '1',
)

const SHOWN_BY_KEY = [...RELATION_KEY, ...SHOWN_COLUMNS]

const UPDATE_SHOWN_SQL = withLogSql(
  `update relation set ${assignColumnsSql(SHOWN_COLUMNS, 'arrived')} from ${arrivedRowsSql(SHOWN_BY_KEY)}
    where ${hasKey('relation', RELATION_KEY)} returning relation.*`,
  '1',
)

/**
 * Merges a sent relation with the stored one, which keeps its `id` and `create_time`. If the new source is stronger (or
 * equally strong, if `comparison` is `<=`), its values replace the stored ones. Otherwise only `update_time` changes.
 * `xmax` is 0 for an inserted row, and not 0 for an updated row.
 */
function mergeClauseSql(comparison: '<' | '<='): string {
  const wins = `excluded.source_rank ${comparison} relation.source_rank`
  return `on conflict (environment, resource, parent) do update set
    source = case when ${wins} then excluded.source else relation.source end,
    source_ref = case when ${wins} then excluded.source_ref else relation.source_ref end,
    source_rank = least(excluded.source_rank, relation.source_rank),
    update_time = excluded.update_time
  returning environment, resource, parent, source_rank, update_time, xmax = 0 as is_new`
}

/** Maximum number of rows that are sent as a `values` list. */
const FEW_ROWS = 100

const RELATION_INSERTION = { table: 'relation', columns: WRITTEN_RELATION, few: FEW_ROWS }

const COUNTS_SQL = 'count(*) filter (where is_new), count(*) filter (where not is_new)'

const CLAIM_INSERTION = { name: 'keep-claims', table: 'relation_claim', columns: WRITTEN_CLAIM, few: FEW_ROWS }

/** Does in SQL what `claimOf` does for a stored claim. */
const CONFIRM_CLAIM_SQL = `on conflict (environment, resource, parent, origin) do update set
    last_time = excluded.last_time,
    is_replaceable = relation_claim.is_replaceable and excluded.is_replaceable`

/** The columns of a claim that do not exist in a relation. */
const CLAIM_ONLY_COLUMNS: readonly WrittenColumn<DeclaredRelations[number]>[] = [
  ['origin', 'text', toClaimOrigin],
  ['is_replaceable', 'boolean', ({ isReplaceable = false }) => String(isReplaceable)],
]

/** Stores a claim for each of many relations. Uses the parameters from which the relations are stored. */
const INSERT_CLAIMS_SQL = `insert into relation_claim (${columnNamesSql(WRITTEN_CLAIM)})
  select environment, resource, parent, origin, source, source_ref, create_time, update_time, is_replaceable
  from ${arrivedRowsSql([...WRITTEN_RELATION, ...CLAIM_ONLY_COLUMNS])} ${CONFIRM_CLAIM_SQL}`

const REPLACE_CLAIM_SQL = `on conflict (environment, resource, parent, origin) do update set
    first_time = excluded.first_time, last_time = excluded.last_time, is_replaceable = excluded.is_replaceable`
