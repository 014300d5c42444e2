import { OpsgraphError } from '@opsgraph/core/store'
import type { Session } from './database.js'

const OLDEST_VERSION = 14

/**
 * Checks that the server supports the statements of this store, and that the encoding of the database can store every
 * name.
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
}
