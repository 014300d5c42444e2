import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RELATION_SOURCES } from '../../packages/core/src/pure.js'
import type { StoreParts } from '../../packages/core/src/store.js'
import { GraphMemory } from '../../packages/core/src/use-case/relation/graph-memory.js'
import { type PostgresStore, postgresStore } from '../../packages/store-postgres/src/postgres-store.js'
import { ENGINES, type Engine } from '../../packages/store-postgres/test/engine.js'
import { EMPTY } from '../../packages/store-postgres/test/peek.js'
import { propertyRuns } from '../run-length.js'
import { ENVIRONMENTS, expectSameState, loadAll, NAMES, type Write, write } from './same-state.js'

const BUDGET = 1_000_000

describe.each(Object.entries(ENGINES))('the graph in memory on %s', (_, start) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await start()
  })
  afterAll(() => engine?.close())

  it('should see each write, committed or not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(transaction(), { minLength: 1, maxLength: 12 }), async (transactions) => {
        await engine.run(EMPTY)
        const store = postgresStore(engine.database)
        const memory = new GraphMemory(store, () => new Date(), BUDGET)
        await loadAll(store, memory)
        for (const one of transactions) {
          await run(store, one)
          expect(await expectSameState(store, memory)).toBe(true)
        }
        expect(memory.counts().loads).toBe(ENVIRONMENTS.length)
      }),
      propertyRuns(60),
    )
  })

  it('should see that a test has emptied the database', async () => {
    const store = postgresStore(engine.database)
    const memory = new GraphMemory(store, () => new Date(), BUDGET)
    await write(store.relations, { ...ONE, resource: 'a' })
    await loadAll(store, memory)
    await engine.run(EMPTY)
    await expectSameState(store, memory)
    await write(store.relations, { ...ONE, resource: 'b' })
    await loadAll(store, memory)
  })
})

// Helpers

const ONE = { kind: 'upsert', environment: 'Production', parents: ['c'], source: 'manual', time: 0 } as const

const ENDINGS = ['commit', 'rollback', 'single calls'] as const

interface Transaction {
  readonly writes: readonly Write[]
  readonly ending: (typeof ENDINGS)[number]
}

function transaction(): fc.Arbitrary<Transaction> {
  const name = fc.constantFrom(...NAMES)
  const one: fc.Arbitrary<Write> = fc.record({
    kind: fc.constantFrom('upsert', 'upsert', 'upsert', 'withdraw', 'withdraw', 'delete', 'deleteOf'),
    environment: fc.constantFrom(...ENVIRONMENTS),
    resource: name,
    parents: fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
    source: fc.constantFrom(...RELATION_SOURCES),
    time: fc.nat({ max: 3 }),
  })
  return fc.record({ writes: fc.array(one, { minLength: 1, maxLength: 4 }), ending: fc.constantFrom(...ENDINGS) })
}

async function run(store: PostgresStore, { writes, ending }: Transaction): Promise<void> {
  const all = async ({ relations }: StoreParts) => {
    for (const one of writes) await write(relations, one)
  }
  if (ending === 'single calls') return await all(store)
  const rollback = new Error('rolled back on purpose')
  const done = store.transaction(async (parts) => {
    await all(parts)
    if (ending === 'rollback') throw rollback
  })
  await done.catch((error: unknown) => expect(error).toBe(rollback))
}
