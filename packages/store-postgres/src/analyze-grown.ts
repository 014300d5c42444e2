import type { Session } from './database.js'

/** From this number of rows written by one statement, check whether the planner's statistics include them. */
const MANY = 1_000
/** The planner still chooses good plans if its statistics include this fraction of the rows. */
const KNOWN_ROWS = 1 / 4
/** A table is analyzed again once it has grown by this factor, because the statistics have no values of newer rows. */
const GROWTH = 1.5

/**
 * Analyzes tables that have grown a lot since they were last analyzed, in the transaction that wrote the rows.
 * Autovacuum would do so a minute or two later, and until then plans would be made for the old size. A table that
 * another session is analyzing or vacuuming is skipped.
 *
 * @param tables all are analyzed if the first one has grown
 */
export async function analyzeGrown(session: Session, tables: readonly [string, ...string[]], written: number) {
  if (written < MANY) return
  const { rows } = await session.query({
    name: 'has-grown',
    keepsPlan: true,
    text: HAS_GROWN,
    values: [tables[0], written * KNOWN_ROWS],
  })
  if (rows.length > 0) await session.query({ text: `analyze (skip_locked) ${tables.join(', ')}` })
}

/**
 * The number of pages shows growth by many statements and transactions; the number of rows also shows rows that reuse
 * old pages. A table that is spread over several servers has no pages here; autovacuum analyzes its shards.
 */
const HAS_GROWN = `select from pg_class where oid = $1::regclass and pg_relation_size(oid) > 0
  and (reltuples < $2::float4 or pg_relation_size(oid) > ${GROWTH} * relpages * current_setting('block_size')::int)`
