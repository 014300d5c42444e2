import type { RelationSource, Topology } from '@opsgraph/core'
import type { Store } from '@opsgraph/core/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longestName, ODD_NAMES } from './odd-text.js'
import { propertyRuns } from './property-runs.js'
import { sampleRedundancyRule } from './redundancy-rule-store-contract.js'
import { at, graphOf, relationBetween, resourceNode, sampleAlert, sampleRelation, sampleTopology } from './sample.js'
import type { StoreHarness } from './store-harness.js'

type Query = Parameters<Store['resources']['list']>[0]
type ResourceKey = Awaited<ReturnType<Store['resources']['after']>>[number]

/** Tests the guarantees of `ResourceStore`, and what other parts find for several resources at once. */
export function resourceStoreContract(harness: StoreHarness): void {
  describe('list', () => {
    it('should list each name of relations, nodes, rules and active alerts once, in order', async () => {
      const store = await openFilledStore(harness)
      expect(await names(store)).toEqual([
        ...['|elsewhere', 'Lab|db', 'Lab|rack'],
        ...[
          'Production|DB',
          'Production|alarmed',
          'Production|db',
          'Production|drawn',
          'Production|rack',
          'Production|ruled',
        ],
        ...['Production|vm', 'Production|web'],
      ])
      const { items, total } = await store.resources.list(toQuery({ page: 2, pageSize: 4 }))
      expect(items.map(({ resource }) => resource)).toEqual(['alarmed', 'db', 'drawn', 'rack'])
      expect(total).toBe(11)
      expect(await store.resources.list(toQuery({ page: 4, pageSize: 4 }))).toEqual({ items: [], total: 11 })
      expect(await store.resources.list(toQuery({ page: Number.MAX_SAFE_INTEGER }))).toEqual({ items: [], total: 11 })
    })

    it('should find an environment, and a part of the name in upper and lower case', async () => {
      const store = await openFilledStore(harness)
      expect(await names(store, { filters: { environment: ['Lab', ''] } })).toEqual([
        '|elsewhere',
        'Lab|db',
        'Lab|rack',
      ])
      expect(await names(store, { filters: { q: ['Db'] } })).toEqual(['Lab|db', 'Production|DB', 'Production|db'])
      expect(await names(store, { filters: { q: ['db', 'ARM'], environment: ['Production'] } })).toEqual([
        ...['Production|DB', 'Production|alarmed', 'Production|db'],
      ])
      for (const q of ['%', '_', '\\', 'nothing', '\u0000', '\ud800']) {
        expect(await names(store, { filters: { q: [q] } }), q).toEqual([])
      }
      expect(await names(store, { filters: { q: [''] } })).toHaveLength(11)
      expect(await names(store, { filters: { q: [] } })).toEqual([])
      expect(await names(store, { filters: { environment: [] } })).toEqual([])
      expect(await names(store, { filters: { environment: ['production', '\ud800'] } })).toEqual([])
    })

    it('should choose orphans, which only rules and active alerts name, or all others', async () => {
      const store = await openFilledStore(harness)
      expect(await names(store, { orphan: true })).toEqual(['|elsewhere', 'Production|alarmed', 'Production|ruled'])
      expect(await names(store, { orphan: true, filters: { q: ['AL'] } })).toEqual(['Production|alarmed'])
      expect(await names(store, { orphan: false })).toEqual([
        ...['Lab|db', 'Lab|rack', 'Production|DB', 'Production|db', 'Production|drawn', 'Production|rack'],
        ...['Production|vm', 'Production|web'],
      ])
    })

    it('should choose resources whose relations were all confirmed before a time, or all others', async () => {
      const store = await openFilledStore(harness)
      await store.relations.upsert([
        relationBetween('old', 'older', 'cmdb', 10),
        relationBetween('old', 'new', 'event', 30),
        relationBetween('oldest', 'new', 'policy', 9),
        relationBetween('drawn-long-ago', 'older', 'topology', 1),
        relationBetween('by hand', 'oldest', 'manual', 1),
        relationBetween('at the time', 'there', 'cmdb', 20),
      ])
      const stale = (wanted: boolean) => ({ before: at(20), lasting: LASTING, wanted })
      expect(await names(store, { stale: stale(true) })).toEqual([])
      await store.relations.upsert([relationBetween('a', 'b', 'cmdb', 10), relationBetween('a', 'c', 'cmdb', 19)])
      expect(await names(store, { stale: stale(true) })).toEqual(['Production|a', 'Production|b', 'Production|c'])
      expect(await names(store, { stale: stale(true), filters: { q: ['C'] } })).toEqual(['Production|c'])
      await store.relations.upsert([
        relationBetween('drawn below', 'stale', 'topology', 1),
        relationBetween('drawn below', 'stale', 'cmdb', 2),
      ])
      expect(await names(store, { stale: stale(true), filters: { q: ['stale'] } })).toEqual([])
      const all = await names(store)
      const others = await names(store, { stale: stale(false) })
      expect([...others, 'Production|a', 'Production|b', 'Production|c'].sort()).toEqual([...all].sort())
      expect(await names(store, { stale: stale(true), orphan: true })).toEqual([])
      expect(await names(store, { stale: stale(true), orphan: false })).toHaveLength(3)
      expect(await names(store, { stale: stale(false), orphan: true })).toHaveLength(3)
      expect(await names(store, { stale: { before: at(21), lasting: LASTING, wanted: true } })).toContain(
        'Production|at the time',
      )
    })

    it('should list what a plain search finds, in any data', async () => {
      await fc.assert(
        fc.asyncProperty(anyData(), fc.array(anyQuery(), { minLength: 3, maxLength: 3 }), async (data, queries) => {
          const { store } = await harness.open()
          await save(store, data)
          for (const query of queries) expect(await names(store, query)).toEqual(expectedNames(data, query))
        }),
        propertyRuns(harness, 15),
      )
    })

    it('should continue after a name that does not exist', async () => {
      const store = await openFilledStore(harness)
      const last = { environment: 'Lab', resource: 'dbx' }
      expect(await store.resources.after(last, 2, toQuery({}))).toEqual([
        { environment: 'Lab', resource: 'rack' },
        { environment: 'Production', resource: 'DB' },
      ])
      expect(await store.resources.after({ environment: 'Z', resource: '' }, 2, toQuery({}))).toEqual([])
    })

    it('should list odd and long names', async () => {
      const { store } = await harness.open()
      const odd = [...ODD_NAMES, longestName(5)]
      await store.relations.upsert(
        odd.map((name) => sampleRelation({ environment: name, resource: name, parent: 'p' })),
      )
      const { items } = await store.resources.list(toQuery({ filters: { q: odd } }))
      const found = new Set(items.map(({ environment, resource }) => `${environment}|${resource}`))
      for (const name of odd) expect(found).toContain(`${name}|${name}`)
    })
  })

  describe('find', () => {
    it('should count what names each resource, and leave out what does not exist', async () => {
      const store = await openFilledStore(harness)
      await store.relations.upsert([relationBetween('web', 'vm', 'policy', 1)])
      const found = async (environment: string, ...resources: readonly string[]) =>
        (await store.resources.find(resources.map((resource) => ({ environment, resource }))))
          .map(({ resource, parents, children, nodes, alerts, rules, claims }) =>
            [resource, parents, children, nodes, alerts, rules, claims].join(' '),
          )
          .sort()
      expect(await found('Production', 'vm', 'web', 'db', 'drawn', 'alarmed', 'ruled', 'vm', 'closed', 'none')).toEqual(
        [
          ...[
            'alarmed 0 0 0 2 0 0',
            'db 1 0 1 0 0 1',
            'drawn 0 0 2 0 0 0',
            'ruled 0 0 0 0 1 0',
            'vm 1 2 2 1 1 4',
            'web 1 0 0 0 0 2',
          ],
        ],
      )
      expect(await found('Lab', 'vm', 'db')).toEqual(['db 1 0 0 0 0 1'])
      expect(await found('', 'elsewhere', '\u0000', '\ud800', '')).toEqual(['elsewhere 0 0 0 1 0 0'])
      expect(await store.resources.find([])).toEqual([])
    })

    it('should leave out nodes without an environment, which trees of an earlier release may have', async () => {
      const { store } = await harness.open()
      const lost = { ...resourceNode('', 'lost'), environment: null }
      await store.topologies.save([sampleTopology({ schemaVersion: 1, nodes: [lost], edges: [] })])
      expect(await names(store)).toEqual([])
      expect(await store.resources.find([{ environment: '', resource: 'lost' }])).toEqual([])
    })

    it('should find a thousand resources at once', async () => {
      const { store } = await harness.open()
      const resources = Array.from({ length: 1_000 }, (_, index) => `host ${index}`)
      await store.relations.upsert(resources.map((resource) => relationBetween(resource, 'hub')))
      const keys = [...resources, 'hub', 'none'].map((resource) => ({ environment: 'Production', resource }))
      const found = await store.resources.find(keys)
      expect(found).toHaveLength(1_001)
      expect(found.find(({ resource }) => resource === 'hub')).toMatchObject({ parents: 0, children: 1_000 })
    })
  })

  it('should return every relation that touches some resources, each once', async () => {
    const store = await openFilledStore(harness)
    const touching = async (environment: string, ...resources: readonly string[]) =>
      (await store.relations.touching(environment, resources))
        .map(({ resource, parent }) => `${resource} ${parent}`)
        .sort()
    expect(await touching('Production', 'vm', 'vm', 'web', 'none')).toEqual(['db vm', 'vm rack', 'web vm'])
    expect(await touching('Lab', 'rack', 'web')).toEqual(['db rack'])
    expect(await touching('Production')).toEqual([])
    expect(await touching('\ud800', 'vm', '\u0000')).toEqual([])
  })

  it('should return the topologies that have a node of some resources, each once', async () => {
    const { store } = await harness.open()
    const [first, second, third] = [
      sampleTopology(graphOf('P', [['a', 'b']])),
      sampleTopology(graphOf('P', [['b', 'c']])),
      sampleTopology(graphOf('Q', [['a', 'b']])),
    ] as [Topology, Topology, Topology]
    await store.topologies.save([first, second, third])
    const drawn = async (environment: string, ...resources: readonly string[]) =>
      (await store.topologies.idsDrawing(resources.map((resource) => ({ environment, resource })))).toSorted()
    expect(await drawn('P', 'a', 'b', 'a')).toEqual([first.id, second.id].toSorted())
    expect(await drawn('Q', 'b')).toEqual([third.id])
    expect(await drawn('P', 'A', 'drawn', '\u0000', '\ud800')).toEqual([])
    expect(await drawn('P')).toEqual([])
    await store.topologies.delete([first.id])
    await store.topologies.save([{ ...second, ...graphOf('P', [['x', 'y']]) }])
    expect(await drawn('P', 'a', 'b', 'c')).toEqual([])
  })
}

