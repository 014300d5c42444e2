import type { Opsgraph, Relation, RelationSource } from '@opsgraph/core'
import { inRankOrder } from '@opsgraph/core/store'
import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { admin, setStage } from './stage.js'

/** Tests how the resource graph is read (rules.md#reading-the-graph; rules.md#traversal). */
export function resourceGraphContract(harness: StoreHarness): void {
  it('should answer the direct relations, and the entries of the requested directions', async () => {
    const { opsgraph } = await setStage(harness)
    await put(opsgraph, [
      ['web', 'vm'],
      ['vm', 'rack'],
      ['page', 'web'],
    ])
    const both = await opsgraph.readResourceGraph(admin, { resource: ' web ', environment: '' })
    expect(both).toMatchObject({
      environment: '',
      resource: 'web',
      parents: [{ resource: 'web', parent: 'vm', source: 'manual' }],
      children: [{ resource: 'page', parent: 'web' }],
      ancestors: [
        { resource: 'vm', depth: 1, path: ['web', 'vm'] },
        { resource: 'rack', depth: 2, path: ['web', 'vm', 'rack'] },
      ],
      descendants: [{ resource: 'page', depth: 1, path: ['web', 'page'] }],
    })
    const up = await opsgraph.readResourceGraph(admin, { resource: 'web', direction: 'ancestors' })
    expect(Object.keys(up).toSorted()).toEqual([
      'ancestors',
      'children',
      'cut',
      'cutAt',
      'environment',
      'parents',
      'resource',
    ])
    const down = await opsgraph.readResourceGraph(admin, { resource: 'web', direction: 'descendants' })
    expect(Object.keys(down).toSorted()).toEqual([
      'children',
      'cut',
      'cutAt',
      'descendants',
      'environment',
      'parents',
      'resource',
    ])
  })

  it('should answer empty lists for an unknown resource', async () => {
    const { opsgraph } = await setStage(harness)
    await put(opsgraph, [['web', 'vm']])
    const nothing = { parents: [], children: [], ancestors: [], descendants: [] }
    expect(await opsgraph.readResourceGraph(admin, { resource: 'other' })).toMatchObject(nothing)
    expect(await opsgraph.readResourceGraph(admin, { resource: 'web', environment: 'Production' })).toMatchObject(
      nothing,
    )
    expect(await opsgraph.readResourceGraph(admin, { resource: 'WEB' })).toMatchObject(nothing)
  })

  it('should stop at the requested depth: 1 to 20; default 10', async () => {
    const { opsgraph } = await setStage(harness)
    await put(
      opsgraph,
      Array.from({ length: 25 }, (_, at) => [`r${at}`, `r${at + 1}`] as const),
    )
    const reached = async (depth?: number) =>
      (await opsgraph.readResourceGraph(admin, { resource: 'r0', ...(depth !== undefined && { depth }) })).ancestors
        ?.length
    expect(await Promise.all([reached(), reached(1), reached(20)])).toEqual([10, 1, 20])
    for (const depth of [0, 21, 1.5, Number.NaN]) {
      await expect(reached(depth)).rejects.toThrow('depth must be a whole number from 1 to 20')
    }
    await expect(opsgraph.readResourceGraph(admin, { resource: ' ' })).rejects.toThrow('resource is required')
  })

  it('should say that a walk was cut, and where, only if more lies beyond its last level', async () => {
    const { opsgraph } = await setStage(harness)
    await put(
      opsgraph,
      Array.from({ length: 6 }, (_, at) => [`r${at}`, `r${at + 1}`] as const),
    )
    const cutOf = async (depth: number, direction: 'ancestors' | 'descendants' | 'both' = 'both') => {
      const { cut, cutAt } = await opsgraph.readResourceGraph(admin, { resource: 'r3', depth, direction })
      return [cut, cutAt]
    }
    expect(await cutOf(1)).toEqual([true, ['r4', 'r2']])
    expect(await cutOf(2, 'ancestors')).toEqual([true, ['r5']])
    expect(await cutOf(2, 'descendants')).toEqual([true, ['r1']])
    for (const depth of [3, 4, 10]) expect(await cutOf(depth)).toEqual([false, []])
    await put(opsgraph, [
      ['r4', 'r3'],
      ['r5', 'r4'],
    ])
    expect(await cutOf(1, 'ancestors')).toEqual([true, ['r4']])
    await put(opsgraph, [['r6', 'r3']])
    expect(await cutOf(3)).toEqual([false, []])
  })

  it('should order entries by depth, then by the rank of parents: source, newest updateTime, name', async () => {
    const { opsgraph } = await setStage(harness)
    await put(opsgraph, [['web', 'z-policy']], 'policy')
    await put(opsgraph, [['web', 'older']], 'event')
    await put(opsgraph, [['web', 'newer']], 'event')
    await put(
      opsgraph,
      [
        ['web', '\uFFFD'],
        ['web', '\u{1F525}'],
        ['web', 'same-b'],
        ['web', 'same-a'],
      ],
      'cmdb',
    )
    await put(opsgraph, [['web', 'by-hand']], 'manual')
    const { ancestors } = await opsgraph.readResourceGraph(admin, { resource: 'web' })
    expect(ancestors?.map((entry) => entry.resource)).toEqual([
      'by-hand',
      'newer',
      'older',
      'same-a',
      'same-b',
      '\uFFFD',
      '\u{1F525}',
      'z-policy',
    ])
  })

  it('should find the same paths as a simple traversal of the stored relations', async () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
    const relation = fc.record({ resource: name, parent: name }).filter(({ resource, parent }) => resource !== parent)
    await fc.assert(
      fc.asyncProperty(
        fc.array(relation, { minLength: 1, maxLength: 15 }),
        fc.integer({ min: 1, max: 4 }),
        async (relations, depth) => {
          const { opsgraph } = await setStage(harness)
          for (const source of ['policy', 'event'] as const) {
            const some = relations.filter((_, at) => source === 'policy' || at % 2 === 0)
            await opsgraph.putRelations(admin, { relations: some, source })
          }
          const stored = (await opsgraph.listRelations(admin, { pageSize: 1000 })).items
          const { ancestors, descendants } = await opsgraph.readResourceGraph(admin, { resource: 'a', depth })
          expect(ancestors?.map((entry) => entry.path)).toEqual(naivePaths(stored, ['resource', 'parent'], depth))
          expect(descendants?.map((entry) => entry.path)).toEqual(naivePaths(stored, ['parent', 'resource'], depth))
        },
      ),
      propertyRuns(harness, 20),
    )
  })

  it('should call the store once for each level, however wide the graph', async () => {
    const { opsgraph, calls } = await setStage(harness)
    const rungs = Array.from({ length: 4 }, (_, level) =>
      Array.from({ length: 100 }, (_, at) => [`${level}.${Math.floor(at / 10)}`, `${level + 1}.${at % 10}`] as const),
    )
    await put(opsgraph, rungs.flat())
    const { ancestors } = await opsgraph.readResourceGraph(admin, { resource: '0.0', direction: 'ancestors' })
    expect(ancestors).toHaveLength(40)
    expect([calls.get('relations.around'), calls.get('relations.neighbors')]).toEqual([1, 4])
  })

  it('should read the neighbors of thousands of resources with a few calls, and lose none', async () => {
    const { opsgraph, calls } = await setStage(harness)
    const width = 4_100
    const middle = Array.from({ length: width }, (_, at) => `m${String(at).padStart(4, '0')}`)
    const next = (at: number) => middle[(at + 1) % width]
    await put(
      opsgraph,
      middle.map((name) => [name, 'hub'] as const),
    )
    await put(
      opsgraph,
      middle.flatMap((name, at) => [[`under ${name}`, name] as const, [`under ${next(at)}`, name] as const]),
    )
    const { descendants = [] } = await opsgraph.readResourceGraph(admin, { resource: 'hub', direction: 'descendants' })
    expect(descendants.slice(0, width).map(({ path }) => path)).toEqual(middle.map((name) => ['hub', name]))
    const [first = '', second = '', ...others] = middle
    expect(descendants.slice(width).map(({ path }) => path)).toEqual([
      ['hub', first, `under ${first}`],
      ['hub', first, `under ${second}`],
      ...others.map((name, at) => ['hub', middle[at + 1], `under ${name}`]),
    ])
    // The two levels have 8,200 names together. A call takes at most 256 names, so 33 calls are needed.
    expect(calls.get('relations.neighbors')).toBe(33)
  })
}

// Helpers

async function put(
  opsgraph: Opsgraph,
  pairs: readonly (readonly [string, string])[],
  source: RelationSource = 'manual',
): Promise<void> {
  await opsgraph.putRelations(admin, { relations: pairs.map(([resource, parent]) => ({ resource, parent })), source })
}

type End = 'resource' | 'parent'

/** Computes the paths of a breadth-first traversal from `a`, with a simple queue of paths over all relations. */
function naivePaths(stored: readonly Relation[], [from, to]: readonly [End, End], depth: number) {
  const ranked = inRankOrder(stored, to)
  const paths: string[][] = [['a']]
  const seen = new Set(['a'])
  for (const path of paths) {
    if (path.length > depth) continue
    for (const relation of ranked.filter((one) => one[from] === path.at(-1) && !seen.has(one[to]))) {
      seen.add(relation[to])
      paths.push([...path, relation[to]])
    }
  }
  return paths.slice(1)
}
