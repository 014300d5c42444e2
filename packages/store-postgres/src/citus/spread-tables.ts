import { OpsgraphError } from '@opsgraph/core/store'
import { lockSchema } from '../migration/migrate.js'
import { type Database, readFirstValue, type Session, type TransactionSession } from '../sql/database.js'
import { hasCitus } from '../sql/server-kind.js'
import { INSUFFICIENT_PRIVILEGE, reasonOfError, sqlstateOf, UNSUPPORTED_TABLE } from '../sql/sqlstate.js'
import { runWithRetries } from '../sql/transaction.js'

/**
 * The tables that grow without limit, and whose statements must stay fast. All are distributed by the same column, so
 * all statements about one resource go to one worker. Every unique key contains the column, which Citus requires.
 */
const SPREAD_TABLES = ['relation', 'relation_claim', 'alert'] as const
const SHARD_COLUMN = 'resource'

/**
 * Distributes the large tables of a database, with their rows, over the workers of Citus. Tables that are already
 * distributed stay as they are. All other tables stay on the coordinator. Writes to the large tables wait until this is
 * done.
 *
 * @param shards the number of shards of each table, which a later call cannot change
 * @returns the tables that were distributed by this call
 * @throws OpsgraphError `conflict` if the database has no Citus, Citus has no workers or refuses to distribute a table,
 *   a table is distributed by another column, or the user of the database lacks a right
 */
export async function spreadTables(database: Database, shards: number): Promise<readonly string[]> {
  try {
    // Copying the rows locks all shards, which can deadlock with concurrent writes. So the transaction is retried.
    const spread = await runWithRetries(() =>
      database.transaction('write', (session) => distributeTables(session, shards)),
    )
    await runWithRetries(() => database.transaction('write', removeLocalCopies))
    return spread
  } catch (error) {
    throw explainRefusal(error)
  }
}

async function distributeTables(session: TransactionSession, shards: number): Promise<readonly string[]> {
  await lockSchema(session)
  await requireWorkers(session)
  // Within one transaction, Citus refuses to distribute a second table if Citus has worked in parallel on the first
  // table.
  await session.query({ text: `set local citus.multi_shard_modify_mode = 'sequential'` })
  const { rows } = await session.query<readonly [table: string, column: string]>({ text: SELECT_DISTRIBUTED_SQL })
  const columns = new Map(rows)
  for (const table of SPREAD_TABLES) requireColumn(table, columns.get(table))
  const missing = SPREAD_TABLES.filter((table) => !columns.has(table))
  for (const table of missing) {
    // A table that is colocated with another table has as many shards as that table.
    const other = SPREAD_TABLES.find((name) => columns.has(name))
    const place = other === undefined ? `'none', shard_count => ${Math.trunc(shards)}` : `'${other}'`
    // Uses a script, because a script has no time limit. Copying the rows may take longer than other statements may.
    await session.script(`select create_distributed_table('${table}', '${SHARD_COLUMN}', colocate_with => ${place})`)
    columns.set(table, SHARD_COLUMN)
  }
  return missing
}

/**
 * Removes the rows that Citus leaves on the coordinator after it has copied them to the workers. No statement reads
 * these rows.
 */
async function removeLocalCopies(session: TransactionSession): Promise<void> {
  await lockSchema(session)
  for (const table of SPREAD_TABLES) {
    await session.script(`select truncate_local_data_after_distributing_table('${table}')`)
  }
}

const SELECT_DISTRIBUTED_SQL = `select relname, column_to_column_name(logicalrelid, partkey)
  from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
  where relnamespace = current_schema()::regnamespace and partmethod = 'h'`

function requireColumn(table: string, column: string | undefined): void {
  if (column === undefined || column === SHARD_COLUMN) return
  throw toConflict(
    `the table ${table} is distributed by ${column} instead of ${SHARD_COLUMN}: run "select undistribute_table('${table}')" on the coordinator, then spread again`,
  )
}

/** Translates errors that an operator can fix to messages that say how to fix them. */
function explainRefusal(error: unknown): unknown {
  const reason = reasonOfError(error)
  if (sqlstateOf(error) === INSUFFICIENT_PRIVILEGE) {
    return toConflict(
      `the user of DATABASE_URL lacks a right on the coordinator or a worker (${reason}): spread as the owner of the tables, or as a superuser`,
      error,
    )
  }
  if (UNSUPPORTED_TABLE.has(sqlstateOf(error))) {
    return toConflict(
      `Citus cannot distribute the tables (${reason}): remove what was added to them, such as triggers and foreign keys, and spread again`,
      error,
    )
  }
  return error
}

async function requireWorkers(session: Session): Promise<void> {
  if (!(await hasCitus(session))) {
    throw toConflict(
      'the database has no Citus: install it on every server, and run "create extension citus" in this database',
    )
  }
  const text = 'select count(*) from pg_dist_node where isactive and groupid <> 0'
  if ((await readFirstValue<number>(session, { text })) === 0) {
    throw toConflict(`Citus has no workers: add each of them with "select citus_add_node('host', 5432)"`)
  }
}

function toConflict(message: string, cause?: unknown): OpsgraphError {
  return new OpsgraphError('conflict', message, [], { cause })
}
