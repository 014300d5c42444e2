import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgresServer } from '../../../test/once-a-run/postgres-server.js'
import { PgDatabase } from '../src/connection/pg-database.js'

describe('a session on a server', () => {
  let server: PostgresServer
  let connectionString: string
  beforeAll(async () => {
    server = await startPostgresServer()
    connectionString = await server.createDatabase()
  })
  afterAll(() => server?.stop())

  it('should set its time format, planner options and timeouts, and leave synchronous_commit as on the server', async () => {
    const database = new PgDatabase({ connectionString, statementTimeout: 2_500.5 })
    const { rows } = await database.query<[string, string]>({
      text: `select name, setting from pg_settings where source = 'session'`,
    })
    await database.close()
    expect(Object.fromEntries(rows)).toEqual({
      DateStyle: 'ISO, MDY',
      TimeZone: 'UTC',
      deadlock_timeout: '100',
      idle_in_transaction_session_timeout: '2500',
      jit: 'off',
      random_page_cost: '1.1',
      statement_timeout: '2500',
    })
  })

  it('should work also if its user may not set deadlock_timeout', async () => {
    const { hostname, port, pathname } = new URL(connectionString)
    const name = `user_of${pathname.replace(/\W/g, '_')}`
    await server.administrate(`create role ${name} login password 'secret'`)
    const database = new PgDatabase({ connectionString: `postgres://${name}:secret@${hostname}:${port}${pathname}` })
    const { rows } = await database.query({ text: `select current_user::text, current_setting('jit')` })
    expect(rows).toEqual([[name, 'off']])
    await database.close()
    await server.administrate(`drop role ${name}`)
  })
})
