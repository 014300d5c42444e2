import { RELATION_SOURCES } from '@opsgraph/core/pure'
import { compareKeys, type Direction, inRankOrder, type Neighbors } from '@opsgraph/core/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyName, ODD_NAMES } from './odd-text.js'
import { propertyRuns } from './property-runs.js'
import { at, nextId, relationBetween, sampleRelation } from './sample.js'
import type { OpenedStore, StoreHarness } from './store-harness.js'

/** Tests the guarantees of `RelationStore` for neighbors and their ranking. */
export function relationNeighborsContract(harness: StoreHarness): void {
  // The columns are source, updateTime and name. Each line ranks higher than the next one: by source, then by
  // updateTime, then by name.
  const RANKED = [
    ['manual', 1, 'z'],
    ['manual', 0, 'a'],
    ['event', 9, 'y'],
    ['cmdb', 9, 'b'],
    ['cmdb', 5, 'Z'],
    ['cmdb', 5, 'c'],
    ['cmdb', 5, '\ue000'],
    ['cmdb', 5, '\u{1f600}'],
    ['topology', 8, 'd'],
    ['policy', 9, 'x'],
    ['policy', 2, 'e'],
  ] as const
  const names: readonly string[] = RANKED.map(([, , name]) => name)
  const parents = RANKED.map(([source, updated, name]) => relationBetween('hub', name, source, updated))
  const children = RANKED.map(([source, updated, name]) => relationBetween(name, 'hub', source, updated))

  it('should return the parents of a child, and the children of a parent', async () => {
    const { store } = await harness.open()
    const elsewhere = sampleRelation({ environment: '', resource: 'hub', parent: 'elsewhere' })
    await store.relations.upsert(
      [...parents, ...children, relationBetween('q', 'r'), elsewhere].toSorted(compareKeys).toReversed(),
    )
    const found = await store.relations.around('Production', 'hub')
    expect(inRankOrder(found.parents, 'parent')).toEqual(parents)
    expect(inRankOrder(found.children, 'resource')).toEqual(children)
    expect(await store.relations.around('', 'hub')).toEqual({ parents: [elsewhere], children: [] })
    expect(await store.relations.around('Production', 'nobody')).toEqual({ parents: [], children: [] })
  })

  it('should return the names of neighbors in rank order, in both directions', async () => {
    const { store } = await harness.open()
    await store.relations.upsert([...parents, ...children].toSorted(compareKeys).toReversed())
    for (const direction of ['parents', 'children'] as const) {
      const found = await readNeighbors(store, direction, ['hub', 'nobody', 'a'])
      expect(found).toEqual(new Map([['hub', names]]).set('a', ['hub']))
    }
  })

  it('should move a neighbor if its source or its updateTime changes', async () => {
    const { store } = await harness.open()
    const order = async () => {
      const { parents } = await store.relations.around('Production', 'hub')
      return [
        inRankOrder(parents, 'parent').map(({ parent }) => parent),
        (await readNeighbors(store, 'parents'))?.get('hub'),
      ]
    }
    const both = (...names: string[]) => [names, names]
    await store.relations.upsert([
      relationBetween('hub', 'a', 'cmdb', 1),
      relationBetween('hub', 'b', 'cmdb', 1),
      relationBetween('hub', 'c', 'policy', 1),
    ])
    expect(await order()).toEqual(both('a', 'b', 'c'))
    await store.relations.upsert([relationBetween('hub', 'b', 'policy', 2)])
    expect(await order()).toEqual(both('b', 'a', 'c'))
    await store.relations.upsert([relationBetween('hub', 'c', 'event', 0)])
    expect(await order()).toEqual(both('c', 'b', 'a'))
    await store.relations.upsert([{ ...relationBetween('hub', 'a', 'cmdb', 1), sourceRef: 'other' }])
    await store.relations.withdraw([{ ...relationBetween('hub', 'a', 'cmdb'), sourceRef: 'other' }], at(9))
    expect(await order()).toEqual(both('c', 'a', 'b'))
  })

  it('should not return neighbors whose relations were removed', async () => {
    const { store } = await harness.open()
    const relations = ['a', 'b', 'c', 'd'].map((name) => relationBetween('hub', name, 'cmdb'))
    await store.relations.upsert(relations)
    await store.relations.delete(relations[1]?.id ?? '')
    expect(await readNeighbors(store, 'parents')).toEqual(new Map([['hub', ['a', 'c', 'd']]]))
    await store.relations.withdraw(relations.slice(2, 3), at(1))
    expect(await readNeighbors(store, 'parents')).toEqual(new Map([['hub', ['a', 'd']]]))
    await store.relations.deleteOf({ environment: 'Production', resource: 'hub' })
    expect(await readNeighbors(store, 'parents')).toEqual(new Map())
    expect(await readNeighbors(store, 'children', ['a', 'b', 'c', 'd'])).toEqual(new Map())
  })

  it('should separate environments', async () => {
    const { store } = await harness.open()
    await store.relations.upsert(
      ['', 'East', 'West'].flatMap((environment) => [
        sampleRelation({ environment, resource: 'a', parent: `a of ${environment}` }),
        sampleRelation({ environment, resource: 'b', parent: `b of ${environment}` }),
      ]),
    )
    const frontier = new Map([
      ['East', ['a', 'a of East']],
      ['', ['b']],
      ['Nowhere', ['a', 'b']],
      ['West', []],
    ])
    expect(await store.relations.neighbors('parents', frontier)).toEqual(
      new Map([
        ['East', new Map([['a', ['a of East']]])],
        ['', new Map([['b', ['b of ']]])],
        ['Nowhere', new Map()],
        ['West', new Map()],
      ]),
    )
    const below = new Map([['East', ['a of East', 'a of ', 'b']]])
    expect(await store.relations.neighbors('children', below)).toEqual(
      new Map([['East', new Map([['a of East', ['a']]])]]),
    )
    expect((await store.relations.neighbors('children', new Map())).size).toBe(0)
  })

  it('should find odd names in both directions', async () => {
    const { store } = await harness.open()
    const pairs = ODD_NAMES.map((name) =>
      sampleRelation({ environment: '__proto__', resource: name, parent: `^${name}` }),
    )
    await store.relations.upsert(pairs)
    const up = await store.relations.neighbors('parents', new Map([['__proto__', ODD_NAMES]]))
    expect(up.get('__proto__')).toEqual(new Map(ODD_NAMES.map((name) => [name, [`^${name}`]])))
    const tops = ODD_NAMES.map((name) => `^${name}`)
    const down = await store.relations.neighbors('children', new Map([['__proto__', tops]]))
    expect(down.get('__proto__')).toEqual(new Map(ODD_NAMES.map((name) => [`^${name}`, [name]])))
  })

  it('should answer thousands of names at once', async () => {
    const { store } = await harness.open()
    const relations = Array.from({ length: 3_000 }, (_, index) => relationBetween(`child-${index}`, `parent-${index}`))
    await store.relations.upsert(relations)
    const frontier = relations.map(({ resource }) => resource)
    const expected = new Map(relations.map(({ resource, parent }) => [resource, [parent]]))
    expect(await readNeighbors(store, 'parents', frontier)).toEqual(expected)
  })

  it('should rank neighbors like their relations', async () => {
    const { store } = await harness.open()
    const neighbor = fc.record({
      name: anyName(),
      source: fc.constantFrom(...RELATION_SOURCES),
      updated: fc.integer({ min: 0, max: 2 }),
    })
    const neighbors = fc.uniqueArray(neighbor, { selector: ({ name }) => name, minLength: 2, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(neighbors, async (drawn) => {
        const environment = nextId()
        const up = drawn.map(({ name, source, updated }) => ({
          ...relationBetween('hub', `.${name}`, source, updated),
          environment,
        }))
        const down = drawn.map(({ name, source, updated }) => ({
          ...relationBetween(`.${name}`, 'top', source, updated),
          environment,
        }))
        await store.relations.upsert([...up, ...down].toSorted(compareKeys))
        const parents = inRankOrder(up, 'parent').map(({ parent }) => parent)
        expect(await readNeighbors(store, 'parents', ['hub'], environment)).toEqual(new Map([['hub', parents]]))
        const children = inRankOrder(down, 'resource').map(({ resource }) => resource)
        expect(await readNeighbors(store, 'children', ['top'], environment)).toEqual(new Map([['top', children]]))
      }),
      propertyRuns(harness, 40),
    )
  })
}

// Helpers

async function readNeighbors(
  { relations }: OpenedStore['store'],
  direction: Direction,
  frontier: readonly string[] = ['hub'],
  environment = 'Production',
): Promise<Neighbors | undefined> {
  return (await relations.neighbors(direction, new Map([[environment, frontier]]))).get(environment)
}
