import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgresStore } from '../src/index.js'
import { type PostgresServer, startPostgresServer } from './postgres-server.js'

describe('a server that cannot be reached', () => {
  let server: PostgresServer
  let connectionString: string
  beforeAll(async () => {
    server = await startPostgresServer()
    connectionString = await server.createDatabase()
  })
  afterAll(() => server?.stop())

  it('should be told by its address, without the password', async () => {
    const attempt = openPostgresStore({ connectionString: 'postgres://me:secret@127.0.0.1:1/nothing' })
    await expect(attempt).rejects.toMatchObject(UNAVAILABLE)
    await expect(attempt).rejects.not.toThrow('secret')
  })

  it('should be told when it accepts and says nothing', async () => {
    const mute: Server = createServer()
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    const address = mute.address()
    const port = typeof address === 'object' ? address?.port : 0
    const silent = `postgres://me@127.0.0.1:${port}/nothing`
    await expect(openPostgresStore({ connectionString: silent, connectTimeout: 200 })).rejects.toMatchObject(
      UNAVAILABLE,
    )
    mute.close()
  })

  it('should be told when there is no such database', async () => {
    const url = new URL(connectionString)
    url.pathname = 'opsgraph_no_such_database'
    await expect(openPostgresStore({ connectionString: url.href })).rejects.toMatchObject(UNAVAILABLE)
  })

  it('should be told when all connections are taken for too long, and serve afterwards', async () => {
    const store = await openPostgresStore({ connectionString, maxConnections: 1, connectTimeout: 100 })
    await store.transaction(async () => {
      await expect(store.ping()).rejects.toMatchObject(UNAVAILABLE)
    })
    await expect(store.ping()).resolves.toBeUndefined()
    await store.close()
  })

  it('should be told when a statement takes too long, and serve afterwards', async () => {
    const [patient, hasty] = await Promise.all([
      openPostgresStore({ connectionString }),
      openPostgresStore({ connectionString, statementTimeout: 100 }),
    ])
    await patient.transaction(async (held) => {
      await held.lock('topologies')
      await expect(hasty.transaction((parts) => parts.lock('topologies'))).rejects.toMatchObject(UNAVAILABLE)
    })
    await expect(hasty.transaction((parts) => parts.lock('topologies'))).resolves.toBeUndefined()
    await Promise.all([patient.close(), hasty.close()])
  })

  it('should be used again once it has ended every session', async () => {
    const store = await openPostgresStore({ connectionString })
    const endAll = () =>
      server.administrate(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'opsgraph'`)
    await Promise.all([store.ping(), store.ping()])
    await endAll()
    await new Promise((resolve) => setTimeout(resolve, 100))
    await expect(store.ping()).resolves.toBeUndefined()
    const interrupted = store.transaction(async (parts) => {
      await parts.apiKeys.count()
      await endAll()
      await new Promise((resolve) => setTimeout(resolve, 100))
      await parts.apiKeys.count()
    })
    await expect(interrupted).rejects.toMatchObject(UNAVAILABLE)
    expect(await store.apiKeys.count()).toBe(0)
    await store.close()
    await expect(store.ping()).rejects.toMatchObject(UNAVAILABLE)
    await expect(store.close()).resolves.toBeUndefined()
  })
})

// Helpers

const UNAVAILABLE = { name: 'OpsgraphError', kind: 'unavailable' }
