import { OpsgraphError } from '@opsgraph/core'
import type { Session } from './database.js'

const OLDEST_VERSION = 14

/**
 * What a server must be for the statements of this store, and for every name to come back as it was sent.
 *
 * @throws OpsgraphError `conflict` when it is not
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
