import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { propertyRuns } from '../../../../../test/run-length.js'
import { ELSEWHERE, ModelLog } from '../../../test/model-log.js'
import type { GraphRelationChange } from '../../port/relation-log.js'
import type { Store, StoreSnapshot } from '../../port/store.js'
import type { GraphRelation } from '../../relation/adjacency.js'
import type { Neighbors } from '../../relation/walk.js'
import { GraphMemory } from './graph-memory.js'

describe('GraphMemory', () => {
  it('should answer what each snapshot reads, whatever happens in between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(step(), { maxLength: 30 }), async (scheduler, steps) => {
        const log = new ModelLog(() => scheduler.schedule(Promise.resolve()))
        // Pages have only 2 relations, so that relations change while an environment is loaded.
        const memory = new GraphMemory(log.store, () => new Date(log.now), 1_000_000, 2)
        await scheduler.waitFor(take(steps, log, memory, () => scheduler.schedule(Promise.resolve())))
      }),
      propertyRuns(2_000),
    )
  })

  it('should ask the store while an environment is being loaded, and one statement afterwards', async () => {
    const { log, memory } = filled(3)
    const ask = () =>
      log.store.snapshot((parts) => memory.at(parts, ['A']).then((lookup) => lookup === parts.relations))
    expect(await ask()).toBe(true)
    await memory.settle()
    log.statements = 0
    expect(await ask()).toBe(false)
    expect(log.statements).toBe(1)
    expect(memory.counts()).toMatchObject({ environments: 1, relations: 3, loads: 1, changes: 0 })
    log.write([{ resource: 'a', parent: 'p', rank: 1, time: 1 }])
    await ask()
    expect(memory.counts()).toMatchObject({ relations: 4, loads: 1, changes: 1 })
  })

  it('should load an environment anew when the log was pruned', async () => {
    const { log, memory } = filled(3)
    await load(log, memory, 'A')
    await expectSameState(log, memory)
    log.write([{ resource: 'a', parent: 'p', rank: 1, time: 1 }])
    log.prune(0)
    log.write([{ resource: 'b', parent: 'p', rank: 1, time: 1 }])
    await expectSameState(log, memory)
    await memory.settle()
    expect(memory.counts()).toMatchObject({ relations: 5, loads: 2 })
  })

  it('should renew its position once a minute, so that it outlives changes of other environments', async () => {
    const { log, memory } = filled(3)
    await load(log, memory, 'A')
    await expectSameState(log, memory)
    log.write([{ resource: ELSEWHERE, parent: 'p', rank: null, time: null }])
    log.now += 61_000
    await expectSameState(log, memory)
    log.prune(0)
    await expectSameState(log, memory)
    await memory.settle()
    expect(memory.counts()).toMatchObject({ environments: 1, loads: 1, changes: 0 })
  })

  it('should load an environment later if the log was pruned while it was being loaded', async () => {
    const { log, memory } = filled(3)
    const pruned = () => {
      log.write([{ resource: 'a', parent: 'p', rank: 1, time: 1 }])
      log.prune(0)
    }
    log.beforePage = pruned
    await load(log, memory, 'A')
    log.beforePage = () => undefined
    await load(log, memory, 'A')
    expect(memory.counts()).toMatchObject({ environments: 0, loads: 0 })
    log.now += 60_000
    await load(log, memory, 'A')
    expect(memory.counts()).toMatchObject({ environments: 1, relations: 4, loads: 1 })
  })

  it('should load an environment later if a page could not be read while the page before was added', async () => {
    const { log, memory } = filled(30_000, 100_000_000)
    let pages = 0
    log.beforePage = () => {
      if (++pages === 2) throw new Error('the store does not answer')
    }
    await load(log, memory, 'A')
    expect([pages, memory.counts().loads]).toEqual([2, 0])
    log.now += 60_000
    await load(log, memory, 'A')
    expect(memory.counts()).toMatchObject({ environments: 1, relations: 30_000, loads: 1 })
  })

  it('should let other work have its turn in long walks, and while it loads relations and applies many changes', async () => {
    const { log, memory } = filled(30_000, 100_000_000)
    let turns = 0
    const count = () => {
      turns++
      timer = setImmediate(count)
    }
    let timer = setImmediate(count)
    onTestFinished(() => clearImmediate(timer))
    await load(log, memory, 'A')
    // The arrays of the graph are replaced by longer ones three times, with pauses each time.
    expect(turns).toBeGreaterThanOrEqual(3 * 9)
    turns = 0
    await log.store.snapshot(async (parts) => {
      const lookup = await memory.at(parts, ['A'])
      const route = { environment: 'A', resource: 'p', direction: 'children', depth: 20 } as const
      expect(await lookup.walk?.(route)).toHaveLength(30_000)
      expect(turns).toBeGreaterThanOrEqual(2)
      turns = 0
      const found = await lookup.neighbors('parents', new Map([['A', BULK]]))
      expect(found.get('A')?.size).toBe(30_000)
      expect(turns).toBeGreaterThanOrEqual(4)
    })
    log.write(bulk(30_000, 'q'))
    turns = 0
    await log.store.snapshot((parts) => memory.at(parts, ['A']))
    expect(memory.counts().changes).toBe(30_000)
    expect(turns).toBeGreaterThanOrEqual(4 + 9)
  })

  it('should keep the relations of a long walk until it has ended', async () => {
    const { log, memory } = filled(30_000, 100_000_000)
    // The walk pauses after it has read the 10,001 children of `top`, before it reads the children of `p`.
    const others = BULK.slice(0, 10_000).map((name) => `other-${name}`)
    log.write(['p', ...others].map((resource) => ({ resource, parent: 'top', rank: 1, time: 1 })))
    await load(log, memory, 'A')
    const walked = async () =>
      await log.store.snapshot(async (parts) => {
        const lookup = await memory.at(parts, ['A'])
        const route = { environment: 'A', resource: 'top', direction: 'children', depth: 20 } as const
        return (await lookup.walk?.(route))?.length
      })
    expect(await walked()).toBe(40_001)
    const before = walked()
    await new Promise((resolve) => setImmediate(resolve))
    log.write(BULK.map((resource) => ({ resource, parent: 'p', rank: null, time: null })))
    // The last two walks see the same changes: one of these walks applies the changes, and both walks use the result.
    expect(await Promise.all([before, walked(), walked()])).toEqual([40_001, 10_001, 10_001])
    expect(memory.counts().changes).toBe(30_000)
  })

  it('should ask the store if changes could not be applied, and load the environment anew after a minute', async () => {
    const { log, memory } = filled(3)
    await load(log, memory, 'A')
    log.write([{ resource: 'a', parent: 'p', rank: 1, time: 1 }])
    const failing = log.store.snapshot(async (parts) => {
      const since = async (positions: ReadonlyMap<string, string>) =>
        (await parts.relationLog?.since(positions))?.map((changes) => ({ ...changes, links: [undefined] })) ?? []
      const snapshot = { ...parts, relationLog: { ...parts.relationLog, since } } as StoreSnapshot
      return (await memory.at(snapshot, ['A'])) === parts.relations
    })
    expect(await failing).toBe(true)
    expect(memory.counts()).toMatchObject({ environments: 0, bytes: 0 })
    await load(log, memory, 'A')
    expect(memory.counts()).toMatchObject({ environments: 0, loads: 1 })
    log.now += 60_000
    await load(log, memory, 'A')
    await expectSameState(log, memory)
    expect(memory.counts()).toMatchObject({ environments: 1, relations: 4, loads: 2 })
  })

  it('should take no more memory if stored relations are confirmed', async () => {
    // With this number of relations, a power of two, the arrays of the graph are full.
    const { log, memory } = filled(16_384, 100_000_000)
    await load(log, memory, 'A')
    const { bytes } = memory.counts()
    log.write(bulk(16_384, 'p').map((link) => ({ ...link, time: 2 })))
    await log.store.snapshot((parts) => memory.at(parts, ['A']))
    expect(memory.counts()).toMatchObject({ bytes, changes: 16_384 })
    log.write([{ resource: 'another', parent: 'p', rank: 1, time: 2 }])
    await log.store.snapshot((parts) => memory.at(parts, ['A']))
    expect(memory.counts().bytes).toBeGreaterThan(1.2 * bytes)
  })

  it('should wait a minute if an environment is lost before its first use', async () => {
    const { log, memory } = filled(3)
    await load(log, memory, 'A')
    log.write([{ resource: 'a', parent: 'p', rank: 1, time: 1 }])
    log.prune(0)
    for (let walk = 0; walk < 3; walk++) {
      await expectSameState(log, memory)
      await memory.settle()
    }
    expect(memory.counts()).toMatchObject({ environments: 0, loads: 1 })
    log.now += 60_000
    await load(log, memory, 'A')
    expect(memory.counts()).toMatchObject({ environments: 1, loads: 2 })
  })

  it('should drop the least recently used environments beyond the budget', async () => {
    const { log, memory } = filled(3, 4_000)
    for (const environment of ['A', 'B', 'C', 'A', 'D']) await load(log, memory, environment)
    const { bytes, environments, loads } = memory.counts()
    expect(bytes).toBeLessThanOrEqual(4_000)
    expect(environments).toBeGreaterThan(1)
    // A was loaded only once: its second use made it more recent than B and C, so A was not dropped when D was loaded.
    expect(loads).toBe(4)
    await load(log, memory, 'A')
    expect(memory.counts().loads).toBe(4)
  })

  it('should leave an environment that exceeds the budget to the store, and try again a minute later', async () => {
    const { log, memory } = filled(2_000, 10_000)
    await load(log, memory, 'A')
    expect(memory.counts()).toMatchObject({ bytes: 0, environments: 0, loads: 0 })
    log.statements = 0
    await load(log, memory, 'A')
    expect(log.statements).toBe(0)
    log.now += 60_000
    await load(log, memory, 'A')
    expect(log.statements).toBeGreaterThan(0)
  })

  it('should not hold anything if the budget is 0 or the store has no log', async () => {
    const { log, memory } = filled(3, 0)
    await load(log, memory, 'A')
    const bare = { ...log.store, snapshot: (work) => work({ relations: 'the store' } as never) } as Store
    const without = new GraphMemory(bare, () => new Date(), 1_000_000)
    expect(await bare.snapshot((parts) => without.at(parts, ['A']))).toBe('the store')
    expect(memory.counts().environments + without.counts().environments).toBe(0)
  })
})

