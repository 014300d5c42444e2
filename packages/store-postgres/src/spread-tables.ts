import { OpsgraphError } from '@opsgraph/core/store'
import type { Database, Session } from './database.js'
import { lockSchema } from './migrate.js'

/**
 * The tables that grow without limit, each with its distribution column. All statements about one resource go to one
 * worker, because alerts and relations are distributed alike. Every unique key of a table contains its column, which
 * Citus requires.
 */
const SPREAD_TABLES = [
  { table: 'relation', column: 'resource', colocated: 'none' },
  { table: 'alert', column: 'resource', colocated: 'relation' },
  { table: 'audit_entry', column: 'id', colocated: 'none' },
] as const

/**
 * Distributes the large tables of a database over the workers of Citus, with their rows. Tables that are distributed
 * already stay as they are; all other tables stay on the coordinator. Writes to these tables wait until it is done.
 *
 * @param shards the number of parts of each table, which cannot be changed by this function later
 * @returns the tables that were distributed by this call
 * @throws OpsgraphError `conflict` if the database has no Citus, or Citus has no workers
 */
export async function spreadTables(database: Database, shards: number): Promise<readonly string[]> {
  const spread = await database.transaction('write', async (session) => {
    await lockSchema(session)
    await requireWorkers(session)
    // Citus refuses a second table after parallel work on the first one.
    await session.query({ text: `set local citus.multi_shard_modify_mode = 'sequential'` })
    const { rows } = await session.query<readonly [table: string]>({ text: DISTRIBUTED })
    const done = new Set(rows.map(([table]) => table))
    const missing = SPREAD_TABLES.filter(({ table }) => !done.has(table))
    for (const { table, column, colocated } of missing) {
      // A table that is colocated with another one has as many shards as that one.
      const count = colocated === 'none' ? `, shard_count => ${Math.trunc(shards)}` : ''
      // As a script, because copying the rows may take longer than any timeout.
      await session.script(
        `select create_distributed_table('${table}', '${column}', colocate_with => '${colocated}'${count})`,
      )
    }
    return missing.map(({ table }) => table)
  })
  // Citus keeps the rows of before in the file of the table on the coordinator, where nothing reads them.
  await database.transaction('write', async (session) => {
    await lockSchema(session)
    for (const { table } of SPREAD_TABLES) {
      await session.script(`select truncate_local_data_after_distributing_table('${table}')`)
    }
  })
  return spread
}

const DISTRIBUTED = `select relname from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
  where relnamespace = (select oid from pg_namespace where nspname = current_schema()) and partmethod = 'h'`

async function requireWorkers(session: Session): Promise<void> {
  if (!(await hasCitus(session))) {
    throw new OpsgraphError(
      'conflict',
      'the database has no Citus: install it on every server, and run "create extension citus" in this database',
    )
  }
  const { rows } = await session.query<readonly [workers: number]>({
    text: 'select count(*) from pg_dist_node where isactive and groupid <> 0',
  })
  if (rows[0]?.[0] === 0) {
    throw new OpsgraphError(
      'conflict',
      `Citus has no workers: add each of them with "select citus_add_node('host', 5432)"`,
    )
  }
}

export async function hasCitus(session: Session): Promise<boolean> {
  const { rows } = await session.query({ text: `select 1 from pg_extension where extname = 'citus'` })
  return rows.length > 0
}
