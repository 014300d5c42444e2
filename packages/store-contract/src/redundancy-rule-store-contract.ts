import { LIST_COLUMNS } from '@opsgraph/core'
import { compareNames, type Store, type StoreParts } from '@opsgraph/core/store'
import { describe, expect, it } from 'vitest'
import { listContract } from './list-contract.js'
import { longestName, ODD_NAMES } from './odd-text.js'
import { revisionContract } from './revision-contract.js'
import { byId } from './row-order.js'
import { at, nextId } from './sample.js'
import { LONG_TEXT } from './sample-entries.js'
import type { StoreHarness } from './store-harness.js'
import { tamper } from './tamper.js'

type RedundancyRule = Parameters<Store['redundancyRules']['save']>[0][number]

/** Tests the guarantees of `RedundancyRuleStore`. */
export function redundancyRuleStoreContract(harness: StoreHarness): void {
  it('should keep every field of a rule, and replace the rule with the same id', async () => {
    const { store, peek } = await harness.open()
    const rules = [ELABORATE, sampleRedundancyRule(), ...ODD]
    await store.redundancyRules.save(rules)
    expect(byId(await store.redundancyRules.all())).toEqual(byId(rules))
    for (const rule of rules) expect(await store.redundancyRules.find([rule])).toEqual([rule])
    expect(byId(await peek('redundancyRule'))).toEqual(byId(rules).map(kept))
    const changed = { ...sampleRedundancyRule(), id: ELABORATE.id }
    await store.redundancyRules.save([changed])
    expect(await store.redundancyRules.find([changed])).toEqual([changed])
    expect(await store.redundancyRules.find([ELABORATE])).toEqual([])
    expect(await peek('redundancyRule')).toHaveLength(rules.length)
  })

  it('should find the rules of some resources, each once, and by both names', async () => {
    const { store } = await harness.open()
    const [first, second, other] = ['a', 'b', 'c'].map((resource) =>
      sampleRedundancyRule({ resource, environment: 'e' }),
    )
    await store.redundancyRules.save([first, second, other].flatMap((rule) => rule ?? []))
    const find = async (...keys: (readonly [string, string])[]) =>
      (await store.redundancyRules.find(keys.map(([environment, resource]) => ({ environment, resource })))).map(
        ({ resource }) => resource,
      )
    expect((await find(['e', 'b'], ['e', 'a'], ['e', 'b'], ['e', 'A'])).toSorted()).toEqual(['a', 'b'])
    expect(await find()).toEqual([])
    expect(await find(['', 'a'], ['a', 'e'], ['e', ''], ['e', '\u0000'], ['\ud800', 'a'])).toEqual([])
  })

  it('should delete the rules with the given ids, and count them', async () => {
    const { store, peek } = await harness.open()
    const rules = [sampleRedundancyRule(), sampleRedundancyRule(), ELABORATE]
    await store.redundancyRules.save(rules)
    expect(await store.redundancyRules.delete([nextId(), '', '\u0000', '\ud800', ELABORATE.resource])).toBe(0)
    const ids = rules.slice(0, 2).map(({ id }) => id)
    expect(await store.redundancyRules.delete([...ids, nextId()])).toBe(2)
    expect(await store.redundancyRules.delete(ids)).toBe(0)
    expect(await peek('redundancyRule')).toEqual([kept(ELABORATE)])
  })

  it('should not be changed by callers who change given or returned values', async () => {
    const { store } = await harness.open()
    const given = structuredClone(ELABORATE)
    await store.redundancyRules.save([given])
    tamper(given)
    tamper(await store.redundancyRules.all())
    tamper(await store.redundancyRules.find([ELABORATE]))
    expect(await store.redundancyRules.all()).toEqual([ELABORATE])
  })

  it('should save 1,000 rules at once, and replace them', async () => {
    const { store, peek } = await harness.open()
    const rules = Array.from({ length: 1_000 }, () => sampleRedundancyRule())
    await store.redundancyRules.save(rules)
    await store.redundancyRules.save(rules.map((rule) => ({ ...rule, source: 'cmdb' as const })).toReversed())
    expect((await peek('redundancyRule')).filter(({ source }) => source === 'cmdb')).toHaveLength(1_000)
  })

  describe('list', () => {
    listContract(harness, {
      rows: LISTED,
      save: (store, rows) => store.redundancyRules.save(rows),
      list: (store, query) => store.redundancyRules.list(query),
      filters: LIST_COLUMNS.redundancyRules.filters.filter((column) => column !== 'q'),
      sorts: LIST_COLUMNS.redundancyRules.sorts,
      show: {
        environment: (row) => row.environment,
        resource: (row) => row.resource,
        source: (row) => row.source,
        sourceRef: (row) => row.sourceRef,
        createTime: (row) => row.createTime,
        updateTime: (row) => row.updateTime,
      },
      compareByDefault: (left, right) =>
        compareNames(left.environment, right.environment) || compareNames(left.resource, right.resource),
      nullsLast: true,
    })

    it('should find a part of the resource or of the text, in upper and lower case, and nothing else', async () => {
      const { store } = await harness.open()
      await store.redundancyRules.save([
        sampleRedundancyRule({ resource: 'my Disk', text: '' }),
        sampleRedundancyRule({ resource: 'text', text: 'one of two disks' }),
        sampleRedundancyRule({ resource: 'no', environment: 'disk', sourceRef: 'disk' }),
        sampleRedundancyRule({ resource: 'odd', text: 'Straße 50% \\ _' }),
      ])
      const find = async (...q: readonly string[]) => {
        const { items } = await store.redundancyRules.list({ filters: { q }, sort: undefined, page: 1, pageSize: 10 })
        return items.map(({ resource }) => resource).toSorted()
      }
      expect(await find('DISK')).toEqual(['my Disk', 'text'])
      expect(await find('STRASSE', 'MY')).toEqual(['my Disk', 'odd'])
      for (const part of ['%', '\\', '_', '50% \\ _']) expect(await find(part), part).toEqual(['odd'])
      expect(await find('')).toHaveLength(4)
      // A match must not span the resource and the text.
      for (const crossing of ['TEXTONE', 'disk']) expect(await find(crossing), crossing).toEqual([])
      expect(await find()).toEqual([])
    })
  })

  describe('version', () => {
    revisionContract(harness, {
      revision: ({ redundancyRules }) => redundancyRules.version(),
      changes: [
        (parts) => parts.redundancyRules.save([ELABORATE, FURTHER]),
        (parts) => parts.redundancyRules.save([{ ...ELABORATE, minHealthy: 3 }]),
        (parts) => parts.redundancyRules.save([ELABORATE]),
        (parts) => parts.redundancyRules.delete([ELABORATE.id, FURTHER.id]),
      ],
      concurrentChange: (parts, writer) =>
        parts.redundancyRules.save([sampleRedundancyRule({ resource: `of ${writer}` })]),
      readAll,
      content: ({ redundancyRules }) => redundancyRules.all(),
    })

    it('should not change the revision of the policies, nor change with it', async () => {
      const { store } = await harness.open()
      const { policyRevision, redundancyRules } = store
      const before = await policyRevision.read()
      await redundancyRules.save([ELABORATE])
      expect(await policyRevision.read()).toBe(before)
      const version = await redundancyRules.version()
      await store.weightPolicies.delete([])
      expect(await redundancyRules.version()).toBe(version)
    })
  })
}

