import type { Relation } from '@opsgraph/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresRelationStore } from '../src/relation/relation-store.js'
import type { Session } from '../src/sql/database.js'
import { ENGINES, type Engine } from './engine.js'
import { EMPTY } from './peek.js'
import { recordingSession } from './recording-session.js'

describe.each(Object.entries(ENGINES))('the tables of relations and claims on %s', (_, start) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await start()
  })
  afterAll(() => engine?.close())

  it('should confirm relations without a change of an index', async () => {
    await engine.run('truncate relation, relation_claim')
    const relations = Array.from({ length: 600 }, (_, at) => below(`node ${at}`))
    const later = relations.map((one) => ({ ...one, updateTime: '2026-02-01T00:00:00.000Z' }))
    const counts = await engine.database.transaction('write', async (session) => {
      const store = postgresRelationStore(session)
      await store.upsert(relations)
      await store.upsert(later)
      return await updatesOf(session)
    })
    expect(counts).toEqual(['relation', 'relation_claim'].map((table) => ({ table, updates: 600, inPlace: 600 })))
  })

  it('should be listed by updateTime with any filter', async () => {
    await engine.run(EMPTY)
    const relations = postgresRelationStore(recordingSession(engine.database))
    const stored = ['b', 'a', 'c'].map((name, at) => ({
      ...below(name),
      updateTime: `2026-01-0${at + 1}T00:00:00.000Z`,
    }))
    await relations.upsert(stored.map((one) => ({ ...one, sourceRef: 'x' })))
    await relations.upsert([{ ...below('d'), environment: 'E', source: 'cmdb', sourceRef: 'y' }])
    const filters = {
      environment: [''],
      resource: ['a', 'b', 'c'],
      parent: ['hub'],
      source: ['event'],
      sourceRef: ['x'],
    }
    for (const [filter, accepted] of [...Object.entries(filters), ['all', []] as const]) {
      const narrowed = filter === 'all' ? filters : { resource: ['a', 'b', 'c'], [filter]: accepted }
      const sort = { column: 'updateTime', descending: true } as const
      const { items, total } = await relations.list({ filters: narrowed, sort, page: 1, pageSize: 2 })
      expect([filter, items.map(({ resource }) => resource), total]).toEqual([filter, ['c', 'a'], 3])
    }
  })
})

// Helpers

function below(resource: string): Relation {
  const time = '2026-01-01T00:00:00.000Z'
  return {
    id: resource,
    environment: '',
    resource,
    parent: 'hub',
    source: 'event',
    sourceRef: null,
    createTime: time,
    updateTime: time,
  }
}

/** The rows that this transaction has updated, and how many of them changed no index (heap-only tuples). */
async function updatesOf(session: Session) {
  const text = `select relname, n_tup_upd::int, n_tup_hot_upd::int from pg_stat_xact_user_tables
    where relname in ('relation', 'relation_claim') order by relname`
  const { rows } = await session.query<readonly [string, number, number]>({ text })
  return rows.map(([table, updates, inPlace]) => ({ table, updates, inPlace }))
}