// Helpers

const NAMES = ['a', 'b', 'c', 'p']

type Step =
  | { readonly kind: 'walk' | 'wait' }
  | { readonly kind: 'write'; readonly links: readonly GraphRelationChange[] }
  | { readonly kind: 'prune'; readonly kept: number }

function step(): fc.Arbitrary<Step> {
  const name = fc.constantFrom(...NAMES)
  const link: fc.Arbitrary<GraphRelationChange> = fc.oneof(
    fc.record({ resource: name, parent: name, rank: fc.nat({ max: 2 }), time: fc.nat({ max: 2 }) }),
    fc.record({ resource: name, parent: name, rank: fc.constant(null), time: fc.constant(null) }),
  )
  const links = fc.array(link, { minLength: 1, maxLength: 3 })
  return fc.oneof(
    { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom('walk', 'walk', 'walk', 'wait') }) },
    { weight: 8, arbitrary: fc.record({ kind: fc.constant('write' as const), links }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('prune' as const), kept: fc.nat({ max: 3 }) }) },
  )
}

/** Takes the steps one after the other, but does not wait for walks to end. So later steps happen during a walk. */
async function take(
  steps: readonly Step[],
  log: ModelLog,
  memory: GraphMemory,
  turn: () => Promise<unknown>,
): Promise<void> {
  const walks: Promise<void>[] = []
  for (const one of steps) {
    await turn()
    if (one.kind === 'write') log.write(one.links)
    else if (one.kind === 'prune') log.prune(one.kept)
    else if (one.kind === 'wait') log.now += 61_000
    else walks.push(expectSameState(log, memory))
  }
  await Promise.all(walks)
  await memory.settle()
}

