import { expect, it } from 'vitest'
import { bankDocument, bundleOf, PATH, shopDocument, type TopologyDoor } from './topology-door.js'
import { idOfService, numbers, policiesOf, servicesOf } from './topology-world.js'

/**
 * Tests the effects of an import on weight policies and the service catalog (rules.md#imported-weight-policies;
 * rules.md#imported-catalog-entries), over the HTTP API or the command line.
 */
export function topologyAttachmentsContract(door: TopologyDoor): void {
  const withPolicies = (...weightPolicies: readonly object[]) => ({ ...shopDocument(), weightPolicies })

  it('should match all weight policies by name, update them from the file and assign them to the topology', async () => {
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
    const assigned = { topologyId: await idOfService(door, 'shop') }
    expect(await policiesOf(door)).toEqual([
      { ...hot, ...sent, ...assigned },
      { ...cold, ...sent, ...assigned, name: 'cold' },
      other,
      { ...sent, ...assigned, name: 'new', id: expect.any(String), createTime: expect.any(String) },
    ])
  })

  it('should remove, in replace mode, exactly the policies of the topology that are not in the file', async () => {
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

  it('should create policies in the order of the file, which is the order of their application', async () => {
    const names = Array.from({ length: 9 }, (_, index) => `policy ${9 - index}`)
    await door.import(withPolicies(...names.map((name) => ({ name, description: '' }))), { mode: 'replace' })
    expect((await policiesOf(door)).map(({ name }) => name)).toEqual(names)
  })

  it('should create a missing catalog service with the fields of the file', async () => {
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

  it('should skip the catalog if the file has no catalog service', async () => {
    for (const mode of ['merge', 'replace'] as const) {
      const { catalogService: _, ...file } = shopDocument()
      const { previews } = await door.plan({ ...file, ...(mode === 'replace' && { catalogService: null }) }, { mode })
      expect(previews).toMatchObject([{ catalogService: { action: 'skip', fields: [] } }])
      await door.import({ ...file, topology: { ...file.topology, description: mode } }, { mode })
    }
    expect(await servicesOf(door)).toEqual([])
  })

  const SENT = { description: 'sells', icon: 'cart', alertImpact: { severities: ['critical'] } }
  const EMPTY = { description: '', icon: 'server', alertImpact: {} }
  const STORED = { description: 'stored', icon: 'stored', alertImpact: { statuses: ['open'] } }
  const LISTED = { blacklist: { operator: 'AND', clauses: [{ key: 'event', op: '=', value: 'Test' }] } }

  it.each([
    ['merge', 'fill empty fields', EMPTY, SENT, ['description', 'icon', 'alertImpact'], SENT],
    ['merge', 'fill one empty field', { ...STORED, icon: 'server' }, SENT, ['icon'], { ...STORED, icon: 'cart' }],
    ['merge', 'keep fields that are not empty', STORED, SENT, [], STORED],
    [
      'merge',
      'keep an alertImpact with only a blacklist',
      { ...STORED, alertImpact: LISTED },
      SENT,
      [],
      { ...STORED, alertImpact: LISTED },
    ],
    ['replace', 'overwrite with fields that are not empty', STORED, SENT, ['description', 'icon', 'alertImpact'], SENT],
    ['replace', 'keep fields that are empty in the file', STORED, { ...EMPTY, icon: '' }, [], STORED],
    ['replace', 'keep fields that the file omits', STORED, { icon: 'cart' }, ['icon'], { ...STORED, icon: 'cart' }],
    ['replace', 'keep the name', STORED, { ...STORED, name: 'Another' }, [], STORED],
  ] as const)('should in mode %s %s of the catalog service', async (mode, _, stored, sent, fields, expected) => {
    await door.call('PUT', '/api/service_catalog/shop', stored)
    const { previews } = await door.import({ ...shopDocument(), catalogService: sent }, { mode })
    const action = fields.length > 0 ? 'update' : 'unchanged'
    expect(previews).toMatchObject([{ catalogService: { action, fields } }])
    expect(await servicesOf(door)).toMatchObject([{ serviceId: 'shop', name: 'shop', ...expected }])
  })

  it('should create a policy of several topologies in a bundle once, as a global policy', async () => {
    const shared = { id: '00000000-0000-4000-8000-000000000001', name: 'shared', description: '' }
    const file = bundleOf(withPolicies(shared), { ...bankDocument(), weightPolicies: [shared] })
    const { previews } = await door.import(file, { mode: 'merge' })
    expect(previews?.map(({ weightPolicies }) => weightPolicies.create)).toEqual([1, 0])
    expect(await policiesOf(door)).toMatchObject([{ ...shared, topologyId: null }])
  })
}
