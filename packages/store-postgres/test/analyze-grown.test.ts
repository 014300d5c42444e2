import type { Relation } from '@opsgraph/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresRelationStore } from '../src/relation/relation-store.js'
import type { Statement } from '../src/sql/database.js'
import { ENGINES, type Engine } from './engine.js'
import { EMPTY } from './peek.js'
import { recordingSession } from './recording-session.js'

const TIME = '2026-01-01T00:00:00.000Z'
const STATEMENT = 2_000

describe.each(Object.entries(ENGINES))('tables that grow, on %s', (_, start) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await start()
  })
  afterAll(() => engine?.close())

  it('should be analyzed once, after many statements that each add a small part', async () => {
    await engine.run(EMPTY)
    const asked: Statement[] = []
    const relations = postgresRelationStore(recordingSession(engine.database, asked))
    for (let turn = 0; turn < 5; turn++) await relations.upsert(relationsOf('Production', turn))
    await engine.run('vacuum analyze relation')
    asked.length = 0
    for (let turn = 0; turn < 5; turn++) await relations.upsert(relationsOf('Staging', turn))

    const known = await engine.run(`select most_common_vals::text from pg_stats
      where tablename = 'relation' and attname = 'environment'`)
    expect(known).toEqual([{ most_common_vals: '{Production,Staging}' }])
    const analyzed = asked.flatMap(({ text }) => (text.startsWith('analyze') ? text.split(' ').slice(-1) : []))
    expect(analyzed).toEqual(['relation', 'relation_claim'])
  })
})

// Helpers

function relationsOf(environment: string, turn: number): readonly Relation[] {
  return Array.from({ length: STATEMENT }, (_, at) => ({
    id: `${environment} ${turn} ${at}`,
    environment,
    resource: `host ${turn} ${at}`,
    parent: 'hub',
    source: 'cmdb',
    sourceRef: null,
    createTime: TIME,
    updateTime: TIME,
  }))
}
