import { OpsgraphError } from '@opsgraph/core/store'
import { dropForeignChanges } from '../relation/log-relations.js'
import type { Database, TransactionSession } from '../sql/database.js'
import { requireServer } from '../sql/server-kind.js'
import { MIGRATIONS } from './all-migrations.js'

/** A migration, whose version is its position in the list: the first one has version 1. */
interface Migration {
  readonly name: string
  /** Statements, each of which ends with a semicolon at the end of a line. */
  readonly script: string
}
type Migrations = readonly [Migration, ...Migration[]]

/** The key of the advisory lock: arbitrary, and the same in every opsgraph process that uses the database. */
const MIGRATION_LOCK_NUMBER = 7_310_400

/**
 * Migrates the schema to the latest version, atomically and only forward. If several processes start at the same time,
 * one migrates and the others wait.
 *
 * @throws OpsgraphError `conflict` if a newer opsgraph or a development version has changed the schema, or the server
 *   is not supported
 */
export async function migrate(database: Database, migrations: Migrations = MIGRATIONS): Promise<void> {
  await database.transaction('write', async (session) => {
    await requireServer(session)
    await lockSchema(session)
    await session.query({
      text: `create table if not exists schema_migration
        (version integer primary key, name text collate "C" not null, applied_at timestamptz(3) not null default now())`,
    })
    const done = await readVersion(session, migrations)
    for (const [index, migration] of migrations.entries()) {
      if (index >= done) await applyMigration(session, index + 1, migration)
    }
    await dropForeignChanges(session)
  })
}

/** Takes the lock for changing the schema, until the end of the transaction. */
export async function lockSchema(session: TransactionSession): Promise<void> {
  // Building an index on a large table, or waiting for another process that migrates, may exceed the statement timeout.
  await session.query({ text: 'set local statement_timeout = 0' })
  await session.script(`select pg_advisory_xact_lock(${MIGRATION_LOCK_NUMBER})`)
}

/** Reads how many migrations were applied. Refuses a database with a migration that is not in `migrations`. */
async function readVersion(session: TransactionSession, migrations: Migrations): Promise<number> {
  const text = 'select version, name from schema_migration order by version'
  const { rows } = await session.query<readonly [version: number, name: string]>({ text })
  const [, first] = rows[0] ?? []
  // Before version 0.1.0, the first migration had another name.
  if (first !== undefined && first !== migrations[0].name) {
    throw new OpsgraphError(
      'conflict',
      'the database was created by a development version of opsgraph before 0.1.0, and cannot be upgraded: start with ' +
        'a new database; to take the graph, the topologies and the policies along, save them with the old version ' +
        '(opsgraph snapshot save) and load them into the new database (opsgraph snapshot load)',
    )
  }
  const [version = 0] = rows.at(-1) ?? []
  if (version > migrations.length) {
    throw new OpsgraphError(
      'conflict',
      `the database belongs to a newer opsgraph: its schema has version ${version}, this one knows ${migrations.length}; ` +
        'start the newer version instead',
    )
  }
  return version
}

async function applyMigration(
  session: TransactionSession,
  version: number,
  { name, script }: Migration,
): Promise<void> {
  await session.query({
    text: 'insert into schema_migration (version, name) values ($1::int, $2::text)',
    values: [version, name],
  })
  // Citus refuses a text with several statements that changes a distributed table.
  for (const statement of script.split(/(?<=;)\n/)) {
    if (statement.trim() !== '') await session.script(statement)
  }
}
