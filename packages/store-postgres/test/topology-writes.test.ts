import type { Topology } from '@opsgraph/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { postgresStore } from '../src/postgres-store.js'
import type { Database, Session, Statement, StatementResult } from '../src/sql/database.js'
import { postgresTopologyStore } from '../src/topology/topology-store.js'
import { ENGINES, type Engine } from './engine.js'
import { EMPTY } from './peek.js'

describe.each(Object.entries(ENGINES))('the writes of a save of topologies on %s', (_, start) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await start()
  })
  beforeEach(() => engine.run(EMPTY))
  afterAll(() => engine?.close())

  it('should take as many statements for many topologies as for one', async () => {
    const statements = new CountingSession(engine.database)
    const store = postgresTopologyStore(statements)
    const counts: number[][] = []
    for (const number of [1, 60]) {
      const topologies = Array.from({ length: number }, (_, index) => topologyOf(`${number} ${index}`))
      const changed = topologies.map((topology) => ({
        ...topology,
        nodes: topology.nodes.toReversed().slice(1),
        edges: topology.edges.slice(1),
      }))
      const took: number[] = []
      for (const list of [topologies, changed, changed]) {
        const before = statements.count
        await store.save(list)
        took.push(statements.count - before)
      }
      const before = statements.count
      await store.readByServices(topologies.map(({ service }) => service))
      counts.push([...took, statements.count - before])
    }
    expect(counts[1]).toEqual(counts[0])
    expect(counts[0]?.at(2)).toBe(1)
  })

  it('should not rewrite rows that are unchanged', async () => {
    const store = postgresTopologyStore(new CountingSession(engine.database))
    const [first, second, third] = ['1', '2', '3'].map((name) => topologyOf(name)) as [Topology, Topology, Topology]
    await store.save([first, second, third])
    const before = await versions(engine)
    const [moved, ...others] = second.nodes
    if (moved === undefined) throw new Error('there is no node')
    const changed = { ...second, nodes: [{ ...moved, label: 'changed' }, { ...moved, id: 'new' }, ...others] }
    await store.save([third, changed, first])
    const after = await versions(engine)
    const rewritten = after.filter(({ key, version }) => before.find((row) => row.key === key)?.version !== version)
    expect(rewritten.map(({ key }) => key).toSorted()).toEqual([
      `node ${moved.id}`,
      'node new',
      `topology ${second.id}`,
    ])
    expect(after).toHaveLength(before.length + 1)
    expect((await store.readByServices([second.service]))[0]?.nodes).toEqual(changed.nodes)
  })

  it('should lock and add rows in one order, so that no transaction has to be repeated', async () => {
    const store = postgresStore(engine.database)
    const names = Array.from({ length: 40 }, (_, index) => `${index}`)
    const stored = names.map((name) => topologyOf(name))
    await store.topologies.save(stored)
    let runs = 0
    const saveAtOnce = (lists: readonly (readonly Topology[])[]) =>
      Promise.allSettled(
        lists.map((list, writer) =>
          store.transaction(async ({ topologies }) => {
            runs++
            await topologies.save(writer % 2 === 0 ? list : list.toReversed())
          }),
        ),
      )
    const writers = Array.from({ length: 8 }, (_, writer) => `${writer}`)
    await saveAtOnce(writers.map((description) => stored.map((topology) => ({ ...topology, description }))))
    await saveAtOnce(
      writers.map((writer) =>
        names.map((name) => ({ ...topologyOf(`${writer} ${name}`), service: `new service ${name}` })),
      ),
    )
    expect(runs).toBe(16)
    expect(await store.topologies.count()).toBe(80)
  })
})

// Helpers

/** A session on the database that counts its statements. */
class CountingSession implements Session {
  readonly #database: Database
  count = 0

  constructor(database: Database) {
    this.#database = database
  }

  query<Row extends readonly unknown[]>(statement: Statement): Promise<StatementResult<Row>> {
    this.count++
    return this.#database.query<Row>(statement)
  }

  atomic<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return work(this)
  }
}

function topologyOf(name: string): Topology {
  const nodes = ['a', 'b', 'c', 'd'].map((label) => ({
    ...{ id: `${name} ${label}`, kind: 'resource' as const, label, icon: '', params: {}, hierarchyConfig: {} },
    ...{ position: { x: 0, y: 0 }, environment: 'P', resource: label },
  }))
  const edges = nodes.slice(1).map(({ id }) => ({ id, source: `${name} a`, target: id }))
  const times = { createTime: '2026-01-01T00:00:00.000Z', updateTime: '2026-01-01T00:00:00.000Z' }
  const texts = { name, description: '', service: `service ${name}`, serviceKpi: null, orientation: 'TB' as const }
  return { id: `id ${name}`, schemaVersion: 2, nodes, edges, ...texts, ...times }
}

/** The version of each stored row, which changes with every write. */
async function versions({ run }: Engine) {
  const rows = await run(`select 'topology ' || id as key, xmin::text as version from topology
    union all select 'node ' || id, xmin::text from topology_node
    union all select 'edge ' || id, xmin::text from topology_edge`)
  return rows as readonly { readonly key: string; readonly version: string }[]
}
