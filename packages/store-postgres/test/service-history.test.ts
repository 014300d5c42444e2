import { createOpsgraph, type Opsgraph, type Tracer } from '@opsgraph/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgresServer } from '../../../test/once-a-run/postgres-server.js'
import { openPostgresStore, type PostgresStore } from '../src/index.js'

const ME = { user: 'me', scopes: ['admin'], requestId: null } as const
/** The first statements of a look: has anything changed, and have the subscriptions changed? */
const UNCHANGED = ['snapshot-version', 'read-subscription_revision']
const DOWN = { environment: 'P', resource: 'disk', event: 'Down', service: ['bank'] } as const

describe('the history of services on a server', () => {
  let postgres: PostgresServer
  let name = ''
  let stores: readonly PostgresStore[]
  const statements: string[] = []
  let server: Opsgraph
  let other: Opsgraph
  beforeAll(async () => {
    postgres = await startPostgresServer()
    const connectionString = await postgres.createDatabase()
    name = new URL(connectionString).pathname.slice(1)
    const span: Tracer['span'] = ({ name: statement }, work) => {
      if (!statement.startsWith('transaction')) statements.push(statement)
      return work({ rename: () => {}, set: () => {}, fail: () => {} })
    }
    stores = [
      await openPostgresStore({ connectionString, tracer: { span } }),
      await openPostgresStore({ connectionString }),
      await openPostgresStore({ connectionString, maxConnections: 1 }),
    ]
    const [first, second] = stores.map((store) => createOpsgraph({ store }))
    if (first === undefined || second === undefined) throw new Error('two servers')
    server = first
    other = second
  })
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()))
    await postgres?.stop()
  })

  it('should cost two short statements if nothing has changed', async () => {
    await other.receiveAlert(ME, { ...DOWN, severity: 'major' })
    expect(await server.noticeImpact()).toBe(1)
    await expect.poll(lookAgain, { timeout: 20_000 }).toEqual(UNCHANGED)
  })

  it('should compute nothing while another server leads', async () => {
    await other.receiveAlert(ME, { ...DOWN, severity: 'critical' })
    const seen = await stores[1]?.lead?.('serviceHistory', async () => {
      expect(await lookAgain()).toEqual([...UNCHANGED, 'try-lead'])
      return await server.noticeImpact()
    })
    expect(seen).toBe(0)
    await expect.poll(() => server.noticeImpact()).toBe(1)
    expect(await other.noticeImpact()).toBe(0)
  })

  it('should let others lead at once if the connection of the leader ends', async () => {
    const killed = stores[1]?.lead?.('serviceHistory', async () => {
      expect(await stores[0]?.lead?.('serviceHistory', async () => 'second')).toBeUndefined()
      await postgres.administrate(
        `select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = pg_locks.database
          where locktype = 'advisory' and datname = '${name}'`,
      )
      await expect.poll(() => stores[0]?.lead?.('serviceHistory', async () => 'second')).toBe('second')
    })
    await killed?.catch(() => undefined)
  })

  it('should work with a single connection, which cannot lead', async () => {
    const [store] = stores.slice(2)
    if (store === undefined) throw new Error('a third store')
    await other.receiveAlert(ME, { ...DOWN, severity: 'minor' })
    expect(store.lead).toBeUndefined()
    expect(await createOpsgraph({ store }).noticeImpact()).toBe(1)
  })

  // Helpers

  /** The statements of a look. */
  async function lookAgain(): Promise<readonly string[]> {
    statements.length = 0
    await server.noticeImpact()
    return [...statements]
  }
})
