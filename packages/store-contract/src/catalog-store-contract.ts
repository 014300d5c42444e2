import { type CatalogService, LIST_COLUMNS } from '@opsgraph/core'
import { compareNames } from '@opsgraph/core/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listContract } from './list-contract.js'
import { anyName, longestName, NAMES_IN_ORDER, ODD_NAMES } from './odd-text.js'
import { propertyRuns } from './property-runs.js'
import { nextId } from './sample.js'
import { anyFilter, ELABORATE_FILTER, LONG_TEXT, ODD_FILTER, sampleCatalogService } from './sample-entries.js'
import type { KeptRows, StoreHarness } from './store-harness.js'
import { tamper } from './tamper.js'

/** Tests the guarantees of `CatalogStore`. */
export function catalogStoreContract(harness: StoreHarness): void {
  describe('save, read and find', () => {
    it('should keep every field of an entry', async () => {
      const { store, peek } = await harness.open()
      const services = [ELABORATE, sampleCatalogService()]
      await store.catalog.save(services)
      for (const service of services) expect(await store.catalog.read(service.serviceId)).toEqual(service)
      expect(inOrder(await peek('catalog'))).toEqual(inOrder(services).map(kept))
    })

    it('should not find services that were not saved', async () => {
      const { store, peek } = await harness.open()
      await store.catalog.save([])
      expect(await peek('catalog')).toEqual([])
      await store.catalog.save([ELABORATE])
      const strangers = [nextId(), 'SHOP', ' shop', '', '\u0000', '\ud800', ELABORATE.name]
      for (const serviceId of strangers) expect(await store.catalog.read(serviceId)).toBeUndefined()
      expect(await store.catalog.find(strangers)).toEqual([])
    })

    it('should find the stored entries among the names, each once', async () => {
      const { store } = await harness.open()
      const [first, second, other] = ['a', 'b', 'c'].map((serviceId) => sampleCatalogService({ serviceId }))
      await store.catalog.save([first, second, other].flatMap((service) => service ?? []))
      expect(await store.catalog.find([])).toEqual([])
      const found = await store.catalog.find(['b', 'no such service', 'a', 'b', '\u0000'])
      expect(inOrder(found)).toEqual([first, second])
    })

    it('should replace the entries with the same serviceIds, and add the others', async () => {
      const { store, peek } = await harness.open()
      const before = ['shop', 'bank', 'left'].map((serviceId) => sampleCatalogService({ serviceId }))
      await store.catalog.save(before)
      const changed = [{ ...ELABORATE, serviceId: 'bank' }, sampleCatalogService({ serviceId: 'added' }), ELABORATE]
      await store.catalog.save(changed)
      const expected = inOrder([...changed, ...before.slice(2)])
      expect(inOrder(await store.catalog.find(['shop', 'bank', 'left', 'added']))).toEqual(expected)
      expect(inOrder(await peek('catalog'))).toEqual(expected.map(kept))
      await store.catalog.save(before.slice(0, 1))
      expect(await store.catalog.read('shop')).toEqual(before[0])
    })

    it('should keep odd names and filters exactly', async () => {
      const { store, peek } = await harness.open()
      const alertImpact = { ...ELABORATE.alertImpact, whitelist: ODD_FILTER, blacklist: ODD_FILTER }
      const names = ODD_NAMES.map((name) => ({
        ...{ serviceId: name, name, description: name, icon: name, owner: name, runbook: name, alertImpact },
        links: [{ title: name, url: name }],
      }))
      const long = sampleCatalogService({ serviceId: longestName(3), description: LONG_TEXT })
      const odd = inOrder([...names, long])
      await store.catalog.save(odd)
      expect(inOrder(await store.catalog.find(odd.map(({ serviceId }) => serviceId)))).toEqual(odd)
      for (const service of odd) expect(await store.catalog.read(service.serviceId)).toEqual(service)
      expect(inOrder(await peek('catalog'))).toEqual(odd.map(kept))
    })

    it('should keep any names and filters', async () => {
      const { store } = await harness.open()
      const service = fc
        .record({
          ...{ serviceId: anyName(), name: anyName(), description: anyName(), icon: anyName(), owner: anyName() },
          runbook: anyName(),
          links: fc.array(fc.record({ title: anyName(), url: anyName() }), { maxLength: 3 }),
          filter: anyFilter(),
        })
        .map(({ filter, ...others }) => ({
          ...others,
          alertImpact: { ...ELABORATE.alertImpact, whitelist: filter, blacklist: filter },
        }))
      const services = fc.uniqueArray(service, { selector: ({ serviceId }) => serviceId, minLength: 1, maxLength: 8 })
      await fc.assert(
        fc.asyncProperty(services, async (saved) => {
          await store.catalog.save(saved)
          expect(inOrder(await store.catalog.find(saved.map(({ serviceId }) => serviceId)))).toEqual(inOrder(saved))
        }),
        propertyRuns(harness, 30),
      )
    })

    it('should save 1,000 entries at once, and replace them', async () => {
      const { store, peek } = await harness.open()
      const saved = Array.from({ length: 1_000 }, () => sampleCatalogService())
      await store.catalog.save(saved)
      await store.catalog.save(saved.map((service) => ({ ...service, name: 'again' })).toReversed())
      expect((await peek('catalog')).filter(({ name }) => name === 'again')).toHaveLength(1_000)
    })

    it('should not be changed by callers who change given or returned values', async () => {
      const { store } = await harness.open()
      const given = structuredClone(ELABORATE)
      await store.catalog.save([given])
      tamper(given)
      tamper(await store.catalog.read('shop'))
      tamper(await store.catalog.find(['shop']))
      tamper(await store.catalog.list({ filters: {}, sort: undefined, page: 1, pageSize: 10 }))
      expect(await store.catalog.read('shop')).toEqual(ELABORATE)
    })
  })

  describe('version', () => {
    it('should change whenever an entry changes', async () => {
      const { store } = await harness.open()
      const { catalog } = store
      const seen: string[] = []
      const look = async () => seen.push(await catalog.version())
      const entry = sampleCatalogService()
      await look()
      await catalog.save([entry])
      await look()
      await catalog.save([{ ...entry, name: `${entry.name}!` }])
      await look()
      await catalog.save([sampleCatalogService()])
      await look()
      expect(new Set(seen).size).toBe(4)
      await catalog.delete([entry.serviceId])
      await look()
      expect(new Set(seen).size).toBe(5)
    })
  })

  describe('delete', () => {
    it('should remove entries, and return how many existed', async () => {
      const { store, peek } = await harness.open()
      const left = sampleCatalogService({ serviceId: 'left' })
      await store.catalog.save([ELABORATE, left])
      expect(await store.catalog.delete(['shop', 'no such service', 'shop'])).toBe(1)
      expect(await store.catalog.delete(['shop', 'no such service', '', '\u0000'])).toBe(0)
      expect(await peek('catalog')).toEqual([kept(left)])
      expect(await store.catalog.read('shop')).toBeUndefined()
      await store.catalog.save([ELABORATE])
      expect(await store.catalog.read('shop')).toEqual(ELABORATE)
    })
  })

  describe('list', () => {
    listContract(harness, {
      rows: LISTED.map(withId),
      save: (store, rows) => store.catalog.save(rows.map(({ id, ...service }) => service)),
      list: async (store, query) => {
        const { items, total } = await store.catalog.list(query)
        return { items: items.map(withId), total }
      },
      filters: LIST_COLUMNS.catalog.filters,
      sorts: LIST_COLUMNS.catalog.filters,
      show: {
        serviceId: (row) => row.serviceId,
        name: (row) => row.name,
        description: (row) => row.description,
        icon: (row) => row.icon,
        owner: (row) => row.owner,
      },
      compareByDefault: (left, right) => compareNames(left.id, right.id),
      nullsLast: false,
    })

    it('should sort names by code point', async () => {
      const { store } = await harness.open()
      await store.catalog.save(NAMES_IN_ORDER.toReversed().map((name) => sampleCatalogService({ name })))
      const sort = { column: 'name', descending: false } as const
      const { items } = await store.catalog.list({ filters: {}, sort, page: 1, pageSize: 100 })
      expect(items.map(({ name }) => name)).toEqual(NAMES_IN_ORDER)
    })
  })
}

