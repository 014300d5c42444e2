import type { Session } from './database.js'

/** Rows written by one statement from which on it is worth asking whether the planner knows of them. */
const MANY = 1_000
/** A planner that knows of a fraction of the rows still takes the right way to them. */
const FRACTION = 1 / 4

/**
 * Lets the planner look at tables at once that have grown by much more than it knows of, in the transaction that wrote
 * it: PostgreSQL would look within a minute or two, and until then read all of it for each item of a list. Whoever else
 * looks at the moment is not waited for.
 *
 * @param tables of which the first tells for all
 */
export async function analyzeGrown(session: Session, tables: readonly [string, ...string[]], written: number) {
  if (written < MANY) return
  const { rows } = await session.query({
    name: 'known-rows',
    keepsPlan: true,
    text: 'select from pg_class where oid = $1::regclass and reltuples < $2::float4',
    values: [tables[0], written * FRACTION],
  })
  if (rows.length > 0) await session.query({ text: `analyze (skip_locked) ${tables.join(', ')}` })
}
