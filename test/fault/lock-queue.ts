import { vi } from 'vitest'
import { connected } from '../../packages/store-postgres/test/stoppable-server.js'

/**
 * Blocks all writes of alerts while `work` runs, but no reads. So several servers read the same alerts, and then wait
 * to write them.
 *
 * @param work gets a function that waits until this number of sessions of servers wait for a lock
 */
export async function whileAlertsAreLocked(
  database: string,
  work: (waiting: (sessions: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  await connected(database, async (run) => {
    await run('begin')
    await run('lock table alert in exclusive mode')
    await work(async (sessions) => {
      const isReached = async () => {
        const [row] = await run(`select count(distinct pid)::int as count from pg_locks
          where not granted and database = (select oid from pg_database where datname = current_database())`)
        return Number(row?.count) >= sessions
      }
      await vi.waitUntil(isReached, { timeout: 20_000, interval: 10 })
    })
    await run('commit')
  })
}