// Helpers

const LASTING: readonly RelationSource[] = ['manual', 'topology']

interface Data {
  readonly relations: readonly {
    readonly ends: readonly [string, string]
    readonly source: RelationSource
    readonly time: number
  }[]
  readonly nodes: readonly string[]
  readonly rules: readonly string[]
  readonly alerts: readonly { readonly resource: string; readonly isClosed: boolean }[]
}

const SOME_NAMES = ['a', 'B', 'ab', 'AB', 'c', 'bc', 'd', 'e', 'f']

function anyData(): fc.Arbitrary<Data> {
  const some = fc.constantFrom(...SOME_NAMES)
  const relation = fc.record({
    ends: fc.tuple(some, some).filter(([resource, parent]) => resource !== parent),
    source: fc.constantFrom<RelationSource>('manual', 'event', 'cmdb', 'topology', 'policy'),
    time: fc.nat(9),
  })
  return fc.record({
    relations: fc.uniqueArray(relation, { selector: ({ ends }) => ends.join(), maxLength: 6 }),
    nodes: fc.uniqueArray(some, { maxLength: 3 }),
    rules: fc.uniqueArray(some, { maxLength: 3 }),
    alerts: fc.array(fc.record({ resource: some, isClosed: fc.boolean() }), { maxLength: 4 }),
  })
}

