import { expect, it } from 'vitest'
import { bankDocument, bundleOf, PATH, shopDocument, type TopologyDoor } from './topology-door.js'
import { idOfService, numbers, policiesOf, servicesOf } from './topology-world.js'

/**
 * What an import does to weight policies and the service catalog (rules.md#imported-weight-policies;
 * rules.md#imported-catalog-entries), by whatever way it comes.
 */
export function topologyAttachmentsContract(door: TopologyDoor): void {
  const withPolicies = (...weightPolicies: readonly object[]) => ({ ...shopDocument(), weightPolicies })

  it('should match weight policies by name across the instance, update them from the file and tie them', async () => {
    await door.import(bankDocument(), { mode: 'merge' })
    const topologyId = await idOfService(door, 'bank')
    await door.call('POST', `${PATH}_policy`, { name: 'hot', description: 'of the bank', weight: 1, topologyId })
    await door.call('POST', `${PATH}_policy`, { name: 'cold', description: 'global' })
    await door.call('POST', `${PATH}_policy`, { name: 'HOT', description: 'another name' })
    const [hot, cold, other] = await policiesOf(door)
    const [sent] = shopDocument().weightPolicies
    const file = withPolicies({ ...sent, name: 'cold' }, { ...sent }, { ...sent, name: 'new' })
    const { previews, results } = await door.import(file, { mode: 'merge' })
    expect(previews).toMatchObject([{ weightPolicies: numbers({ create: 1, update: 2 }) }])
    expect(results).toMatchObject([{ counts: { weightPolicies: numbers({ create: 1, update: 2 }) } }])
    const tied = { topologyId: await idOfService(door, 'shop') }
    expect(await policiesOf(door)).toEqual([
      { ...hot, ...sent, ...tied },
      { ...cold, ...sent, ...tied, name: 'cold' },
      other,
      { ...sent, ...tied, name: 'new', id: expect.any(String), createTime: expect.any(String) },
    ])
  })

  it('should remove policies of the topology that are not in the file by replacing, and those alone', async () => {
    await door.import(withPolicies({ name: 'stays', description: '' }, { name: 'goes', description: '' }), {
      mode: 'merge',
    })
    await door.import(
      { ...bankDocument(), weightPolicies: [{ name: 'of the bank', description: '' }] },
      { mode: 'merge' },
    )
    await door.call('POST', `${PATH}_policy`, { name: 'global', description: '' })
    const file = withPolicies({ name: 'stays', description: '' })
    const names = async () => (await policiesOf(door)).map(({ name }) => name)
    const merged = await door.import({ ...file, topology: { ...file.topology, name: 'S' } }, { mode: 'merge' })
    expect(merged.previews).toMatchObject([{ weightPolicies: numbers({ unchanged: 1 }) }])
    expect(await names()).toEqual(['stays', 'goes', 'of the bank', 'global'])
    const replaced = await door.import(file, { mode: 'replace' })
    expect(replaced.previews).toMatchObject([{ weightPolicies: numbers({ unchanged: 1, remove: 1 }) }])
    expect(await names()).toEqual(['stays', 'of the bank', 'global'])
  })

  it('should create policies in the order of the file, in which they act', async () => {
    const names = Array.from({ length: 9 }, (_, index) => `policy ${9 - index}`)
    await door.import(withPolicies(...names.map((name) => ({ name, description: '' }))), { mode: 'replace' })
    expect((await policiesOf(door)).map(({ name }) => name)).toEqual(names)
  })

  it('should create the catalog entry when it is missing, with what the file says of it', async () => {
    const { previews } = await door.import(shopDocument(), { mode: 'replace' })
    const fields = ['name', 'description', 'icon', 'alertImpact']
    expect(previews).toMatchObject([{ catalogService: { action: 'create', fields } }])
    expect(await servicesOf(door)).toEqual([
      {
        ...{ serviceId: 'shop', name: 'shop', description: 'sells', icon: 'cart' },
        alertImpact: { severities: ['critical'], statuses: [], whitelist: {}, blacklist: {} },
      },
    ])
  })

  it('should skip the catalog when the file says nothing of it', async () => {
    for (const mode of ['merge', 'replace'] as const) {
      const { catalogService: _, ...file } = shopDocument()
      const { previews } = await door.plan({ ...file, ...(mode === 'replace' && { catalogService: null }) }, { mode })
      expect(previews).toMatchObject([{ catalogService: { action: 'skip', fields: [] } }])
      await door.import({ ...file, topology: { ...file.topology, description: mode } }, { mode })
    }
    expect(await servicesOf(door)).toEqual([])
  })

  const SAID = { description: 'sells', icon: 'cart', alertImpact: { severities: ['critical'] } }
  const EMPTY = { description: '', icon: 'server', alertImpact: {} }
  const KEPT = { description: 'kept', icon: 'kept', alertImpact: { statuses: ['open'] } }
  const LISTED = { blacklist: { operator: 'AND', clauses: [{ key: 'event', op: '=', value: 'Test' }] } }

  it.each([
    ['merge', 'fill what is empty', EMPTY, SAID, ['description', 'icon', 'alertImpact'], SAID],
    ['merge', 'fill one empty field', { ...KEPT, icon: 'server' }, SAID, ['icon'], { ...KEPT, icon: 'cart' }],
    ['merge', 'keep what is not empty', KEPT, SAID, [], KEPT],
    ['merge', 'keep a lone blacklist', { ...KEPT, alertImpact: LISTED }, SAID, [], { ...KEPT, alertImpact: LISTED }],
    ['replace', 'overwrite with what is not empty', KEPT, SAID, ['description', 'icon', 'alertImpact'], SAID],
    ['replace', 'keep what the file has empty', KEPT, { ...EMPTY, icon: '' }, [], KEPT],
    ['replace', 'keep what the file leaves out', KEPT, { icon: 'cart' }, ['icon'], { ...KEPT, icon: 'cart' }],
    ['replace', 'leave the name', KEPT, { ...KEPT, name: 'Another' }, [], KEPT],
  ] as const)('should, to %s, %s in the catalog entry', async (mode, _, stored, sent, fields, expected) => {
    await door.call('PUT', '/api/service_catalog/shop', stored)
    const { previews } = await door.import({ ...shopDocument(), catalogService: sent }, { mode })
    const action = fields.length > 0 ? 'update' : 'unchanged'
    expect(previews).toMatchObject([{ catalogService: { action, fields } }])
    expect(await servicesOf(door)).toMatchObject([{ serviceId: 'shop', name: 'shop', ...expected }])
  })

  it('should create what several topologies of a bundle hold once, for all of them', async () => {
    const shared = { id: '00000000-0000-4000-8000-000000000001', name: 'shared', description: '' }
    const file = bundleOf(withPolicies(shared), { ...bankDocument(), weightPolicies: [shared] })
    const { previews } = await door.import(file, { mode: 'merge' })
    expect(previews?.map(({ weightPolicies }) => weightPolicies.create)).toEqual([1, 0])
    expect(await policiesOf(door)).toMatchObject([{ ...shared, topologyId: null }])
  })
}
