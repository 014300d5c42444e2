import { expect, it } from 'vitest'
import { onThreeStores } from './on-three-stores.js'
import { idOfService, numbers, policiesOf, servicesOf, topologyApi } from './topology-api.js'
import { bankDocument, bundleOf, PATH, shopDocument } from './topology-files.js'

const CATALOG_FIELDS = ['name', 'description', 'icon', 'owner', 'runbook', 'links', 'alertImpact']

/**
 * The effects of an import on weight policies and the service catalog (rules.md#imported-weight-policies;
 * rules.md#imported-catalog-entries).
 */
onThreeStores((server) => {
  const api = topologyApi(server)

  const withPolicies = (...weightPolicies: readonly object[]) => ({ ...shopDocument(), weightPolicies })

  it('should match all weight policies by name, update them from the file and assign them to the topology', async () => {
    await api.import(bankDocument(), { mode: 'merge' })
    const topologyId = await idOfService(api, 'bank')
    await api.call('POST', `${PATH}_policy`, { name: 'hot', description: 'of the bank', weight: 1, topologyId })
    await api.call('POST', `${PATH}_policy`, { name: 'cold', description: 'global' })
    await api.call('POST', `${PATH}_policy`, { name: 'HOT', description: 'another name' })
    const [hot, cold, other] = await policiesOf(api)
    const [sent] = shopDocument().weightPolicies
    const file = withPolicies({ ...sent, name: 'cold' }, { ...sent }, { ...sent, name: 'new' })
    const { previews, results } = await api.import(file, { mode: 'merge' })
    expect(previews).toMatchObject([{ weightPolicies: numbers({ create: 1, update: 2 }) }])
    expect(results).toMatchObject([{ counts: { weightPolicies: numbers({ create: 1, update: 2 }) } }])
    const assigned = { topologyId: await idOfService(api, 'shop') }
    expect(await policiesOf(api)).toEqual([
      { ...hot, ...sent, ...assigned },
      { ...cold, ...sent, ...assigned, name: 'cold' },
      other,
      { ...sent, ...assigned, name: 'new', id: expect.any(String), createTime: expect.any(String) },
    ])
  })

  it('should remove, in replace mode, exactly the policies of the topology that are not in the file', async () => {
    await api.import(withPolicies({ name: 'stays', description: '' }, { name: 'goes', description: '' }), {
      mode: 'merge',
    })
    await api.import(
      { ...bankDocument(), weightPolicies: [{ name: 'of the bank', description: '' }] },
      { mode: 'merge' },
    )
    await api.call('POST', `${PATH}_policy`, { name: 'global', description: '' })
    const file = withPolicies({ name: 'stays', description: '' })
    const names = async () => (await policiesOf(api)).map(({ name }) => name)
    const merged = await api.import({ ...file, topology: { ...file.topology, name: 'S' } }, { mode: 'merge' })
    expect(merged.previews).toMatchObject([{ weightPolicies: numbers({ unchanged: 1 }) }])
    expect(await names()).toEqual(['stays', 'goes', 'of the bank', 'global'])
    const replaced = await api.import(file, { mode: 'replace' })
    expect(replaced.previews).toMatchObject([{ weightPolicies: numbers({ unchanged: 1, remove: 1 }) }])
    expect(await names()).toEqual(['stays', 'of the bank', 'global'])
  })

  it('should create policies in the order of the file, which is the order of their application', async () => {
    const names = Array.from({ length: 9 }, (_, index) => `policy ${9 - index}`)
    await api.import(withPolicies(...names.map((name) => ({ name, description: '' }))), { mode: 'replace' })
    expect((await policiesOf(api)).map(({ name }) => name)).toEqual(names)
  })

  it('should create a missing catalog service with the fields of the file', async () => {
    const { previews } = await api.import(shopDocument(), { mode: 'replace' })
    expect(previews).toMatchObject([{ catalogService: { action: 'create', fields: CATALOG_FIELDS } }])
    expect(await servicesOf(api)).toEqual([
      {
        ...{ serviceId: 'shop', name: 'shop', description: 'sells', icon: 'cart', owner: '', runbook: '', links: [] },
        alertImpact: { severities: ['critical'], statuses: [], whitelist: {}, blacklist: {} },
      },
    ])
  })

  it('should skip the catalog if the file has no catalog service', async () => {
    for (const mode of ['merge', 'replace'] as const) {
      const { catalogService: _, ...file } = shopDocument()
      const { previews } = await api.plan({ ...file, ...(mode === 'replace' && { catalogService: null }) }, { mode })
      expect(previews).toMatchObject([{ catalogService: { action: 'skip', fields: [] } }])
      await api.import({ ...file, topology: { ...file.topology, description: mode } }, { mode })
    }
    expect(await servicesOf(api)).toEqual([])
  })

  const SENT = { description: 'sells', icon: 'cart', alertImpact: { severities: ['critical'] } }
  const EMPTY = { description: '', icon: 'server', alertImpact: {} }
  const STORED = { description: 'stored', icon: 'stored', alertImpact: { statuses: ['open'] } }
  const LINKS = [{ title: 'Dashboard', url: 'https://grafana.example.com/d/shop' }]
  const TOLD = { ...SENT, owner: 'Team A', runbook: 'https://wiki.example.com/shop', links: LINKS }
  const OWNED = { ...STORED, owner: 'Team B', runbook: 'mailto:b@example.com', links: [{ ...LINKS[0], title: 'Old' }] }
  const UNTOLD = { ...EMPTY, icon: '', owner: '', runbook: '', links: [] }
  const CONTACT = ['owner', 'runbook', 'links']
  const LISTED = { blacklist: { operator: 'AND', clauses: [{ key: 'event', op: '=', value: 'Test' }] } }

  it.each([
    ['merge', 'fill empty fields', EMPTY, SENT, ['description', 'icon', 'alertImpact'], SENT],
    ['merge', 'fill one empty field', { ...STORED, icon: 'server' }, SENT, ['icon'], { ...STORED, icon: 'cart' }],
    ['merge', 'keep fields that are not empty', STORED, SENT, [], STORED],
    ['merge', 'fill the empty owner, runbook and links', SENT, TOLD, CONTACT, TOLD],
    ['merge', 'fill one of them', { ...OWNED, links: [] }, TOLD, ['links'], { ...OWNED, links: LINKS }],
    ['merge', 'keep the owner, runbook and links', OWNED, TOLD, [], OWNED],
    ['replace', 'overwrite the owner, runbook and links', { ...OWNED, ...SENT }, TOLD, CONTACT, TOLD],
    ['replace', 'keep the owner, runbook and links if they are empty in the file', OWNED, UNTOLD, [], OWNED],
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
    await api.call('PUT', '/api/service_catalog/shop', stored)
    const { previews } = await api.import({ ...shopDocument(), catalogService: sent }, { mode })
    const action = fields.length > 0 ? 'update' : 'unchanged'
    expect(previews).toMatchObject([{ catalogService: { action, fields } }])
    expect(await servicesOf(api)).toMatchObject([{ serviceId: 'shop', name: 'shop', ...expected }])
  })

  it('should create a policy of several topologies in a bundle once, as a global policy', async () => {
    const shared = { id: '00000000-0000-4000-8000-000000000001', name: 'shared', description: '' }
    const file = bundleOf(withPolicies(shared), { ...bankDocument(), weightPolicies: [shared] })
    const { previews } = await api.import(file, { mode: 'merge' })
    expect(previews?.map(({ weightPolicies }) => weightPolicies.create)).toEqual([1, 0])
    expect(await policiesOf(api)).toMatchObject([{ ...shared, topologyId: null }])
  })
})
