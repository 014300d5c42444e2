import {
  compareKeys,
  type Direction,
  inRankOrder,
  precedenceOf,
  RELATION_SOURCES,
  type RelationStore,
  rankSiblings,
  type Siblings,
  siblings,
} from '@opsgraph/core'
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
    for (const direction of ['parents', 'children'] as const) {
      const found = await namesNextTo(store.relations, direction, new Map([['Production', ['hub', 'nobody', 'a']]]))
      expect(found.get('Production')).toEqual(new Map([['hub', names.toSorted()]]).set('a', ['hub']))
      expect(await ranked(store.relations, direction, siblings('hub', names))).toEqual(names)
    }
  })

  it('should answer names and ranks at once, the ranks in the order of the question', async () => {
    const { store } = await harness.open()
    const relations = [link('a', 'b', 'event', 5), link('b', 'c', 'policy', 1), link('a', 'c', 'manual', 0)]
    const elsewhere = sampleRelation({ environment: 'Staging', resource: 'a', parent: 'b', source: 'cmdb' })
    await store.relations.upsert([...relations, elsewhere].toSorted(compareKeys))
    const [ab, bc, ac] = relations.map(precedenceOf)
    const contested = [siblings('b', ['c']), siblings('a', ['b', 'c'])]
    const questions = new Map([
      ['Production', { frontier: ['c', 'b'], contested }],
      ['', { frontier: [], contested: [] }],
      ['Staging', { frontier: ['b'], contested: [siblings('a', ['b'])] }],
    ])
    expect(await store.relations.neighbors('parents', questions)).toEqual(
      new Map([
        ['Production', { neighbors: new Map([['b', ['c']]]), precedences: [bc, ab, ac] }],
        ['', { neighbors: new Map(), precedences: [] }],
        ['Staging', { neighbors: new Map(), precedences: [precedenceOf(elsewhere)] }],
      ]),
    )
    const down = { frontier: ['b'], contested: [siblings('c', ['a', 'b'])] }
    expect(await store.relations.neighbors('children', new Map([['Production', down]]))).toEqual(
      new Map([['Production', { neighbors: new Map([['b', ['a']]]), precedences: [ac, bc] }]]),
    )
    const unknown = { frontier: [], contested: [siblings('a', ['b', 'd'])] }
    await expect(store.relations.neighbors('parents', new Map([['Production', unknown]]))).rejects.toThrow(
      'siblings must be stored',
    )
  })

  it('should tell what is not known, whether or not it tells what is', async () => {
    const { store } = await harness.open()
    await store.relations.upsert([link('a', 'x'), link('a', 'y'), link('b', 'x'), link('c', 'z')].toSorted(compareKeys))
    const question = { frontier: ['a', 'b', 'c'], contested: [], known: new Set(['x']) }
    const answer = (await store.relations.neighbors('parents', new Map([['Production', question]]))).get('Production')
    const told = (resource: string) => (answer?.neighbors.get(resource) ?? []).filter((name) => name !== 'x')
    expect(['a', 'b', 'c'].map(told)).toEqual([['y'], [], ['z']])
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
    expect(await namesNextTo(store.relations, 'parents', frontier)).toEqual(
      new Map([
        ['East', new Map([['a', ['a of East']]])],
        ['', new Map([['b', ['b of ']]])],
        ['Nowhere', new Map()],
        ['West', new Map()],
      ]),
    )
    const below = new Map([['East', ['a of East', 'a of ', 'b']]])
    expect(await namesNextTo(store.relations, 'children', below)).toEqual(
      new Map([['East', new Map([['a of East', ['a']]])]]),
    )
    expect((await store.relations.neighbors('children', new Map())).size).toBe(0)
  })

  it('should find odd names in either direction', async () => {
    const { store } = await harness.open()
    const pairs = ODD_NAMES.map((name) =>
      sampleRelation({ environment: '__proto__', resource: name, parent: `^${name}` }),
    )
    await store.relations.upsert(pairs)
    const up = await namesNextTo(store.relations, 'parents', new Map([['__proto__', ODD_NAMES]]))
    expect(up.get('__proto__')).toEqual(new Map(ODD_NAMES.map((name) => [name, [`^${name}`]])))
    const tops = ODD_NAMES.map((name) => `^${name}`)
    const down = await namesNextTo(store.relations, 'children', new Map([['__proto__', tops]]))
    expect(down.get('__proto__')).toEqual(new Map(ODD_NAMES.map((name) => [`^${name}`, [name]])))
    const contested = pairs.map(({ resource, parent }) => siblings(resource, [parent]))
    const answers = await store.relations.neighbors('parents', new Map([['__proto__', { frontier: [], contested }]]))
    expect(answers.get('__proto__')?.precedences).toEqual(pairs.map(precedenceOf))
  })

  it('should answer thousands of names, and thousands of steps, at once', async () => {
    const { store } = await harness.open()
    const relations = Array.from({ length: 3_000 }, (_, index) => link(`child-${index}`, `parent-${index}`))
    await store.relations.upsert(relations)
    const frontier = relations.map(({ resource }) => resource)
    const contested = relations.map(({ resource, parent }) => siblings(resource, [parent]))
    const answers = await store.relations.neighbors('parents', new Map([['Production', { frontier, contested }]]))
    expect(answers.get('Production')).toEqual({
      neighbors: new Map(relations.map(({ resource, parent }) => [resource, [parent]])),
      precedences: relations.map(precedenceOf),
    })
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
        const group = siblings(
          'hub',
          relations.map(({ parent }) => parent),
        )
        const parents = inRankOrder(relations, 'parent').map(({ parent }) => parent)
        expect(await ranked(store.relations, 'parents', group, environment)).toEqual(parents)
      }),
      { numRuns: 40 },
    )
  })
}

// Helpers

type NamesByResource = ReadonlyMap<string, readonly string[]>

/** The names next to each resource, sorted, by environment. */
async function namesNextTo(
  relations: RelationStore,
  direction: Direction,
  frontiers: NamesByResource,
): Promise<ReadonlyMap<string, NamesByResource>> {
  const questions = [...frontiers].map(([environment, frontier]) => [environment, { frontier, contested: [] }] as const)
  const answers = await relations.neighbors(direction, new Map(questions))
  const sorted = (neighbors: NamesByResource) =>
    new Map([...neighbors].map(([resource, names]) => [resource, names.toSorted()]))
  return new Map([...answers].map(([environment, { neighbors }]) => [environment, sorted(neighbors)]))
}

/** The siblings in rank order. */
async function ranked(
  relations: RelationStore,
  direction: Direction,
  group: Siblings,
  environment = 'Production',
): Promise<readonly string[]> {
  const answers = await relations.neighbors(direction, new Map([[environment, { frontier: [], contested: [group] }]]))
  return rankSiblings([group], answers.get(environment)?.precedences ?? [])[0] ?? []
}
