import { describe, expect, it, onTestFinished } from 'vitest'
import { PgDatabase } from '../src/connection/pg-database.js'
import { openPostgresStore } from '../src/index.js'
import { type PostgresStore, postgresStore } from '../src/postgres-store.js'
import { connected, StoppableServer } from './stoppable-server.js'

describe('a connection string with several hosts', () => {
  it('should skip a standby, and use it after it is promoted because the primary has crashed', async () => {
    const { primary, standby, among } = await pair()
    const onStandby = postgresStore(new PgDatabase({ connectionString: among(standby.host) }))
    onTestFinished(() => onStandby.close())
    const connectionString = among(`${standby.host},${primary.host}`).concat('?target_session_attrs=primary')
    const store = await openPostgresStore({ connectionString })
    onTestFinished(() => store.close())
    await expect(write(store, 'before')).resolves.toBe('written')
    await expect.poll(() => onStandby.apiKeys.count()).toBe(1)
    await expect(onStandby.ping()).rejects.toMatchObject({ kind: 'unavailable' })

    await primary.crash()
    await expect(write(store, 'meanwhile')).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(store.ping()).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(
        bothOf(`${standby.host}: it is a standby`, `${primary.host}: connect ECONNREFUSED`),
      ),
    })
    await connected(among(standby.host), (run) => run('select pg_promote()'))
    await expect.poll(() => write(store, 'after').catch(({ kind }) => kind)).toBe('written')
    expect(await onStandby.apiKeys.count()).toBe(2)
  })

  it('should use the standby that is promoted because the primary hangs', async () => {
    const { primary, standby, among } = await pair()
    const connectionString = among(`${primary.host},${standby.host}`).concat('?target_session_attrs=read-write')
    const store = await openPostgresStore({ connectionString, hangTimeout: 1_500 })
    onTestFinished(() => store.close())
    await expect(write(store, 'before')).resolves.toBe('written')
    await primary.freeze()
    await expect(write(store, 'meanwhile')).rejects.toMatchObject({ kind: 'unavailable' })
    await connected(among(standby.host), (run) => run('select pg_promote()'))
    await expect.poll(() => write(store, 'after').catch(({ kind }) => kind)).toBe('written')
  })
})

// Helpers

/** A primary and its standby, and a function that makes the connection string of their database for given hosts. */
async function pair() {
  const primary = await StoppableServer.start()
  onTestFinished(() => primary.remove())
  const url = await primary.createDatabase('shared')
  const standby = await primary.standby()
  onTestFinished(() => standby.remove())
  return { primary, standby, among: (hosts: string) => url.replace(primary.host, hosts) }
}

/** A pattern that matches a message with both texts, in either order. */
function bothOf(...texts: readonly [string, string]): RegExp {
  const [one, other] = texts.map((text) => text.replaceAll('.', '[.]'))
  return new RegExp(`${one}.*; ${other}|${other}.*; ${one}`)
}

async function write(store: PostgresStore, id: string): Promise<'written'> {
  await store.transaction((parts) => parts.apiKeys.add(keyOf(id), id))
  return 'written'
}

function keyOf(id: string) {
  const createTime = '2026-11-20T12:00:00.000Z'
  return { id, user: 'ann', scopes: ['read'] as const, text: '', createTime, expireTime: null, lastUsedTime: null }
}