export function sampleRedundancyRule(fields: Partial<RedundancyRule> = {}): RedundancyRule {
  const id = nextId()
  return {
    id,
    environment: 'Production',
    resource: `resource of ${id}`,
    minHealthy: 1,
    failedAt: 'major',
    degraded: 'warning',
    source: 'manual',
    sourceRef: null,
    text: '',
    createTime: at(0),
    updateTime: at(0),
    ...fields,
  }
}

// Helpers

const ELABORATE = sampleRedundancyRule({
  environment: '',
  resource: 'databases',
  minHealthy: '67%',
  failedAt: 'critical',
  degraded: null,
  source: 'cmdb',
  sourceRef: 'itop',
  text: 'two of three',
  createTime: at(7),
  updateTime: at(8),
})
const FURTHER = sampleRedundancyRule()

const ODD = [
  ...ODD_NAMES.map((name) => sampleRedundancyRule({ environment: name, resource: name, sourceRef: name, text: name })),
  sampleRedundancyRule({ environment: longestName(1), resource: longestName(2), text: LONG_TEXT }),
]

const LISTED = Array.from({ length: 13 }, (_, index) =>
  sampleRedundancyRule({
    environment: ['', 'Production', '\u{1f600}', '\ue000'][index % 4] ?? '',
    resource: ['db', 'Db', 'web'][(index >> 2) % 3] + (index > 11 ? '2' : ''),
    source: index % 5 === 1 ? 'cmdb' : 'manual',
    sourceRef: index % 3 === 1 ? null : `ref ${index % 2}`,
    createTime: at(10 - (index % 7)),
    updateTime: at(20 - (index % 3)),
  }),
)

async function readAll({ redundancyRules }: StoreParts): Promise<void> {
  await redundancyRules.list({ filters: {}, sort: undefined, page: 1, pageSize: 10 })
  await redundancyRules.all()
  await redundancyRules.find([ELABORATE])
  await redundancyRules.version()
}

function kept({ id, environment, resource, source }: RedundancyRule) {
  return { id, environment, resource, source }
}