// Helpers

const ELABORATE: CatalogService = {
  serviceId: 'shop',
  name: 'Web shop',
  description: 'sells things',
  icon: 'cart',
  owner: 'Team Checkout',
  runbook: 'https://wiki.example.com/shop',
  links: [
    { title: 'Dashboard', url: 'https://grafana.example.com/d/shop?from=now-1h' },
    { title: "The team's list", url: 'mailto:shop@example.com' },
  ],
  alertImpact: {
    severities: ['critical', 'major'],
    statuses: ['open', 'ack'],
    whitelist: ELABORATE_FILTER,
    blacklist: { operator: 'AND', clauses: [{ key: 'tags', op: 'CONTAINS', value: 'test' }] },
  },
}

const LISTED: readonly CatalogService[] = NAMES_IN_ORDER.slice(4, 17).map((serviceId, index) => ({
  ...ELABORATE,
  serviceId,
  name: ['Shop', 'shop', '\u{1f600}', '\ue000'][index % 4] ?? '',
  description: ['', 'of the shop', "o'neil"][index % 3] ?? '',
  icon: ['server', 'cart', 'Cart', '2'][index % 5] ?? 'zzz',
  owner: ['', 'Team A', 'team a'][index % 4] ?? '\u{1f600}',
}))

function withId(service: CatalogService) {
  return { id: service.serviceId, ...service }
}

function inOrder<Row extends { readonly serviceId: string }>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((left, right) => compareNames(left.serviceId, right.serviceId))
}

function kept({ serviceId, name, icon }: CatalogService): KeptRows['catalog'] {
  return { serviceId, name, icon }
}
