import type { Relation } from '@opsgraph/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PgliteDatabase, vacuumTables } from '../src/embedded/pglite-database.js'
import { openEmbeddedStore } from '../src/index.js'
import { postgresRelationStore } from '../src/relation/relation-store.js'
import { openPreparedPglite } from './prepared-pglite.js'
import { recordingSession } from './recording-session.js'

const MINUTE = 60_000

describe('a database inside this process', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('should not grow when the same relations are sent again and again', async () => {
    const database = new PgliteDatabase(await openPreparedPglite())
    const relations = postgresRelationStore(recordingSession(database))
    const sizes: number[] = []
    for (let round = 0; round < 12; round++) {
      await relations.upsert(Array.from({ length: 1_000 }, (_, at) => relation(`node ${at}`, round)))
      // PostgreSQL updates its statistics counters at most once a second, unless the update is requested.
      await database.query({ text: 'select pg_stat_force_next_flush()::text' })
      await vacuumTables(database)
      sizes.push(await sizeOf(database))
    }
    await database.close()
    expect(sizes.at(-1)).toBe(sizes[3])
  })

  it('should be vacuumed once a minute if needed, until its store is closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const query = vi.spyOn(PgliteDatabase.prototype, 'query')
    const looks = () => query.mock.calls.filter(([{ text }]) => text.includes('n_dead_tup')).length
    const store = await openEmbeddedStore()
    await vi.advanceTimersByTimeAsync(MINUTE - 1)
    expect(looks()).toBe(0)
    for (const times of [1, 2]) {
      await vi.advanceTimersByTimeAsync(MINUTE)
      await store.ping()
      expect(looks()).toBe(times)
    }
    await store.close()
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(looks()).toBe(2)
  })
})

// Helpers

function relation(resource: string, minute: number): Relation {
  const time = new Date(Date.UTC(2026, 0, 1) + minute * MINUTE).toISOString()
  return {
    id: resource,
    environment: '',
    resource,
    parent: 'hub',
    source: 'cmdb',
    sourceRef: null,
    createTime: time,
    updateTime: time,
  }
}

/** The size in bytes of the table of relations, with its indexes. */
async function sizeOf(database: PgliteDatabase): Promise<number> {
  const text = `select pg_total_relation_size('relation')::int`
  const { rows } = await database.query<readonly [number]>({ text })
  return rows[0]?.[0] ?? Number.NaN
}
