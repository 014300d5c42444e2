import { LIMITS, type Opsgraph } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { bundleOf, renamed, SHOP } from './shop-document.js'
import { admin, setStage } from './stage.js'
import { exportAll, fileOf, importing } from './transfer-scene.js'

const replace = { mode: 'replace' } as const
const merge = { mode: 'merge' } as const
const RULE = { environment: 'Production', resource: 'web', minHealthy: '50%', degraded: null, text: 'half' } as const
const STORED_RULE = { ...RULE, failedAt: 'major', source: 'manual', sourceRef: null }
const NONE = { create: 0, update: 0, remove: 0, unchanged: 0 }
const BANK = { ...renamed(SHOP, 'b-'), topology: { service: 'bank' } }

/** Tests the redundancy rules in files of topologies (rules.md#imported-redundancy-rules). */
export function importedRulesContract(harness: StoreHarness): void {
  it('should export the rules of the resources that a topology draws, and import them again', async () => {
    const { opsgraph } = await setStage(harness)
    await importing(opsgraph, SHOP, replace)
    for (const [environment, resource] of [
      ['Production', 'web'],
      ['Production', 'db'],
      ['Production', 'not drawn'],
      ['Test', 'web'],
      ['', 'web'],
    ] as const) {
      const { resource: _, environment: __, ...body } = RULE
      await opsgraph.putRedundancyRule(admin, { environment, resource, body: { ...body, text: resource } })
    }
    const exported = await exportAll(opsgraph)
    expect(exported.topologies[0]?.rules).toEqual([
      { ...STORED_RULE, resource: 'db', text: 'db' },
      { ...STORED_RULE, text: 'web' },
    ])
    for (const { environment, resource } of await rulesOf(opsgraph)) {
      await opsgraph.deleteRedundancyRule(admin, { environment, resource })
    }
    const report = await importing(opsgraph, exported, replace)
    expect(report.previews).toMatchObject([{ rules: { ...NONE, create: 2 } }])
    expect(report.results).toMatchObject([{ counts: { rules: { ...NONE, create: 2 } } }])
    expect(await exportAll(opsgraph)).toEqual(exported)
    expect((await importing(opsgraph, exported, replace)).previews).toMatchObject([
      { rules: { ...NONE, unchanged: 2 } },
    ])
  })

  it('should leave the rules alone if the file says nothing about them', async () => {
    const { opsgraph } = await setStage(harness)
    await importing(opsgraph, { ...SHOP, rules: [RULE] }, replace)
    for (const rules of [undefined, null]) await importing(opsgraph, { ...SHOP, rules }, replace)
    expect(await rulesOf(opsgraph)).toMatchObject([STORED_RULE])
  })

  it('should remove the rules of drawn resources that the file lacks, only in replace mode', async () => {
    const { opsgraph } = await setStage(harness)
    const other = { ...RULE, resource: 'not drawn' }
    await importing(opsgraph, { ...SHOP, rules: [RULE, other, { ...RULE, resource: 'db' }] }, merge)
    const rules = [{ ...RULE, resource: 'db' }]
    expect((await importing(opsgraph, { ...SHOP, rules }, merge)).previews).toMatchObject([{ rules: { remove: 0 } }])
    const dry = await importing(opsgraph, { ...SHOP, rules }, { ...replace, dryRun: true, changes: true })
    expect(dry.changes).toEqual([
      { kind: 'redundancyRule', service: 'shop', environment: 'Production', resource: 'web', action: 'remove' },
    ])
    expect(await rulesOf(opsgraph)).toHaveLength(3)
    await importing(opsgraph, { ...SHOP, rules }, replace)
    expect((await rulesOf(opsgraph)).map(({ resource }) => resource)).toEqual(['db', 'not drawn'])
  })

  it('should update rules: missing fields keep their values in merge mode, and get defaults in replace mode', async () => {
    const { opsgraph } = await setStage(harness)
    await importing(opsgraph, { ...SHOP, rules: [RULE] }, replace)
    const [before] = await rulesOf(opsgraph)
    const rules = [{ environment: 'Production', resource: 'web', minHealthy: 3 }]
    const merged = await importing(opsgraph, { ...SHOP, rules }, { ...merge, changes: true })
    expect(merged.previews).toMatchObject([{ rules: { ...NONE, update: 1 } }])
    expect(merged.changes).toMatchObject([{ kind: 'redundancyRule', action: 'update', fields: ['minHealthy'] }])
    const [after] = await rulesOf(opsgraph)
    expect(after).toEqual({ ...before, minHealthy: 3, updateTime: after?.updateTime })
    await importing(opsgraph, { ...SHOP, rules }, replace)
    expect(await rulesOf(opsgraph)).toMatchObject([{ ...STORED_RULE, minHealthy: 3, degraded: 'warning', text: '' }])
  })

  it('should keep the rule of a stronger source', async () => {
    const { opsgraph } = await setStage(harness)
    await importing(opsgraph, { ...SHOP, rules: [RULE] }, replace)
    const rules = [{ ...RULE, minHealthy: 1, source: 'cmdb' }]
    const { previews } = await importing(opsgraph, { ...SHOP, rules }, replace)
    expect(previews).toMatchObject([{ rules: { ...NONE, unchanged: 1 } }])
    expect(await rulesOf(opsgraph)).toMatchObject([STORED_RULE])
  })

  it('should need the scope admin:service_topologies to write a rule of a source other than manual', async () => {
    const { opsgraph } = await setStage(harness)
    const caller = { user: 'ed', scopes: ['write:service_topologies'], requestId: null } as const
    const body = fileOf({ ...SHOP, rules: [{ ...RULE, source: 'cmdb' }] })
    for (const dryRun of [true, false]) {
      await expect(opsgraph.importTopologies(caller, { body, options: merge, dryRun })).rejects.toMatchObject({
        kind: 'forbidden',
      })
    }
    await opsgraph.importTopologies(admin, { body, options: merge })
    const again = await opsgraph.importTopologies(caller, { body, options: merge })
    expect(again.previews).toMatchObject([{ rules: { ...NONE, unchanged: 1 } }])
  })

  it('should import a rule once that several documents contain, and refuse two that differ', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const shop = { ...SHOP, rules: [RULE] }
    const { previews } = await importing(opsgraph, bundleOf(shop, { ...BANK, rules: [RULE] }), replace)
    expect(previews).toMatchObject([{ rules: { ...NONE, create: 1 } }, { rules: NONE }])
    await importing(opsgraph, bundleOf(shop, { ...BANK, rules: [] }), replace)
    expect(await peek('redundancyRule')).toHaveLength(1)
    const differing = bundleOf(shop, { ...BANK, rules: [{ ...RULE, minHealthy: 1 }] })
    await expect(importing(opsgraph, differing, { ...merge, dryRun: true })).rejects.toMatchObject({
      message: 'invalid import',
      issues: [
        {
          ...{ code: 'invalidFormat', path: 'topologies[1].rules[0]' },
          message: 'topologies[1].rules[0] differs from topologies[0].rules[0], the rule of the same resource',
        },
      ],
    })
  })

  it('should refuse more rules than the limit, in a dry run too', async () => {
    const { opsgraph, store } = await setStage(harness)
    await importing(opsgraph, { ...SHOP, rules: [RULE] }, replace)
    const [rule] = await store.redundancyRules.all()
    if (rule === undefined) throw new Error('the rule is missing')
    const others = Array.from({ length: LIMITS.redundancyRules - 1 }, (_, index) => {
      return { ...rule, id: `rule ${index}`, resource: `resource ${index}` }
    })
    await store.redundancyRules.save(others)
    const db = { ...RULE, resource: 'db' }
    for (const dryRun of [true, false]) {
      await expect(importing(opsgraph, { ...SHOP, rules: [RULE, db] }, { ...merge, dryRun })).rejects.toMatchObject({
        ...{ kind: 'invalid', message: expect.stringContaining('the limit is 10000') },
      })
    }
    expect((await importing(opsgraph, { ...SHOP, rules: [db] }, replace)).previews).toMatchObject([
      { rules: { ...NONE, create: 1, remove: 1 } },
    ])
  })
}

// Helpers

async function rulesOf(opsgraph: Opsgraph) {
  return (await opsgraph.listRedundancyRules(admin, { pageSize: 1_000 })).items
}
