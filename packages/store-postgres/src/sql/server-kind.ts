import { OpsgraphError } from '@opsgraph/core/store'
import { readFirstValue, type Session } from './database.js'

const OLDEST_VERSION = 14

/**
 * Checks that the server supports the statements of this store, that the encoding of the database can store every name,
 * and that the server is not a worker of Citus.
 *
 * @throws OpsgraphError `conflict` if one of these checks fails
 */
export async function requireServer(session: Session): Promise<void> {
  const { rows } = await session.query<readonly [version: string, number: number, encoding: string]>({
    text: `select current_setting('server_version'), current_setting('server_version_num')::int,
      current_setting('server_encoding')`,
  })
  for (const [version, number, encoding] of rows) {
    if (number < OLDEST_VERSION * 10_000) {
      throw new OpsgraphError(
        'conflict',
        `the database server is PostgreSQL ${version}: opsgraph needs ${OLDEST_VERSION} or newer`,
      )
    }
    if (encoding !== 'UTF8') {
      throw new OpsgraphError(
        'conflict',
        `the database is encoded in ${encoding}, which cannot keep every name: make one by ` +
          `"create database … encoding 'UTF8' locale 'C' template template0", and name it in the URL`,
      )
    }
  }
  await requireCoordinator(session)
}

/**
 * Refuses a worker of Citus. There, opsgraph would take its locks, and store its other tables, separately from the
 * coordinator.
 */
async function requireCoordinator(session: Session): Promise<void> {
  if (!(await hasCitus(session))) return
  const { rows } = await session.query({ text: 'select from pg_dist_local_group where groupid <> 0' })
  if (rows.length === 0) return
  throw new OpsgraphError(
    'conflict',
    'the database server is a worker of Citus: name the coordinator in the URL, and only the coordinator',
  )
}

/** An SQL expression: whether the database has Citus. */
export const HAS_CITUS = `exists (select from pg_extension where extname = 'citus')`

export async function hasCitus(session: Session): Promise<boolean> {
  return (await readFirstValue<boolean>(session, { text: `select ${HAS_CITUS}` })) === true
}
