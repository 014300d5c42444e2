import type { Relation } from '@opsgraph/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Statement } from '../src/database.js'
import { PostgresRelationStore } from '../src/postgres-relation-store.js'
import { ENGINES, type Engine } from './engine.js'
import { EMPTY } from './peek.js'
import { recordingSession } from './recording-session.js'

describe.each(Object.entries(ENGINES))('reachable resources on %s', (_, start) => {
  let engine: Engine
  let relations: PostgresRelationStore
  beforeAll(async () => {
    engine = await start()
  })
  beforeEach(async () => {
    await engine.run(EMPTY)
    relations = new PostgresRelationStore(recordingSession(engine.database))
  })
  afterAll(() => engine?.close())

  it('should be returned up to the limit, and not beyond it', async () => {
    await relations.upsert([link('a', 'b'), link('b', 'c'), link('b', 'd'), link('d', 'a'), link('x', 'a')])
    const from = { environment: 'Production', resource: 'a' }
    const answer = await relations.reachable('parents', from, 3)
    expect(answer).toEqual(
      new Map([
        ['a', ['b']],
        ['b', ['c', 'd']],
        ['d', ['a']],
      ]),
    )
    expect(await relations.reachable('parents', from, 2)).toBeUndefined()
    expect((await relations.reachable('children', from, 4))?.get('a')).toEqual(['d', 'x'])
  })

  it('should not be searched beyond the limit', async () => {
    const width = 3000
    const hub = Array.from({ length: width }, (_, at) => link(`leaf ${String(at).padStart(4, '0')}`, 'hub'))
    const deeper = hub.map(({ resource }) => link(`under ${resource}`, resource))
    await relations.upsert([...hub, ...deeper])
    await engine.run('analyze relation_order')
    const sent: Statement[] = []
    const recording = new PostgresRelationStore(recordingSession(engine.database, sent))
    expect(await recording.reachable('children', { environment: 'Production', resource: 'hub' }, 20)).toBeUndefined()
    const [{ text, values = [] } = { text: '' }] = sent
    const { rows } = await engine.database.query<readonly [string]>({ text: `explain (analyze) ${text}`, values })
    const looks = rows.flatMap(([line]) => /relation.*actual.* rows=([\d.]+) loops=(\d+)/.exec(line)?.slice(1, 3) ?? [])
    expect(looks.length).toBeGreaterThan(0)
    expect(Math.max(...looks.map(Number))).toBeLessThan(30)
  })
})

// Helpers

function link(resource: string, parent: string): Relation {
  const time = '2026-01-01T00:00:00.000Z'
  const id = `${resource} below ${parent}`
  return {
    id,
    environment: 'Production',
    resource,
    parent,
    source: 'manual',
    sourceRef: null,
    createTime: time,
    updateTime: time,
  }
}
