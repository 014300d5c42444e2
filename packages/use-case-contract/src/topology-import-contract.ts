import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { shopBody } from './shop.js'
import { bundleOf, node, renamed, SHOP } from './shop-document.js'
import { admin, setStage } from './stage.js'
import { identitiesOf, importing, pairsOf, worldOf } from './transfer-scene.js'

const replace = { mode: 'replace' } as const
const merge = { mode: 'merge' } as const

/**
 * Tests which topology an import creates or changes, and how it handles file formats and ids (rules.md#topology-import;
 * rules.md#imported-topologies).
 */
export function topologyImportContract(harness: StoreHarness): void {
  it('should create the topology of a service that has none, with its policies and its catalog entry', async () => {
    const stage = await setStage(harness)
    const report = await importing(stage.opsgraph, SHOP, replace)
    const created = { create: 5, update: 0, remove: 0, unchanged: 0 }
    const counts = {
      nodes: created,
      edges: { ...created, create: 4 },
      weightPolicies: { ...created, create: 1 },
      rules: { ...created, create: 0 },
    }
    const catalogService = {
      action: 'create',
      fields: ['name', 'description', 'icon', 'owner', 'runbook', 'links', 'alertImpact'],
    }
    const preview = {
      topology: { service: 'shop', action: 'create', id: null },
      ...counts,
      catalogService,
      idsRegenerated: 0,
      warnings: [],
      errors: [],
    }
    const [topology] = (await worldOf(stage.opsgraph)).topologies
    const result = { service: 'shop', topologyId: topology?.id, action: 'created', counts, catalogService }
    expect(report).toEqual({ dryRun: false, previews: [preview], results: [result] })
    expect(topology).toMatchObject({
      ...SHOP.topology,
      ...{ schemaVersion: 2, edges: SHOP.edges },
      nodes: SHOP.nodes.map((node) => ({ ...node, environment: node.kind === 'service' ? null : 'Production' })),
    })
    const world = await worldOf(stage.opsgraph)
    expect(world.policies).toMatchObject([{ ...SHOP.weightPolicies[0], topologyId: topology?.id }])
    expect(world.services).toMatchObject([{ serviceId: 'shop', ...SHOP.catalogService }])
    expect(world.relations).toMatchObject([
      { resource: 'db', parent: 'web', source: 'topology', sourceRef: topology?.id },
    ])
    const { items: trail } = await stage.opsgraph.listAuditEntries(admin, {})
    expect(trail).toMatchObject([
      {
        ...{ event: 'service-topology-imported', type: 'service-topology', user: 'ann', resourceId: topology?.id },
        text: expect.stringMatching(/created.*replace/),
        attributes: { mode: 'replace', action: 'created' },
      },
    ])
  })

  it('should find the topology by its service, whatever id the file has', async () => {
    const stage = await setStage(harness)
    const { id } = await stage.opsgraph.createTopology(admin, shopBody())
    const other = await stage.opsgraph.createTopology(admin, { name: 'B', description: '', service: 'bank' })
    await importing(stage.opsgraph, { ...SHOP, topology: { ...SHOP.topology, id: other.id } }, replace)
    expect((await stage.opsgraph.readTopologyBy(admin, 'service_name', 'shop')).id).toBe(id)
    await importing(stage.opsgraph, { ...SHOP, topology: { ...SHOP.topology, id: other.id, service: 'mail' } }, replace)
    const mail = await stage.opsgraph.readTopologyBy(admin, 'service_name', 'mail')
    expect([id, other.id]).not.toContain(mail.id)
    expect(await stage.opsgraph.readTopologyBy(admin, 'id', other.id)).toEqual(other)
  })

  it('should give a new topology the id of the file if it is a free UUID', async () => {
    const stage = await setStage(harness)
    const id = '11111111-2222-4333-8444-555555555555'
    await importing(stage.opsgraph, { ...SHOP, topology: { ...SHOP.topology, id } }, replace)
    expect((await stage.opsgraph.readTopologyBy(admin, 'service_name', 'shop')).id).toBe(id)
    const bank = { ...SHOP, topology: { ...SHOP.topology, id: 'export', service: 'bank' } }
    await importing(stage.opsgraph, bank, replace)
    expect((await stage.opsgraph.readTopologyBy(admin, 'service_name', 'bank')).id).not.toBe('export')
    const free = '11111111-2222-4333-8444-666666666666'
    const document = (service: string, of: string) => ({
      ...renamed(SHOP, service),
      topology: { service, id: of },
    })
    await importing(stage.opsgraph, bundleOf(document('a', id), document('b', free), document('c', free), SHOP), merge)
    const ids = (await worldOf(stage.opsgraph)).topologies.map((topology) => topology.id)
    expect(ids).toHaveLength(5)
    expect(new Set(ids).size).toBe(5)
    expect((await stage.opsgraph.readTopologyBy(admin, 'service_name', 'b')).id).toBe(free)
  })

  it('should warn of the keys in filters that no alert has, also in a dry run', async () => {
    const { opsgraph } = await setStage(harness)
    const filters = { clauses: [{ key: 'evnt', op: '=', value: 'Hot' }] }
    const document = {
      ...SHOP,
      weightPolicies: [{ ...SHOP.weightPolicies[0], filters }],
      catalogService: { alertImpact: { blacklist: filters } },
    }
    const warningAt = (path: string) => {
      const message = `${path}: alerts have no field evnt; do you mean event?`
      return { code: 'unknownKey', message, row: null, params: { service: 'shop', path } }
    }
    const warnings = ['weightPolicies[0].filters', 'catalogService.alertImpact.blacklist']
      .map((at) => `${at}.clauses[0].key`)
      .map(warningAt)
    const dryRun = await importing(opsgraph, document, { ...merge, dryRun: true })
    expect(dryRun.previews).toMatchObject([{ warnings, errors: [] }])
    expect((await importing(opsgraph, document, merge)).previews).toMatchObject([{ warnings, errors: [] }])
  })

  it('should give new ids to nodes whose id another topology uses, and change the edges accordingly', async () => {
    const stage = await setStage(harness)
    await stage.opsgraph.createTopology(admin, shopBody())
    const bank = { ...SHOP, topology: { service: 'bank' }, nodes: [...SHOP.nodes.slice(0, 4), node('free', 'cache')] }
    const document = {
      ...bank,
      edges: SHOP.edges.map((edge) => ({ ...edge, target: edge.target.replace('cache', 'free') })),
    }
    const { previews } = await importing(stage.opsgraph, document, merge)
    expect(previews).toMatchObject([
      { idsRegenerated: 4, warnings: [{ code: 'idsRegenerated', row: null, params: { service: 'bank', count: 4 } }] },
    ])
    const stored = await stage.opsgraph.readTopologyBy(admin, 'service_name', 'bank')
    expect(pairsOf(stored)).toEqual(pairsOf(await stage.opsgraph.readTopologyBy(admin, 'service_name', 'shop')))
    expect(stored.nodes.map(({ id }) => id)).toContain('free')
    const again = await importing(stage.opsgraph, document, merge)
    expect(again.previews).toMatchObject([{ idsRegenerated: 0, nodes: { unchanged: 5 }, warnings: [] }])
  })

  it('should restore deleted relations, even if the topology does not change', async () => {
    const stage = await setStage(harness)
    await importing(stage.opsgraph, SHOP, replace)
    const { topologies, relations } = await worldOf(stage.opsgraph)
    const [relation] = (await stage.opsgraph.listRelations(admin, {})).items
    await stage.opsgraph.deleteRelation(admin, relation?.id ?? '')
    await importing(stage.opsgraph, SHOP, { ...merge, dryRun: true })
    expect((await worldOf(stage.opsgraph)).relations).toEqual([])
    await importing(stage.opsgraph, SHOP, merge)
    const world = await worldOf(stage.opsgraph)
    const again = { id: expect.any(String), createTime: expect.any(String), updateTime: expect.any(String) }
    expect(world.relations).toEqual([{ ...relation, ...again }])
    expect(world.relations).toHaveLength(relations.length)
    expect(world.topologies).toEqual(topologies)
  })

  it('should convert a tree of an earlier release to nodes and edges', async () => {
    const stage = await setStage(harness)
    const tree = {
      ...{ type: 'service', name: 'Shop' },
      children: [
        { type: 'environment', label: 'Production', children: [{ type: 'resource', label: 'web', children: [] }] },
      ],
    }
    for (const [document, options] of [
      [{ service: 'one', tree }, merge],
      [{ ...tree, service: 'two' }, merge],
      [tree, { ...merge, service: 'three' }],
    ] as const) {
      const { previews } = await importing(stage.opsgraph, document, options)
      expect(previews).toMatchObject([{ nodes: { create: 3 }, warnings: [{ code: 'legacyConverted' }] }])
    }
    const { topologies } = await worldOf(stage.opsgraph)
    expect(topologies.map(({ service, schemaVersion }) => [service, schemaVersion])).toEqual([
      ['one', 2],
      ['two', 2],
      ['three', 2],
    ])
    for (const topology of topologies) {
      expect([...identitiesOf(topology).values()]).toEqual([
        'service',
        'environment Production Production',
        'resource Production web',
      ])
      expect(new Set(topology.nodes.map(({ position }) => `${position.x} ${position.y}`)).size).toBe(3)
    }
  })

  it('should need as many calls of the store for 100 topologies as for one', async () => {
    const documents = Array.from({ length: 100 }, (_, index) => ({
      ...renamed(SHOP, `${index}-`),
      topology: { service: `service ${index}` },
      weightPolicies: [{ name: `policy ${index}`, description: '' }],
    }))
    const callsOf = async (file: unknown) => {
      const { opsgraph, calls } = await setStage(harness)
      await importing(opsgraph, file, replace)
      return [...calls]
    }
    expect(await callsOf(bundleOf(...documents))).toEqual(await callsOf(documents[0]))
  })
}