function anyQuery(): fc.Arbitrary<Partial<Query>> {
  return fc.record({
    filters: fc.constantFrom<Query['filters']>({}, { q: ['b'] }, { q: ['C', 'E'], environment: ['Production'] }),
    orphan: fc.constantFrom(undefined, true, false),
    stale: fc.option(fc.record({ before: fc.nat(10).map(at), lasting: fc.constant(LASTING), wanted: fc.boolean() }), {
      nil: undefined,
    }),
  })
}

async function save(store: Store, { relations, nodes, rules, alerts }: Data): Promise<void> {
  await store.relations.upsert(
    relations.map(({ ends: [resource, parent], source, time }) => relationBetween(resource, parent, source, time)),
  )
  await store.topologies.save([
    sampleTopology({ nodes: nodes.map((name) => resourceNode('Production', name)), edges: [] }),
  ])
  await store.redundancyRules.save(
    rules.map((resource) => sampleRedundancyRule({ environment: 'Production', resource })),
  )
  await store.alerts.save(
    alerts.map(({ resource, isClosed }) => sampleAlert({ resource, status: isClosed ? 'closed' : 'open' })),
  )
}

/** Computes what the contract promises in the plainest way. */
function expectedNames({ relations, nodes, rules, alerts }: Data, { filters = {}, orphan, stale }: Partial<Query>) {
  const active = alerts.filter(({ isClosed }) => !isClosed)
  const found = SOME_NAMES.filter((name) => {
    const own = relations.filter(({ ends }) => ends.includes(name))
    const isLinked = own.length > 0 || nodes.includes(name)
    if (!isLinked && !rules.includes(name) && !active.some(({ resource }) => resource === name)) return false
    if (orphan !== undefined && orphan === isLinked) return false
    const isConfirmed = own.some(
      ({ source, time }) => ['manual', 'topology'].includes(source) || at(time) >= (stale?.before ?? ''),
    )
    if (stale !== undefined && stale.wanted !== (own.length > 0 && !isConfirmed)) return false
    return filters.q?.some((part) => name.toLowerCase().includes(part.toLowerCase())) ?? true
  })
  return found.map((name) => `Production|${name}`).sort()
}

