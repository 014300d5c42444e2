import { describe, expect, it, vi } from 'vitest'
import { PgConnections } from './pg-connections.js'

const connectionString = 'postgres://me@127.0.0.1:1/nothing'

describe('PgConnections', () => {
  it('should open at most ten connections, with the documented timeouts', () => {
    const intervals = vi.spyOn(globalThis, 'setInterval')
    const { pool } = new PgConnections({ connectionString })
    // The server is checked ten times within the default `hangTimeout` of 10 s.
    expect(intervals).toHaveBeenLastCalledWith(expect.anything(), 1_000)
    expect(pool.options).toMatchObject({ max: 10, connectionTimeoutMillis: 15_000, keepAlive: true })
    expect(pool.options).toMatchObject({ query_timeout: 65_000 })
  })

  it('should wait for an answer a little longer than the statement timeout', () => {
    const { pool } = new PgConnections({ connectionString, statementTimeout: 2_000 })
    expect(pool.options).toMatchObject({ query_timeout: 7_000 })
    expect(new PgConnections({ connectionString, statementTimeout: 0 }).pool.options).toMatchObject({
      query_timeout: 0,
    })
  })
})
