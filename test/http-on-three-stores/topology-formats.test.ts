import { expect, it } from 'vitest'
import type { ExportBundle, ExportDocument } from '../../packages/core/src/index.js'
import { onThreeStores } from './on-three-stores.js'
import { auditOf, idOfService, topologiesOf, topologyApi, topologyOf } from './topology-api.js'
import { bankDocument, bundleOf, PATH, shopDocument } from './topology-files.js'

/** The formats of imported and exported files (rules.md#topology-export; rules.md#topology-import). */
onThreeStores((server) => {
  const api = topologyApi(server)

  it('should export a topology with its policies, the global policies of its service, and its catalog service', async () => {
    await api.import(shopDocument(), { mode: 'merge' })
    const of = (value: string) => ({ clauses: [{ operator: 'OR', clauses: [{ key: 'service', op: '=', value }] }] })
    for (const service of ['shop', 'bank']) {
      await api.call('POST', `${PATH}_policy`, { name: `of ${service}`, description: '', filters: of(service) })
    }
    const { id, ...topology } = await topologyOf(api, 'shop')
    const { name, description, service, serviceKpi, orientation, nodes, edges } = topology
    const document = JSON.parse(await api.export(id)) as ExportDocument
    expect(Object.entries(document)).toEqual([
      ['kind', 'platform-service-topology'],
      ['schemaVersion', 2],
      ['exportedAt', expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)],
      ['appVersion', '1.2.3'],
      ['topology', { id, name, description, service, serviceKpi, orientation }],
      ['nodes', expect.toSatisfy(sameItems(nodes))],
      ['edges', expect.toSatisfy(sameItems(edges))],
      ['weightPolicies', expect.anything()],
      [
        'catalogService',
        {
          ...{ serviceId: 'shop', name: 'shop', description: 'sells', icon: 'cart' },
          ...{ owner: '', runbook: '', links: [] },
          alertImpact: { severities: ['critical'], statuses: [], whitelist: {}, blacklist: {} },
        },
      ],
      ['rules', []],
    ])
    const keys = ['id', 'name', 'description', 'filters', 'weight', 'status']
    expect(document.weightPolicies.map((policy) => [policy.name, Object.keys(policy)])).toEqual([
      ['hot', keys],
      ['of shop', keys],
    ])
    expect((await auditOf(api))[0]).toMatchObject({ event: 'service-topology-exported', resourceId: id })
  })

  it('should export the named topologies, or all, as a bundle, with one audit entry each', async () => {
    await api.import(
      bundleOf(shopDocument(), bankDocument(), { ...bankDocument('m-'), topology: { service: 'mail' } }),
      {
        mode: 'merge',
      },
    )
    const [shop, bank] = [await idOfService(api, 'shop'), await idOfService(api, 'bank')]
    const servicesIn = (text: string) => {
      const { kind, topologies } = JSON.parse(text) as ExportBundle
      expect(kind).toBe('platform-service-topology-bundle')
      return topologies.map(({ kind: each, topology }) => [each, topology.service])
    }
    const document = 'platform-service-topology'
    expect(servicesIn(await api.export())).toEqual(['bank', 'mail', 'shop'].map((service) => [document, service]))
    expect(servicesIn(await api.export(shop, bank))).toEqual(['bank', 'shop'].map((service) => [document, service]))
    const trail = (await auditOf(api)).filter(({ event }) => event === 'service-topology-exported')
    expect(trail).toHaveLength(5)
    expect(
      trail
        .slice(0, 2)
        .map(({ resourceId }) => resourceId)
        .toSorted(),
    ).toEqual([shop, bank].toSorted())
  })

  it('should restore exported and deleted topologies byte for byte', async () => {
    await api.import(bundleOf(shopDocument(), bankDocument()), { mode: 'merge' })
    const exported = await api.export()
    for (const { id } of await topologiesOf(api)) await api.call('DELETE', `${PATH}/${id}`)
    await api.import(exported, { mode: 'replace' })
    expect(unstamped(await api.export())).toBe(unstamped(exported))
  })

  it('should ignore the time and version of a file', async () => {
    const file = { ...shopDocument(), exportedAt: 7, appVersion: { any: 'thing' } }
    expect((await api.import(file, { mode: 'merge' })).status).toBe('ok')
    expect(JSON.parse(await api.export(await idOfService(api, 'shop')))).toMatchObject({ appVersion: '1.2.3' })
  })

  it('should accept an editor export with only a topology, nodes without a kind, and edges', async () => {
    const { topology, nodes, edges } = shopDocument()
    const bare = nodes.map(({ kind: _, ...node }) => node)
    const { previews } = await api.import({ topology, nodes: bare, edges }, { mode: 'merge' })
    expect(previews).toMatchObject([
      { catalogService: { action: 'skip' }, weightPolicies: { create: 0 }, warnings: [] },
    ])
    expect(await topologyOf(api, 'shop')).toMatchObject({ ...topology, nodes, edges })
  })

  it('should accept an editor export with policies and a catalog service', async () => {
    const { kind: _, schemaVersion: __, ...file } = shopDocument()
    const { previews } = await api.import(file, { mode: 'merge' })
    expect(previews).toMatchObject([{ catalogService: { action: 'create' }, weightPolicies: { create: 1 } }])
  })

  it('should accept trees of an earlier release, bare, with a service, and in a bundle', async () => {
    const leaf = { type: 'resource', label: 'db', id: 'db', icon: 'disk' }
    const webs = ['web-1', 'web-2'].map((label) => ({ type: 'resource', label, children: [leaf] }))
    const environment = { type: 'environment', name: 'Production', children: webs }
    const tree = { type: 'service', label: 'Shop', children: [environment] }
    const warnings = [{ code: 'legacyConverted', row: null, params: {} }]
    const files = [{ service: 'beside', tree }, { ...tree, service: 'within' }, bundleOf({ service: 'bundled', tree })]
    for (const file of files) {
      expect((await api.import(file, { mode: 'merge' })).previews).toMatchObject([{ warnings, nodes: { create: 5 } }])
    }
    expect((await api.import(tree, { mode: 'merge', service: 'named' })).previews).toMatchObject([{ warnings }])
    const all = await topologiesOf(api)
    expect(all.map(({ service }) => service)).toEqual(['beside', 'within', 'bundled', 'named'])
    for (const { schemaVersion, nodes, edges } of all) {
      expect(schemaVersion).toBe(2)
      expect(nodes.map(({ kind, label, icon }) => [kind, label, icon])).toEqual([
        ['service', 'Shop', ''],
        ['environment', 'Production', ''],
        ['resource', 'web-1', ''],
        ['resource', 'db', 'disk'],
        ['resource', 'web-2', ''],
      ])
      const db = nodes.find(({ label }) => label === 'db')?.id
      expect(db).not.toBe('db')
      expect(edges.filter(({ target }) => target === db)).toHaveLength(2)
      expect(new Set(nodes.map(({ position }) => `${position.x} ${position.y}`)).size).toBe(5)
    }
    const again = await api.plan({ service: 'beside', tree }, { mode: 'replace' })
    expect(again.previews).toMatchObject([{ nodes: { create: 0, update: 0, remove: 0 }, idsRegenerated: 0, warnings }])
  })

  it('should use the service of the query only for a file that names none', async () => {
    const nameless = { ...shopDocument(), topology: { name: 'Nameless' } }
    const file = bundleOf(nameless, bankDocument())
    const { previews } = await api.import(file, { mode: 'merge', service: 'given' })
    expect(previews?.map(({ topology }) => topology.service)).toEqual(['given', 'bank'])
    expect(await topologyOf(api, 'given')).toMatchObject({ name: 'Nameless', description: '', orientation: 'TB' })
  })
})

// Helpers

/** Removes the time of the export from an exported text. */
function unstamped(text: string): string {
  return text.replaceAll(/"exportedAt": "[^"]*"/g, '')
}

function sameItems(expected: readonly object[]): (items: readonly object[]) => boolean {
  const texts = (items: readonly object[]) => items.map((item) => JSON.stringify(sortedKeys(item))).toSorted()
  return (items) => JSON.stringify(texts(items)) === JSON.stringify(texts(expected))
}

function sortedKeys(item: object): object {
  return Object.fromEntries(Object.entries(item).toSorted(([left], [right]) => (left < right ? -1 : 1)))
}
