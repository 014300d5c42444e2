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
import { analyzeGrown } from '../sql/analyze-grown.js'
import { BATCH_ROWS, inBatches } from '../sql/batches.js'
import { readItems, type Session, type SqlValue, type Statement } from '../sql/database.js'
import { storableText, textArray } from '../sql/values.js'
import {
  arrivedRows,
  arrivedValues,
  assignColumns,
  insertStatement,
  namesOf,
  type WrittenColumn,
} from '../sql/written-columns.js'
import { CLAIM_KEY, claimReads, toClaimOrigin, WRITTEN_CLAIM } from './claim-rows.js'
import { type LogPruning, withLog } from './log-relations.js'
import {
  RELATION_COLUMNS,
  RELATION_KEY,
  type RelationRow,
  SHOWN_COLUMNS,
  toRelation,
  WRITTEN_RELATION,
} from './relation-rows.js'

type Upsert = RelationStore['upsert']
type Stated = Parameters<Upsert>[0]

/**
 * The calls that write relations and their claims. Each call locks a relation before its claims: it writes the relation
 * first, and only then reads or writes the claims. So with concurrent callers, no claim is lost or left without its
 * relation.
 */
export function relationWrites(session: Session, pruning: LogPruning) {
  return {
    lock: (keys) => session.atomic(async (inner) => [...(await lockAll(inner, keys)).values()]),
    upsert: (stated, precedence = {}) =>
      // A single statement is atomic by itself.
      stated.length <= BATCH_ROWS
        ? upsert(session, pruning, [stated, precedence])
        : session.atomic((inner) => upsert(inner, pruning, [stated, precedence])),
    keepClaims: (claims) =>
      session.atomic((inner) =>
        inBatches(claims, (batch) => inner.query(insertStatement({ ...KEPT_CLAIM, ending: REPLACE_CLAIM }, batch))),
      ),
    withdraw: (claims, now) => session.atomic((inner) => withdraw(inner, pruning, { claims, now })),
    delete: (id) =>
      session.atomic(async (inner) => {
        const [removed] = await write<RelationRow>(inner, pruning, { text: DELETE, values: [storableText(id)] })
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
          return value === undefined ? [] : [` and ${NARROWING[field]} = $${values.push(storableText(value))}::text`]
        })
        const text = `delete from relation where environment = $1::text and resource = $2::text${tests.join('')} returning *`
        const removed = await write<readonly [parent: string]>(inner, pruning, {
          text: withLog(text, 'parent'),
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
async function write<Row extends readonly unknown[]>(
  session: Session,
  pruning: LogPruning,
  statement: Statement,
): Promise<readonly Row[]> {
  const { rows } = await session.query<Row>(statement)
  await pruning.after(session, rows.length)
  return rows
}

async function upsert(session: Session, pruning: LogPruning, [stated, precedence]: Required<Parameters<Upsert>>) {
  const counts = { inserted: 0, updated: 0 }
  await inBatches(stated, async (batch) => {
    const { rows } = await session.query<readonly [inserted: number, updated: number]>(
      upsertStatement(batch, precedence),
    )
    const [inserted, updated] = rows[0] ?? [0, 0]
    await pruning.after(session, inserted + updated)
    await analyzeGrown(session, 'relation', inserted)
    await analyzeGrown(session, 'relation_claim', inserted)
    counts.inserted += inserted
    counts.updated += updated
  })
  return counts
}

/** Creates one statement that writes the relations, their claims and the log. */
function upsertStatement(stated: Stated, precedence: Required<Parameters<Upsert>>[1]): Statement {
  const name = precedence.yields ? 'upsert-yielding' : 'upsert'
  const insertion = { ...UPSERT, name, ending: precedence.yields ? mergeClause('<') : mergeClause('<=') }
  const folded = foldStated(stated, precedence)
  const { values = [], ...relation } = insertStatement(insertion, folded)
  if (folded.length === stated.length && stated.length > FEW_ROWS) {
    const text = withLog(relation.text, COUNTS, CLAIM_EACH)
    return { ...relation, text, values: [...values, ...arrivedValues(CLAIM_ONLY, stated)] }
  }
  const claims = stated.map((relation) => claimOf(relation))
  const claimed = insertStatement({ ...KEPT_CLAIM, name, ending: CONFIRM_CLAIM }, claims, values.length)
  return {
    text: withLog(relation.text, COUNTS, claimed.text),
    values: [...values, ...(claimed.values ?? [])],
    ...(stated.length === 1 && { name: `${name}-single`, keepsPlan: true }),
  }
}

/**
 * Withdraws claims. First locks their relations by an update without effect, so that no other caller changes or declares
 * them meanwhile. The later statements see every claim that was declared before. If a relation is missing, it cannot be
 * locked, and another caller may be declaring it, so its claims stay.
 */
async function withdraw(
  session: Session,
  pruning: LogPruning,
  { claims, now }: { readonly claims: readonly RelationDraft[]; readonly now: string },
): Promise<{ removed: number; updated: number }> {
  const locked = await lockAll(session, claims)
  const withdrawn = claims.filter((claim) => locked.has(relationKey(claim)))
  await inBatches(withdrawn, (batch) => session.query({ text: DELETE_CLAIMS, values: arrivedValues(CLAIM_KEY, batch) }))
  const gone = new Set(withdrawn.map(claimKey))
  const uncovered = [...locked.values()].filter((relation) => gone.has(claimKey(relation)))
  const { remove, show } = uncoverAll(uncovered, await claimReads(session).claims(uncovered), now)
  await inBatches(remove, (batch) =>
    write(session, pruning, { text: REMOVE_RELATIONS, values: arrivedValues(RELATION_KEY, batch) }),
  )
  await inBatches(show, (batch) =>
    write(session, pruning, { text: UPDATE_SHOWN, values: arrivedValues(SHOWN_BY_KEY, batch) }),
  )
  return { removed: remove.length, updated: show.length }
}

/** Locks relations in the order of their keys. Every write does so, to prevent deadlocks. */
async function lockAll(session: Session, keys: readonly RelationKey[]): Promise<ReadonlyMap<string, Relation>> {
  const byKey = [...new Map(keys.map((key) => [relationKey(key), key]))]
  const inOrder = byKey.sort(([left], [right]) => (left < right ? -1 : 1)).map(([, key]) => key)
  const locked = new Map<string, Relation>()
  await inBatches(inOrder, async (batch) => {
    const lock = { text: LOCK_RELATIONS, values: arrivedValues(RELATION_KEY, batch) }
    for (const relation of await readItems(session, lock, toRelation)) locked.set(relationKey(relation), relation)
  })
  return locked
}

function uncoverAll(uncovered: readonly Relation[], claims: readonly RelationClaim[], now: string) {
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

const NARROWING = { parent: 'parent', source: 'source', sourceRef: 'source_ref' } as const

const DELETE = withLog('delete from relation where id = $1::text returning *', RELATION_COLUMNS)

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

const LOCK_RELATIONS = `update relation set update_time = relation.update_time from ${arrivedRows(RELATION_KEY)}
  where ${hasKey('relation', RELATION_KEY)} returning ${RELATION_COLUMNS_OF}`

const DELETE_CLAIMS = `delete from relation_claim using ${arrivedRows(CLAIM_KEY)}
  where ${hasKey('relation_claim', CLAIM_KEY)}`

const REMOVE_RELATIONS = withLog(
  `delete from relation using ${arrivedRows(RELATION_KEY)} where ${hasKey('relation', RELATION_KEY)} returning relation.*`,
  '1',
)

const SHOWN_BY_KEY = [...RELATION_KEY, ...SHOWN_COLUMNS]

const UPDATE_SHOWN = withLog(
  `update relation set ${assignColumns(SHOWN_COLUMNS, 'arrived')} from ${arrivedRows(SHOWN_BY_KEY)}
    where ${hasKey('relation', RELATION_KEY)} returning relation.*`,
  '1',
)

/**
 * Merges a sent relation with the stored one, which keeps its `id` and `create_time`. If the new source is stronger (or
 * equally strong, if `comparison` is `<=`), its values replace the stored ones. Otherwise only `update_time` changes.
 * `xmax` is 0 for an inserted row, and not 0 for an updated row.
 */
function mergeClause(comparison: '<' | '<='): string {
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

const UPSERT = { table: 'relation', columns: WRITTEN_RELATION, few: FEW_ROWS }

const COUNTS = 'count(*) filter (where is_new), count(*) filter (where not is_new)'

const KEPT_CLAIM = { name: 'keep-claims', table: 'relation_claim', columns: WRITTEN_CLAIM, few: FEW_ROWS }

/** Does in SQL what `claimOf` does for a stored claim. */
const CONFIRM_CLAIM = `on conflict (environment, resource, parent, origin) do update set
    last_time = excluded.last_time,
    is_replaceable = relation_claim.is_replaceable and excluded.is_replaceable`

/** The columns of a claim that do not exist in a relation. */
const CLAIM_ONLY: readonly WrittenColumn<Stated[number]>[] = [
  ['origin', 'text', toClaimOrigin],
  ['is_replaceable', 'boolean', ({ isReplaceable = false }) => String(isReplaceable)],
]

/** Stores a claim for each of many relations. Uses the parameters from which the relations are stored. */
const CLAIM_EACH = `insert into relation_claim (${namesOf(WRITTEN_CLAIM)})
  select environment, resource, parent, origin, source, source_ref, create_time, update_time, is_replaceable
  from ${arrivedRows([...WRITTEN_RELATION, ...CLAIM_ONLY])} ${CONFIRM_CLAIM}`

const REPLACE_CLAIM = `on conflict (environment, resource, parent, origin) do update set
    first_time = excluded.first_time, last_time = excluded.last_time, is_replaceable = excluded.is_replaceable`
