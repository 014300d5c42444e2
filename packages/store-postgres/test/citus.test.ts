import { createOpsgraph, type Relation } from '@opsgraph/core'
import { readAlert } from '@opsgraph/core/pure'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PostgresStore } from '../src/postgres-store.js'
import { CITUS_URL, startCitus } from './citus.js'
import type { Engine } from './engine.js'

const RELATIONS = 2_000
const WRITERS = 6
const ROUNDS = 4
const CALLER = { user: 'test', scopes: ['admin' as const], requestId: null }
const TIME = '2026-01-01T00:00:00.000Z'

if (CITUS_URL === undefined)
  it.skip('the faults of Citus: set CITUS_URL to the coordinator of a cluster', () => undefined)
else describe('PostgresStore on Citus', suite)

function suite(): void {
  let engine: Engine
  let store: PostgresStore
  beforeAll(async () => {
    engine = await startCitus()
    store = new PostgresStore(engine.database)
  })
  afterAll(() => engine?.close())

  it('should list where each table is, and spread nothing twice', async () => {
    const tables = new Map((await store.tables()).map(({ table, spread }) => [table, spread]))
    for (const [table, column] of [
      ['relation', 'resource'],
      ['alert', 'resource'],
      ['audit_entry', 'id'],
    ] as const) {
      expect(tables.get(table)).toMatchObject({ column, shards: 4, nodes: expect.any(Number) })
    }
    expect([tables.has('topology'), tables.get('topology')]).toEqual([true, undefined])
    expect(await store.spread(4)).toEqual([])
  })

  it('should complete overlapping bulk writes of several clients, in any order', async () => {
    const names = Array.from({ length: RELATIONS }, (_, index) => `host-${index}`)
    const writeAll = async (writer: number) => {
      for (let round = 0; round < ROUNDS; round++) {
        const rotated = [...names.slice(writer * 300), ...names.slice(0, writer * 300)]
        await store.relations.upsert(rotated.map((resource) => relation(resource, writer)))
        const alerts = rotated.slice(0, 500).map((resource) => readAlert({ environment: 'P', resource, event: 'down' }))
        await createOpsgraph({ store }).receiveAlerts(CALLER, alerts)
      }
    }
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => writeAll(writer)))
    const query = { filters: {}, sort: undefined, page: 1, pageSize: 1 }
    expect((await store.relations.list(query)).total).toBe(RELATIONS)
    expect(await waitingSessions(engine)).toBe(0)
  }, 120_000)

  it('should answer "unavailable" while a worker ends all sessions, and lose no acknowledged write', async () => {
    const acknowledged: string[] = []
    const failures: unknown[] = []
    let isRunning = true
    const writing = Promise.all(
      Array.from({ length: 4 }, async (_, writer) => {
        for (let index = 0; isRunning; index++) {
          const resource = `kill-${writer}-${index}`
          await store.relations.upsert([relation(resource, writer)]).then(
            () => acknowledged.push(resource),
            (error) => failures.push(error),
          )
        }
      }),
    )
    for (let round = 0; round < 5; round++) {
      await new Promise((resolve) => setTimeout(resolve, 200))
      await engine.run(`select run_command_on_workers($$select count(pg_terminate_backend(pid)) from pg_stat_activity
        where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()$$)`)
    }
    isRunning = false
    await writing
    for (const error of failures) expect(error).toMatchObject({ name: 'OpsgraphError', kind: 'unavailable' })
    // Citus commits prepared transactions of lost sessions later, by itself once a minute.
    await vi.waitFor(() => engine.run('select recover_prepared_transactions()'))
    const stored = await store.relations.find(
      acknowledged.map((resource) => ({ environment: 'P', resource, parent: 'rack' })),
    )
    expect(stored).toHaveLength(acknowledged.length)
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(await waitingSessions(engine)).toBe(0)
  }, 60_000)
}

// Helpers

function relation(resource: string, writer: number): Relation {
  const ends = { environment: 'P', resource, parent: 'rack' }
  return { id: `${resource}-${writer}`, ...ends, source: 'cmdb', sourceRef: 'west', createTime: TIME, updateTime: TIME }
}

/** The number of sessions on the coordinator that wait for a lock. */
async function waitingSessions({ run }: Engine): Promise<number> {
  const [row] = await run(`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return (row as { readonly count: number }).count
}
