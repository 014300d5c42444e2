import type { Database } from './database.js'

/** Milliseconds between two looks, as a server has it. */
const PAUSE = 60_000

/**
 * What a server does by itself, and a database inside this process never: it takes away what changed and deleted rows
 * have left, and looks at tables that have changed, so that they neither grow without end nor are searched as if they
 * were empty.
 *
 * @returns what ends it
 */
export function keepUp(database: Database): () => void {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const wait = () => {
    if (isOver) return
    // What cannot be done now is done a minute later.
    timer = setTimeout(() => tidy(database).catch(ignore).finally(wait), PAUSE).unref()
  }
  wait()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** The tables of which a server's autovacuum would think that it is time. */
const UNTIDY = `select format('%I', relname) from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
  order by relname`

/** Others wait meanwhile, table by table. */
export async function tidy(database: Database): Promise<void> {
  const { rows } = await database.query<readonly [string]>({ text: UNTIDY })
  for (const [table] of rows) await database.query({ text: `vacuum analyze ${table}` })
}

function ignore(): void {}