/** Opens a store in which each kind of data names resources. */
async function openFilledStore(harness: StoreHarness): Promise<Store> {
  const { store } = await harness.open()
  const inLab = sampleRelation({ environment: 'Lab', resource: 'db', parent: 'rack' })
  await store.relations.upsert([
    relationBetween('web', 'vm'),
    relationBetween('db', 'vm'),
    relationBetween('vm', 'rack'),
    inLab,
  ])
  await store.redundancyRules.save(
    ['ruled', 'vm'].map((resource) => sampleRedundancyRule({ environment: 'Production', resource })),
  )
  const nodes = ['drawn', 'vm', 'db', 'DB'].map((name) => resourceNode('Production', name))
  const again = ['drawn', 'vm'].map((name) => resourceNode('Production', name))
  await store.topologies.save([sampleTopology({ nodes, edges: [] }), sampleTopology({ nodes: again, edges: [] })])
  const on = (resource: string, fields: object = {}) => sampleAlert({ environment: 'Production', resource, ...fields })
  await store.alerts.save([
    on('alarmed'),
    on('alarmed', { status: 'blackout' }),
    on('alarmed', { status: 'expired' }),
    on('vm', { status: 'ack' }),
    on('closed', { status: 'closed' }),
    on('elsewhere', { environment: '' }),
  ])
  return store
}

function toQuery(query: Partial<Query>): Query {
  return { filters: {}, orphan: undefined, stale: undefined, page: 1, pageSize: 1_000, ...query }
}

/** Reads all names with `after`, two at a time. */
async function readInPages(resources: Store['resources'], choice: Query): Promise<readonly ResourceKey[]> {
  const read: ResourceKey[] = []
  for (;;) {
    const page = await resources.after(read.at(-1), PAGE, choice)
    read.push(...page)
    if (page.length < PAGE) return read
  }
}

const PAGE = 2

async function names({ resources }: Pick<Store, 'resources'>, query: Partial<Query> = {}): Promise<readonly string[]> {
  const { items, total } = await resources.list(toQuery(query))
  expect(total).toBe(items.length)
  expect(await readInPages(resources, toQuery(query))).toEqual(items)
  return items.map(({ environment, resource }) => `${environment}|${resource}`)
}
