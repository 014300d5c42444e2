import type { Session } from './database.js'
import { HAS_CITUS } from './has-citus.js'

/**
 * Identifies the data that a snapshot of PostgreSQL sees. A snapshot is a list of transactions, and its data are what
 * these transactions have written. So two snapshots with the same list see the same data.
 *
 * There are three exceptions. After a crash, PostgreSQL may assign the numbers of lost transactions again. Every crash
 * ends all connections, so the version contains the connection and the time when it began. On Citus, the workers have
 * transactions of their own, which the list does not contain. On a standby, the list does not change with each commit
 * that it receives. So there is no version on Citus and on a standby.
 */
export async function snapshotVersion(session: Session): Promise<string | undefined> {
  const { rows } = await session.query<readonly [version: string, hasVersion: boolean]>({
    name: 'snapshot-version',
    keepsPlan: true,
    text: VERSION,
  })
  const [version, hasVersion = false] = rows[0] ?? []
  return hasVersion ? version : undefined
}

const VERSION = `select concat_ws(' ', pg_backend_pid(), backend_start, pg_current_snapshot()),
    not pg_is_in_recovery() and not ${HAS_CITUS}
  from pg_stat_get_activity(pg_backend_pid())`
