import type { Database } from './database.js'

/** Milliseconds between two runs; the same as the default of a server (`autovacuum_naptime`). */
const PAUSE = 60_000

/**
 * Replaces autovacuum, which the embedded database does not have: regularly vacuums and analyzes the tables that have
 * changed, so that they do not grow without bound and the planner knows their size.
 *
 * @returns a function that stops this upkeep
 */
export function keepUp(database: Database): () => void {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const wait = () => {
    if (isOver) return
    // If a run fails, the next run a minute later repeats its work.
    timer = setTimeout(() => tidy(database).catch(ignore).finally(wait), PAUSE).unref()
  }
  wait()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** The tables that autovacuum of a server would process, by its default thresholds. */
const UNTIDY = `select format('%I', relname) from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
  order by relname`

/** Vacuums and analyzes one table after another, so that other calls can run in between. */
export async function tidy(database: Database): Promise<void> {
  const { rows } = await database.query<readonly [string]>({ text: UNTIDY })
  for (const [table] of rows) await database.query({ text: `vacuum analyze ${table}` })
}

function ignore(): void {}
