import { compareKeys, inRankOrder, type Neighbors, RELATION_SOURCES, rankedNames } from '@opsgraph/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyName, ODD_NAMES } from './odd-text.js'
import { link, nextId, sampleRelation } from './sample.js'
import type { StoreHarness } from './store-harness.js'

/** What `RelationStore` promises of the relations around a resource, and what core ranks them by. */
export function relationNeighborsContract(harness: StoreHarness): void {
  // Each line outranks the next: by source, then by updateTime, then by name.
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
  const parents = RANKED.map(([source, updated, name]) => link('hub', name, source, updated))
  const children = RANKED.map(([source, updated, name]) => link(name, 'hub', source, updated))

  it('should give the parents of a child, and the children of a parent', async () => {
    const { store } = await harness.open()
    const elsewhere = sampleRelation({ environment: '', resource: 'hub', parent: 'elsewhere' })
    await store.relations.upsert(
      [...parents, ...children, link('q', 'r'), elsewhere].toSorted(compareKeys).toReversed(),
    )
    const found = await store.relations.around('Production', 'hub')
    expect(inRankOrder(found.parents, 'parent')).toEqual(parents)
    expect(inRankOrder(found.children, 'resource')).toEqual(children)
    expect(await store.relations.around('', 'hub')).toEqual({ parents: [elsewhere], children: [] })
    expect(await store.relations.around('Production', 'nobody')).toEqual({ parents: [], children: [] })
  })

  it('should give the names of neighbors and what ranks them, in either direction', async () => {
    const { store } = await harness.open()
    await store.relations.upsert([...parents, ...children].toSorted(compareKeys).toReversed())
    const frontier = new Map([['Production', ['hub', 'nobody', 'hub', 'a']]])
    const up = (await store.relations.neighbors('parents', frontier)).get('Production')
    expect(ranked(up)).toEqual(
      new Map([
        ['hub', names],
        ['a', ['hub']],
      ]),
    )
    const down = (await store.relations.neighbors('children', frontier)).get('Production')
    expect(ranked(down)).toEqual(
      new Map([
        ['hub', names],
        ['a', ['hub']],
      ]),
    )
  })

  it('should move a neighbor when its source or its updateTime changes', async () => {
    const { store } = await harness.open()
    const order = async () => {
      const { parents } = await store.relations.around('Production', 'hub')
      return inRankOrder(parents, 'parent').map(({ parent }) => parent)
    }
    await store.relations.upsert([
      link('hub', 'a', 'cmdb', 1),
      link('hub', 'b', 'cmdb', 1),
      link('hub', 'c', 'policy', 1),
    ])
    expect(await order()).toEqual(['a', 'b', 'c'])
    await store.relations.upsert([link('hub', 'b', 'policy', 2)])
    expect(await order()).toEqual(['b', 'a', 'c'])
    await store.relations.upsert([link('hub', 'c', 'event', 0)])
    expect(await order()).toEqual(['c', 'b', 'a'])
  })

  it('should answer each environment for its own names only', async () => {
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
    const up = await store.relations.neighbors('parents', frontier)
    expect(ranked(up.get('East'))).toEqual(new Map([['a', ['a of East']]]))
    expect(ranked(up.get(''))).toEqual(new Map([['b', ['b of ']]]))
    expect(ranked(up.get('Nowhere'))).toEqual(new Map())
    expect(ranked(up.get('West'))).toEqual(new Map())
    const down = await store.relations.neighbors('children', new Map([['East', ['a of East', 'a of ', 'b']]]))
    expect(ranked(down.get('East'))).toEqual(new Map([['a of East', ['a']]]))
    expect((await store.relations.neighbors('children', new Map())).size).toBe(0)
  })

  it('should find odd names in either direction', async () => {
    const { store } = await harness.open()
    const pairs = ODD_NAMES.map((name) =>
      sampleRelation({ environment: '__proto__', resource: name, parent: `^${name}` }),
    )
    await store.relations.upsert(pairs)
    const up = await store.relations.neighbors('parents', new Map([['__proto__', ODD_NAMES]]))
    expect(ranked(up.get('__proto__'))).toEqual(new Map(ODD_NAMES.map((name) => [name, [`^${name}`]])))
    const tops = ODD_NAMES.map((name) => `^${name}`)
    const down = await store.relations.neighbors('children', new Map([['__proto__', tops]]))
    expect(ranked(down.get('__proto__'))).toEqual(new Map(ODD_NAMES.map((name) => [`^${name}`, [name]])))
  })

  it('should answer thousands of names at once', async () => {
    const { store } = await harness.open()
    const relations = Array.from({ length: 3_000 }, (_, index) => link(`child-${index}`, `parent-${index}`))
    await store.relations.upsert(relations)
    const frontier = new Map([['Production', relations.map(({ resource }) => resource)]])
    const up = (await store.relations.neighbors('parents', frontier)).get('Production')
    expect(ranked(up)).toEqual(new Map(relations.map(({ resource, parent }) => [resource, [parent]])))
  })

  it('should rank the names of neighbors as their relations rank', async () => {
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
        const relations = drawn.map(({ name, source, updated }) => ({
          ...link('hub', `.${name}`, source, updated),
          environment,
        }))
        await store.relations.upsert(relations)
        const found = await store.relations.neighbors('parents', new Map([[environment, ['hub']]]))
        const parents = inRankOrder(relations, 'parent').map(({ parent }) => parent)
        expect(ranked(found.get(environment))).toEqual(new Map([['hub', parents]]))
      }),
      { numRuns: 40 },
    )
  })
}

// Helpers

/** The names next to each resource, in rank order. */
function ranked(neighbors: Neighbors = new Map()): ReadonlyMap<string, readonly string[]> {
  return new Map([...neighbors].map(([resource, list]) => [resource, rankedNames(list)]))
}
