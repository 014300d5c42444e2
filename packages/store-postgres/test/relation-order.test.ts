import type { Relation } from '@opsgraph/core'
import type { Direction } from '@opsgraph/core/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session, Statement } from '../src/database.js'
import { PostgresRelationStore } from '../src/postgres-relation-store.js'
import { ENGINES, type Engine } from './engine.js'
import { EMPTY } from './peek.js'
import { explain, type PlanNode } from './plan-nodes.js'
import { recordingSession } from './recording-session.js'

const WIDTH = 600

describe.each(Object.entries(ENGINES))('the order of relations on %s', (_, start) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await start()
  })
  afterAll(() => engine?.close())

  it.each<Direction>(['parents', 'children'])(
    'should be that of an index, from which alone %s are read',
    async (direction) => {
      await engine.run(EMPTY)
      await engine.run(`insert into relation
        (id, environment, resource, parent, source, source_rank, create_time, update_time)
      select at, 'Production', case at % 2 when 0 then 'hub' else 'node ' || at end,
        case at % 2 when 0 then 'node ' || at else 'hub' end, 'event', 10, now(), now() - at * interval '1 second'
      from generate_series(1, ${2 * WIDTH}) as at`)
      await engine.run('vacuum analyze relation_order')
      const sent: Statement[] = []
      const relations = new PostgresRelationStore(recordingSession(engine.database, sent))
      const found = await relations.neighbors(direction, new Map([['Production', ['hub', 'node 7', 'node 8']]]))
      const neighbors = found.get('Production')?.get('hub') ?? []
      const numbers = neighbors.map((name) => Number(name.slice('node '.length)))
      expect(numbers).toHaveLength(WIDTH)
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))

      const plan = await planOf(engine, sent)
      expect(plan.filter((node) => node['Relation Name'] !== undefined)).toMatchObject([
        { 'Node Type': 'Index Only Scan', 'Index Name': `relation_order_${direction}` },
      ])
      expect(plan.filter((node) => /Sort/.test(node['Node Type']))).toEqual([])
    },
  )

  it.each([false, true])(
    'should be the order in which a list by updateTime is read, descending: %s',
    async (descending) => {
      await engine.run(EMPTY)
      await engine.run(`insert into relation
        (id, environment, resource, parent, source, source_rank, create_time, update_time)
      select at, 'Production', 'node ' || at, 'hub', 'event', 10, now(), timestamptz '2026-01-01' + at / 10 * interval '1 second'
      from generate_series(1, 5000) as at`)
      await engine.run('vacuum analyze relation, relation_order')
      const sent: Statement[] = []
      const relations = new PostgresRelationStore(recordingSession(engine.database, sent))
      const sort = { column: 'updateTime', descending } as const
      const { items, total } = await relations.list({ filters: {}, sort, page: 2, pageSize: 20 })
      expect(total).toBe(5000)
      const ids = Array.from({ length: 5000 }, (_, at) => at + 1).map((at) => ({
        second: Math.trunc(at / 10),
        id: `${at}`,
      }))
      const sorted = ids.toSorted((one, other) => one.second - other.second || (one.id < other.id ? -1 : 1))
      const expected = (descending ? sorted.toReversed() : sorted).slice(20, 40)
      expect(items.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))

      const plan = await planOf(engine, sent)
      expect(plan.map((node) => node['Index Name'])).toContain('relation_order_update_time')
      const read = plan.filter((node) => node['Relation Name'] === 'relation_order').map((node) => node['Actual Rows'])
      expect(read).toEqual([40])
    },
  )

  it('should be that of a list by updateTime with any filter', async () => {
    await engine.run(EMPTY)
    const relations = new PostgresRelationStore(recordingSession(engine.database))
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

  it('should be returned without the excluded resources', async () => {
    await engine.run(EMPTY)
    const relations = new PostgresRelationStore(recordingSession(engine.database))
    await relations.upsert(['a', 'b', 'c'].map(below))
    const found = await relations.neighbors('children', new Map([['', ['hub', 'a']]]), new Set(['b']))
    expect(found.get('')).toEqual(new Map([['hub', ['a', 'c']]]))
    const none = await relations.neighbors('parents', new Map([['', ['a', 'b']]]), new Set(['hub']))
    expect(none.get('')).toEqual(new Map())
  })

  it('should be maintained by the database for every writer', async () => {
    await engine.run(EMPTY)
    const write = async (statement: string) => {
      await engine.run(statement)
      return engine.run(`select source_rank as rank, extract(year from update_time)::int as year, resource, parent
        from relation_order where environment = 'E' order by resource`)
    }
    const inserted = `insert into relation
        (id, environment, resource, parent, source, source_rank, create_time, update_time)
      select name, 'E', name, 'top', 'event', 10, now(), '2026-01-01' from unnest('{a,b,c}'::text[]) as name`
    const [a, b, c] = ['a', 'b', 'c'].map((resource) => ({ rank: 10, year: 2026, resource, parent: 'top' }))
    expect(await write(inserted)).toEqual([a, b, c])
    expect(await write(`update relation set update_time = '2027-01-01' where id = 'b'`)).toEqual([
      a,
      { ...b, year: 2027 },
      c,
    ])
    expect(await write(`update relation set source_rank = 0, parent = 'best' where id <> 'b'`)).toEqual([
      { ...a, rank: 0, parent: 'best' },
      { ...b, year: 2027 },
      { ...c, rank: 0, parent: 'best' },
    ])
    expect(await write(`delete from relation where id = 'c'`)).toEqual([
      { ...a, rank: 0, parent: 'best' },
      { ...b, year: 2027 },
    ])
    expect(await write('truncate relation')).toEqual([])
  })

  it('should be maintained by reading deleted rows only, also by plans that were made while it was empty', async () => {
    await engine.run(EMPTY)
    // The planner assumes that a table which is known to be empty remains so.
    await engine.run('vacuum relation_order')
    const read = await engine.database.transaction('write', async (session) => {
      await session.query({ text: 'discard plans' })
      const relations = new PostgresRelationStore(session)
      const upsert = (count: number) => relations.upsert(Array.from({ length: count }, (_, at) => below(`node ${at}`)))
      await upsert(1)
      await upsert(1)
      const before = await rowsRead(session)
      await upsert(WIDTH)
      await upsert(WIDTH)
      await relations.deleteMany(
        'event',
        Array.from({ length: WIDTH }, (_, at) => `node ${at}`),
      )
      const after = await rowsRead(session)
      return { inTurn: after.inTurn - before.inTurn, byIndex: after.byIndex - before.byIndex }
    })
    // One row that was stored before, then all rows that are saved again, then all rows that are deleted.
    expect(read).toEqual({ inTurn: 0, byIndex: 1 + WIDTH + WIDTH })
    expect(await engine.run('select from relation_order')).toEqual([])
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

/** How many rows of the table this transaction has read, with and without an index. */
async function rowsRead(session: Session): Promise<Readonly<Record<'inTurn' | 'byIndex', number>>> {
  const text = `select seq_tup_read::int, idx_tup_fetch::int from pg_stat_xact_user_tables where relname = 'relation_order'`
  const { rows } = await session.query<readonly [number, number]>({ text })
  const [inTurn, byIndex] = rows[0] ?? [Number.NaN, Number.NaN]
  return { inTurn, byIndex }
}

/** All steps of the plan of the only statement. */
function planOf({ database }: Engine, [statement]: readonly Statement[]): Promise<readonly PlanNode[]> {
  return explain(database, statement ?? { text: '' })
}
