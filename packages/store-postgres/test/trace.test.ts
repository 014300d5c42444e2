import { AsyncLocalStorage } from 'node:async_hooks'
import type { SpanStart, Tracer } from '@opsgraph/core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type PostgresServer, startPostgresServer } from '../../../test/once-a-run/postgres-server.js'
import { PgDatabase } from '../src/connection/pg-database.js'
import { openPostgresStore } from '../src/index.js'
import { tracedDatabase } from '../src/sql/traced-database.js'

const SECRET = 'a-value-that-is-sent'

describe('a store with a tracer', () => {
  let server: PostgresServer
  let connectionString: string
  beforeAll(async () => {
    server = await startPostgresServer()
    connectionString = await server.createDatabase()
  })
  afterAll(() => server?.stop())

  it('should make a span for each transaction and each statement, without values', async () => {
    const { tracer, spans } = recording()
    const store = await openPostgresStore({ connectionString, tracer })
    spans.length = 0
    await store.transaction(async (parts) => {
      await parts.lock('catalog')
      return parts.apiKeys.readByDigest(SECRET)
    })
    await store.snapshot((parts) => parts.webhooks.read(SECRET))
    await store.ping()
    await store.close()
    const names = spans.map(({ name }) => name)
    expect(names).toContain('transaction write')
    expect(names).toContain('transaction snapshot')
    const statements = spans.filter(({ kind }) => kind === 'client')
    expect(statements.length).toBeGreaterThanOrEqual(3)
    for (const { attributes } of statements) {
      expect(attributes).toMatchObject({
        'db.system.name': 'postgresql',
        'db.operation.name': 'select',
        'db.query.text': expect.stringMatching(/^\s*select\b/),
      })
    }
    expect(JSON.stringify(spans)).not.toContain(SECRET)
  })

  it('should make each statement a part of its transaction, also if it is called from elsewhere', async () => {
    const { tracer, spans } = recording()
    const store = await openPostgresStore({ connectionString, tracer })
    let ask: (() => Promise<unknown>) | undefined
    let end = () => {}
    const reading = store.snapshot(async (parts) => {
      ask = () => parts.webhooks.read('read from elsewhere')
      await new Promise<void>((resolve) => {
        end = resolve
      })
    })
    await vi.waitFor(() => expect(ask).toBeDefined())
    spans.length = 0
    await ask?.()
    end()
    await reading
    await store.close()
    expect(spans.filter(({ kind }) => kind === 'client').map(({ within }) => within)).toEqual(['transaction snapshot'])
  })

  it('should make a span for a single statement, and for each statement in an atomic part', async () => {
    const { tracer, spans } = recording()
    const database = tracedDatabase(new PgDatabase({ connectionString }), tracer)
    await database.query({ text: 'select 1', name: 'alone' })
    await database.transaction('write', (session) => session.atomic((part) => part.query({ text: 'select 2' })))
    await database.close()
    expect(spans.map(({ name, within }) => [name, within])).toEqual([
      ['alone', undefined],
      ['transaction write', undefined],
      ['select', 'transaction write'],
    ])
    await expect(database.query({ text: 'select 3' })).rejects.toMatchObject({ kind: 'unavailable' })
  })

  it('should return the counts of the pool', async () => {
    const store = await openPostgresStore({ connectionString, tracer: recording().tracer, maxConnections: 7 })
    expect(store.poolCounts?.()).toEqual({ max: 7, open: 1, idle: 1, waiting: 0 })
    await store.close()
  })
})

// Helpers

/** A recorded span, with the name of its parent span. */
interface Recorded extends SpanStart {
  readonly within: string | undefined
}

function recording(): { readonly tracer: Tracer; readonly spans: Recorded[] } {
  const spans: Recorded[] = []
  const current = new AsyncLocalStorage<string>()
  const span = { rename: () => undefined, set: () => undefined, fail: () => undefined }
  const tracer: Tracer = {
    span: (start, work) => {
      spans.push({ ...start, within: current.getStore() })
      return current.run(start.name, () => work(span))
    },
  }
  return { tracer, spans }
}
