import { expect, it, onTestFinished, vi } from 'vitest'
import { startPostgresServer } from '../../../test/once-a-run/postgres-server.js'
import { openPostgresStore } from '../src/index.js'
import { connected } from './stoppable-server.js'

const KEY = {
  ...{ id: 'key', user: 'ann', scopes: ['read'] as const, text: '' },
  ...{ createTime: '2026-11-20T12:00:00.000Z', expireTime: null, lastUsedTime: null },
}

it('should report a server that has become a standby when it is written to, and change to its successor', async () => {
  const server = await startPostgresServer()
  onTestFinished(() => server.stop())
  const connectionString = await server.createDatabase()
  const store = await openPostgresStore({ connectionString, maxConnections: 1 })
  onTestFinished(() => store.close())
  const write = () => store.transaction((parts) => parts.apiKeys.add(KEY, 'digest'))
  await connected(connectionString, async (run) => {
    const [{ name } = {}] = await run('select current_database() as name')
    // The setting applies only to new sessions, so the next statement ends the existing ones.
    await run(`alter database ${name} set default_transaction_read_only = on`)
    await run(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
    )
    await vi.waitUntil(() => store.poolCounts?.().open === 0, { timeout: 20_000, interval: 10 })

    expect(await store.snapshot((parts) => parts.apiKeys.count())).toBe(0)
    await expect(write()).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'the database takes no writes: cannot execute INSERT in a read-only transaction',
    })
    await run(`alter database ${name} reset default_transaction_read_only`)
    await expect(write()).resolves.toBeUndefined()
  })
})
