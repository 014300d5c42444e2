import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { bundleOf, renamed, SHOP } from './shop-document.js'
import { admin, setStage } from './stage.js'
import { importing, worldOf } from './transfer-scene.js'

const replace = { mode: 'replace' } as const
const merge = { mode: 'merge' } as const

/**
 * Tests the effects of an import on weight policies and the catalog, and the checks of the license
 * (rules.md#imported-weight-policies; rules.md#imported-catalog-entries; rules.md#license).
 */
export function importAttachmentsContract(harness: StoreHarness): void {
  it('should match weight policies by name, and assign them to the topology', async () => {
    const stage = await setStage(harness)
    const policy = await stage.opsgraph.createWeightPolicy(admin, { name: 'hot', description: 'old', weight: 1 })
    const { previews } = await importing(stage.opsgraph, SHOP, merge)
    expect(previews).toMatchObject([{ weightPolicies: { create: 0, update: 1, unchanged: 0 } }])
    const { topologies, policies } = await worldOf(stage.opsgraph)
    const [topology] = topologies
    expect(policies).toEqual([{ ...policy, ...SHOP.weightPolicies[0], topologyId: topology?.id }])
  })

  it('should not change a policy that has the id in the file, but another name', async () => {
    const stage = await setStage(harness)
    const policy = await stage.opsgraph.createWeightPolicy(admin, { name: 'cold', description: '' })
    const weightPolicies = [{ ...SHOP.weightPolicies[0], id: policy.id }]
    await importing(stage.opsgraph, { ...SHOP, weightPolicies }, replace)
    const { policies } = await worldOf(stage.opsgraph)
    expect(policies).toMatchObject([policy, { name: 'hot' }])
    const again = await importing(stage.opsgraph, { ...SHOP, weightPolicies }, replace)
    expect(again.previews).toMatchObject([{ weightPolicies: { create: 0, update: 0, remove: 0, unchanged: 1 } }])
  })

  it('should create weight policies in the order of the file', async () => {
    const stage = await setStage(harness)
    await stage.opsgraph.createWeightPolicy(admin, { name: 'before', description: '' })
    const names = Array.from({ length: 20 }, (_, index) => `policy ${20 - index}`)
    const weightPolicies = names.map((name) => ({ name, description: '' }))
    await importing(stage.opsgraph, { ...SHOP, weightPolicies }, replace)
    const { policies } = await worldOf(stage.opsgraph)
    expect(policies.map(({ name }) => name)).toEqual(['before', ...names])
  })

  it('should create a policy once, as a global one, if all topologies of a file contain it', async () => {
    const stage = await setStage(harness)
    const named = (name: string) => ({ name, description: '' })
    const shared = { ...named('shared'), id: '00000000-0000-4000-8000-000000000001' }
    const shop = { ...SHOP, weightPolicies: [shared, named('of the shop')] }
    const bank = {
      ...renamed(SHOP, 'b-'),
      topology: { service: 'bank' },
      weightPolicies: [named('of the bank'), shared],
    }
    const { previews } = await importing(stage.opsgraph, bundleOf(shop, bank), replace)
    const none = { create: 0, update: 0, remove: 0, unchanged: 0 }
    expect(previews.map(({ weightPolicies }) => weightPolicies)).toEqual([
      { ...none, create: 2 },
      { ...none, create: 1 },
    ])
    const { policies } = await worldOf(stage.opsgraph)
    expect(policies.map(({ name }) => name)).toEqual(['of the bank', 'shared', 'of the shop'])
    expect(policies.map(({ topologyId }) => topologyId === null)).toEqual([false, true, false])
    const again = await importing(stage.opsgraph, bundleOf(shop, bank), replace)
    expect(again.previews.map(({ weightPolicies }) => weightPolicies)).toEqual([
      { ...none, unchanged: 2 },
      { ...none, unchanged: 1 },
    ])
  })

  it('should not change fields of a policy that a merged file does not contain', async () => {
    const stage = await setStage(harness)
    await importing(stage.opsgraph, SHOP, merge)
    const { policies } = await worldOf(stage.opsgraph)
    const silent = { ...SHOP, weightPolicies: [{ name: 'hot', description: 'hotter', filters: null }] }
    const merged = await importing(stage.opsgraph, silent, merge)
    expect(merged.previews).toMatchObject([{ weightPolicies: { update: 1, unchanged: 0 } }])
    const [before] = policies
    expect((await worldOf(stage.opsgraph)).policies).toEqual([{ ...before, description: 'hotter' }])
    await importing(stage.opsgraph, silent, replace)
    const plain = { weight: 0, status: 'active', filters: { operator: 'AND', clauses: [] } }
    expect((await worldOf(stage.opsgraph)).policies).toEqual([{ ...before, description: 'hotter', ...plain }])
  })

  it('should fill empty catalog fields in merge mode, and overwrite fields in replace mode', async () => {
    const stage = await setStage(harness)
    const given = {
      ...{ description: 'given', runbook: 'https://wiki.example.com/given' },
      alertImpact: { severities: ['minor'] },
    } as const
    await stage.opsgraph.putCatalogService(admin, { serviceId: 'shop', body: given })
    const merged = await importing(stage.opsgraph, SHOP, merge)
    expect(merged.previews).toMatchObject([
      { catalogService: { action: 'update', fields: ['icon', 'owner', 'links'] } },
    ])
    const { owner, links } = SHOP.catalogService
    expect(await stage.opsgraph.readCatalogServiceById(admin, 'shop')).toMatchObject({
      ...given,
      ...{ owner, links, name: 'shop', icon: 'cart' },
    })
    const again = await importing(stage.opsgraph, SHOP, merge)
    expect(again.previews).toMatchObject([{ catalogService: { action: 'unchanged', fields: [] } }])
    const nothing = { description: '', icon: '', owner: '', runbook: '', links: [], alertImpact: {} }
    const silent = { ...SHOP, catalogService: nothing }
    const unchanged = await importing(stage.opsgraph, silent, replace)
    expect(unchanged.previews).toMatchObject([{ catalogService: { action: 'unchanged', fields: [] } }])
    const named = { ...SHOP, catalogService: { ...SHOP.catalogService, name: 'Another' } }
    const replaced = await importing(stage.opsgraph, named, replace)
    expect(replaced.results).toMatchObject([
      { catalogService: { action: 'update', fields: ['description', 'runbook', 'alertImpact'] } },
    ])
    expect(await stage.opsgraph.readCatalogServiceById(admin, 'shop')).toMatchObject({
      ...SHOP.catalogService,
      name: 'shop',
    })
  })

  it('should fill an icon that a user has cleared', async () => {
    const stage = await setStage(harness)
    await stage.opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { description: 'given', icon: '' } })
    const { previews } = await importing(stage.opsgraph, SHOP, merge)
    expect(previews).toMatchObject([
      { catalogService: { action: 'update', fields: ['icon', 'owner', 'runbook', 'links', 'alertImpact'] } },
    ])
  })

  it('should create no more topologies than the license allows, and report this in a dry run', async () => {
    const stage = await setStage(harness, { topologyFeature: true, topologyLimit: 1 })
    const bundle = bundleOf(SHOP, { ...renamed(SHOP, 'b-'), topology: { service: 'bank' } })
    const dry = await importing(stage.opsgraph, bundle, { ...merge, dryRun: true })
    const issue = { code: 'licenseLimit', path: 'topologies[1].topology.service' }
    expect(dry.previews).toMatchObject([{ errors: [] }, { errors: [issue] }])
    await expect(importing(stage.opsgraph, bundle, merge)).rejects.toMatchObject({
      kind: 'forbidden',
      issues: [issue],
    })
    expect(await worldOf(stage.opsgraph)).toEqual({ topologies: [], policies: [], services: [], relations: [] })
    await importing(stage.opsgraph, SHOP, merge)
    await importing(stage.opsgraph, SHOP, merge)
  })

  it('should count only created topologies for the license, not updated ones', async () => {
    const stage = await setStage(harness, { topologyFeature: true, topologyLimit: 2 })
    await importing(stage.opsgraph, SHOP, merge)
    const bank = { ...renamed(SHOP, 'b-'), topology: { service: 'bank' } }
    await importing(stage.opsgraph, bundleOf(SHOP, bank), merge)
    expect((await worldOf(stage.opsgraph)).topologies).toHaveLength(2)
  })
}
