import type { Session } from './database.js'

/** If a save writes at least this number of rows, its table is checked for growth. */
const MIN_WRITTEN_ROWS = 1_000
/** If the statistics count at least this fraction of the rows that a save writes, the planner chooses good plans. */
const MIN_ROW_FRACTION = 1 / 4
/**
 * A table that has grown by this factor is analyzed again, because the statistics contain no values of its newer rows.
 */
const GROWTH_FACTOR = 1.5

/**
 * Analyzes a table that has grown a lot since it was last analyzed. Runs in the transaction that has written the rows.
 * Autovacuum would analyze the table a minute or two later; until then, PostgreSQL would plan statements for the old
 * size. Skips a table that another session is analyzing or vacuuming.
 *
 * @param written the number of rows that a save has written
 */
export async function analyzeIfGrown(session: Session, table: string, written: number): Promise<void> {
  if (written < MIN_WRITTEN_ROWS) return
  const { rows } = await session.query({
    name: 'has-grown',
    keepsPlan: true,
    text: HAS_GROWN_SQL,
    values: [table, written * MIN_ROW_FRACTION],
  })
  if (rows.length > 0) await session.query({ text: `analyze (skip_locked) ${table}` })
}

/**
 * Returns a row if the table has grown since it was last analyzed. Growth shows in the number of pages. If new rows
 * have reused old pages, growth shows only in the number of rows. If Citus stores the table on several servers, the
 * table has no pages on the coordinator, so the query returns no row; autovacuum analyzes the shards of such a table.
 */
const HAS_GROWN_SQL = `select from pg_class where oid = $1::regclass and pg_relation_size(oid) > 0
  and (reltuples < $2::float4 or pg_relation_size(oid) > ${GROWTH_FACTOR} * relpages * current_setting('block_size')::int)`
