import { openPostgresStore } from '@opsgraph/store-postgres'
import { madeOnce } from '../../../../test/once-a-run/made-once.js'
import { startPostgresServer } from '../../../../test/once-a-run/postgres-server.js'
import { type Asked, sendTo, serve } from './console-server.js'

/** Two servers on one PostgreSQL database, each with its own console and connections. */
export interface TwoServers extends Asked {
  readonly urls: readonly [string, string]
  stop(): Promise<void>
}

export async function startTwoServers(): Promise<TwoServers> {
  const [postgres, webConsole] = await Promise.all([startPostgresServer(), madeOnce('console')])
  const connectionString = await postgres.createDatabase()
  const start = async () => {
    const store = await openPostgresStore({ connectionString })
    return { store, listener: await serve(store, webConsole) }
  }
  const [first, second] = [await start(), await start()]
  return {
    urls: [first.listener.url, second.listener.url],
    ask: (path, sent = {}) => sendTo(first.listener.url, path, sent),
    stop: async () => {
      for (const { store, listener } of [first, second]) {
        await listener.close(0)
        await store.close()
      }
      await postgres.stop()
    },
  }
}
