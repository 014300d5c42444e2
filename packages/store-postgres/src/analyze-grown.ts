import type { Session } from './database.js'

/** Rows written by one statement from which on it is worth asking whether the planner knows of them. */
const MANY = 1_000
/** The planner still finds the right way if it knows of this fraction of the rows. */
const KNOWN_ROWS = 1 / 4
/** The planner does not know the values of newer rows: a table is analyzed again once it has grown to this many times its size. */
const GROWTH = 1.5

/**
 * Analyzes tables that have grown by much since the last time, in the transaction that wrote the rows: PostgreSQL itself
 * would do so a minute or two later, and plan for what was there before until then. If another session analyzes or
 * vacuums a table at the moment, it is left out.
 *
 * @param tables the growth of the first one decides for all
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

/** Pages tell what many statements and transactions have added together; rows also tell of those that fill old pages. */
const HAS_GROWN = `select from pg_class where oid = $1::regclass
  and (reltuples < $2::float4 or pg_relation_size(oid) > ${GROWTH} * relpages * current_setting('block_size')::int)`