const BULK = Array.from({ length: 30_000 }, (_, at) => `r${at}`)

/**
 * A store with relations, and a graph memory that has loaded none of them.
 *
 * @param count the number of relations in each environment
 */
function filled(count: number, budget = 1_000_000) {
  const log = new ModelLog(async () => undefined)
  log.write(bulk(count, 'p'))
  return { log, memory: new GraphMemory(log.store, () => new Date(log.now), budget) }
}

function bulk(count: number, parent: string): readonly GraphRelation[] {
  return BULK.slice(0, count).map((resource) => ({ resource, parent, rank: 1, time: 1 }))
}

async function load(log: ModelLog, memory: GraphMemory, environment: string): Promise<void> {
  await log.store.snapshot((parts) => memory.at(parts, [environment]))
  await memory.settle()
}

async function expectSameState(log: ModelLog, memory: GraphMemory): Promise<void> {
  await log.store.snapshot(async (parts) => {
    const lookup = await memory.at(parts, ['A'])
    for (const direction of ['parents', 'children'] as const) {
      const found = await lookup.neighbors(direction, new Map([['A', NAMES]]))
      const expected = await parts.relations.neighbors(direction, new Map([['A', NAMES]]))
      expect(withNeighbors(found.get('A'))).toEqual(withNeighbors(expected.get('A')))
    }
  })
}

function withNeighbors(found: Neighbors | undefined) {
  return new Map([...(found ?? [])].filter(([, names]) => names.length > 0))
}
