import type { CmdbReport, NodeKind, Opsgraph, OpsgraphError } from '@opsgraph/core'
import { compareKeys } from '@opsgraph/core/store'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { comparable } from './comparable-report.js'
import { admin, type Stage, setStage } from './stage.js'

interface Sent {
  readonly resource: string
  readonly environment?: string
  readonly parent?: string
  readonly services?: readonly string[]
  readonly type?: string
}

const FILE: readonly Sent[] = [
  { resource: 'cluster', environment: 'Production', services: ['shop'], type: 'cluster' },
  { resource: 'web', environment: 'Production', parent: 'cluster', services: ['shop'] },
  { resource: 'db', environment: 'Production', parent: 'web', services: ['shop', 'bank'] },
  { resource: 'web', environment: 'Staging', services: ['shop'] },
  { resource: 'switch', environment: 'Production', parent: 'room' },
]
const [CLUSTER, WEB, DB] = FILE as readonly [Sent, Sent, Sent]

/** Tests the import of CMDB files (rules.md#cmdb-import). */
export function cmdbContract(harness: StoreHarness): void {
  it('should write relations, catalog entries, topologies and one audit entry', async () => {
    const stage = await setStage(harness)
    const report = await run(stage, FILE)
    expect(report).toMatchObject({
      applied: true,
      source: 'cmdb',
      mode: 'merge',
      records: { total: 5, withServices: 4, graphOnly: 1 },
      relations: { create: 3, update: 0, remove: 0, unchanged: 0 },
      catalogServices: { create: 2, unchanged: 0 },
      topologies: [
        { service: 'bank', action: 'create', nodes: { create: 3 }, edges: { create: 2 }, errors: [] },
        { service: 'shop', action: 'create', nodes: { create: 7 }, edges: { create: 6 }, errors: [] },
      ],
      errors: [],
    })
    const { items } = await stage.opsgraph.listRelations(admin, {})
    expect(items.map(({ resource, parent, source, sourceRef }) => [resource, parent, source, sourceRef])).toEqual([
      ['db', 'web', 'cmdb', 'cmdb'],
      ['switch', 'room', 'cmdb', 'cmdb'],
      ['web', 'cluster', 'cmdb', 'cmdb'],
    ])
    expect(await stage.opsgraph.readCatalogServiceById(admin, 'shop')).toMatchObject({ name: 'shop', icon: 'server' })
    const shop = await stage.opsgraph.readTopologyBy(admin, 'service_name', 'shop')
    expect(shop).toMatchObject({ name: 'shop', description: 'Imported from CMDB source cmdb', orientation: 'TB' })
    expect(shop.id).toBe(report.topologies[1]?.topologyId)
    expect(new Set(shop.nodes.map(({ position }) => JSON.stringify(position))).size).toBe(7)
    expect(shop.nodes.find(({ label }) => label === 'cluster')?.params).toEqual({
      cmdbSource: 'cmdb',
      type: 'cluster',
      attributes: {},
      claims: ['cmdb'],
    })
    expect((await stage.opsgraph.listAuditEntries(admin, {})).items).toMatchObject([
      {
        event: 'resources-cmdb-imported',
        type: 'resources',
        user: 'ann',
        attributes: { mode: 'merge', source: 'cmdb', records: 5 },
      },
    ])
  })

  it('should write nothing in a dry run, and answer the same as the import', async () => {
    const stage = await setStage(harness)
    const dry = await run(stage, FILE, { dryRun: true })
    expect(dry).toMatchObject({ applied: false, topologies: [{ topologyId: null }, { topologyId: null }] })
    for (const table of ['relation', 'topology', 'audit'] as const) expect(await stage.peek(table)).toEqual([])
    expect((await stage.opsgraph.listCatalogServices(admin, {})).items).toEqual([])
    expect(comparable(await run(stage, FILE))).toEqual(comparable(dry))
  })

  it('should change nothing if the same file is imported again', async () => {
    const stage = await setStage(harness)
    await run(stage, FILE)
    const before = await everything(stage.opsgraph)
    const again = await run(stage, FILE)
    expect(again).toMatchObject({
      relations: { create: 0, update: 0, remove: 0, unchanged: 3 },
      catalogServices: { create: 0, unchanged: 2 },
    })
    for (const { nodes, edges } of again.topologies) {
      for (const { create, update, remove } of [nodes, edges]) expect([create, update, remove]).toEqual([0, 0, 0])
    }
    expect(await everything(stage.opsgraph)).toEqual(before)
  })

  // rules.md#cmdb-relations-7
  it('should confirm the relations that an import finds unchanged, also those of a stronger source', async () => {
    let now = Date.parse('2026-03-02T02:00:00Z')
    const stage = await setStage(harness, undefined, () => new Date(now))
    await run(stage, FILE)
    await stage.opsgraph.putRelation(admin, { resource: 'db', parent: 'web', environment: 'Production' })
    now += 86_400_000
    const report = await run(stage, [CLUSTER, WEB, DB])
    expect(report.relations).toEqual({ create: 0, update: 0, remove: 0, unchanged: 2 })
    const { items } = await stage.opsgraph.listRelations(admin, {})
    expect(items.map(({ resource, source, updateTime }) => [resource, source, updateTime])).toEqual([
      ['db', 'manual', '2026-03-03T02:00:00.000Z'],
      ['switch', 'cmdb', '2026-03-02T02:00:00.000Z'],
      ['web', 'cmdb', '2026-03-03T02:00:00.000Z'],
    ])
    expect(items.map(({ createTime }) => createTime)).toEqual(Array(3).fill('2026-03-02T02:00:00.000Z'))
  })

  it('should move a resource to its new parent, in the resource graph and in the topology', async () => {
    const stage = await setStage(harness)
    await run(stage, FILE)
    const report = await run(stage, [CLUSTER, WEB, { ...DB, parent: 'cluster' }])
    expect(report.relations).toEqual({ create: 0, update: 1, remove: 0, unchanged: 1 })
    expect(report.topologies[1]?.edges).toMatchObject({ create: 0, update: 1, remove: 0 })
    const { parents } = await stage.opsgraph.readResourceGraph(admin, { resource: 'db', environment: 'Production' })
    expect(parents.map(({ parent }) => parent)).toEqual(['cluster'])
  })

  it('should remove in replace mode only what the same source created and its file no longer contains', async () => {
    const stage = await setStage(harness)
    const { opsgraph } = stage
    await run(stage, FILE)
    await run(stage, [{ resource: 'db', environment: 'Production', parent: 'rack' }], { options: { source: 'other' } })
    await opsgraph.putRelation(admin, { resource: 'web', parent: 'hand', environment: 'Production' })
    const report = await run(stage, [CLUSTER], { options: { mode: 'replace' } })
    expect(report.relations).toMatchObject({ create: 0, remove: 3 })
    expect(report.topologies.map(({ service, nodes }) => [service, nodes.remove])).toEqual([
      ['bank', 2],
      ['shop', 4],
    ])
    const { items } = await opsgraph.listRelations(admin, {})
    expect(items.map(({ resource, parent, sourceRef }) => [resource, parent, sourceRef])).toEqual([
      ['db', 'rack', 'other'],
      ['web', 'hand', null],
    ])
    expect((await opsgraph.readTopologyBy(admin, 'service_name', 'shop')).nodes.map(({ label }) => label)).toEqual([
      'shop',
      'Production',
      'cluster',
    ])
    expect((await opsgraph.readTopologyBy(admin, 'service_name', 'bank')).nodes).toHaveLength(1)
  })

  it('should hand a relation that the file no longer contains over to the topology that draws it', async () => {
    const stage = await setStage(harness)
    const { opsgraph } = stage
    const node = (id: string, kind: NodeKind, label = id) => ({ id, kind, label })
    const topology = await opsgraph.createTopology(admin, {
      name: 'Drawn',
      description: '',
      service: 'drawn',
      nodes: [
        node('s', 'service'),
        node('e', 'environment', 'Production'),
        node('web', 'resource'),
        node('vm', 'resource'),
      ],
      edges: [
        { source: 's', target: 'e' },
        { source: 'e', target: 'vm' },
        { source: 'vm', target: 'web' },
      ],
    })
    await run(stage, [{ resource: 'web', environment: 'Production', parent: 'vm' }])
    const owner = async () =>
      (await opsgraph.listRelations(admin, {})).items.map(({ source, sourceRef }) => [source, sourceRef])
    expect(await owner()).toEqual([['cmdb', 'cmdb']])
    await run(stage, [{ resource: 'web', environment: 'Production' }], { options: { mode: 'replace' } })
    expect(await owner()).toEqual([['topology', topology.id]])
  })

  it('should not change relations that a stronger source overwrites during the import', async () => {
    const stage = await setStage(harness)
    const { opsgraph } = stage
    const file = Array.from({ length: 60 }, (_, at) => ({ resource: `r${at}`, environment: 'P', parent: 'old' }))
    await run(stage, file)
    const taken = file.map(({ resource, environment, parent }) =>
      opsgraph.putRelation(admin, { resource, environment, parent }),
    )
    const moved = file.map((record) => ({ ...record, parent: 'new' }))
    await Promise.all([run(stage, moved, { options: { mode: 'replace' } }), ...taken])
    const { total } = await opsgraph.listRelations(admin, { filters: { source: ['manual'] } })
    expect(total).toBe(file.length)
  })

  it('should report and not write topologies that would be invalid together with the stored nodes', async () => {
    const stage = await setStage(harness)
    const node = (id: string, kind: NodeKind, label = id) => ({ id, kind, label })
    await stage.opsgraph.createTopology(admin, {
      name: 'Shop',
      description: '',
      service: 'shop',
      nodes: [node('s', 'service'), node('e', 'environment', 'P'), node('a', 'resource'), node('b', 'resource')],
      edges: [
        { source: 's', target: 'e' },
        { source: 'e', target: 'a' },
        { source: 'a', target: 'b' },
      ],
    })
    const turned = [
      { resource: 'a', environment: 'P', parent: 'b', services: ['shop'] },
      { resource: 'b', environment: 'P', services: ['shop'] },
    ]
    for (const dryRun of [true, false]) {
      const refusal = await run(stage, turned, { dryRun }).catch((error: unknown) => error)
      expect(refusal).toMatchObject({ kind: 'invalid', message: 'invalid CMDB import' })
      expect((refusal as OpsgraphError).issues[0]).toMatchObject({ code: 'cycle', path: 'topologies[shop].edges' })
    }
    expect((await stage.opsgraph.listRelations(admin, {})).items.map(({ source }) => source)).toEqual(['topology'])
    expect((await stage.opsgraph.listCatalogServices(admin, {})).total).toBe(0)
  })

  it('should remove a relation if its node is removed from the topology, even if a user drew the edge', async () => {
    const stage = await setStage(harness)
    const { opsgraph } = stage
    await run(stage, FILE)
    const { id, nodes, edges } = await opsgraph.readTopologyBy(admin, 'service_name', 'bank')
    const [db] = nodes.filter(({ label }) => label === 'db')
    const drawn = { id: 'drawn', kind: 'resource' as const, label: 'vault' }
    await opsgraph.saveTopology(admin, {
      id,
      body: { nodes: [...nodes, drawn], edges: [...edges, { source: db?.id ?? '', target: 'drawn' }] },
    })
    const ofTopology = async () =>
      (await opsgraph.listRelations(admin, { filters: { sourceRef: [id] } })).items.map(({ resource, parent }) => [
        resource,
        parent,
      ])
    expect(await ofTopology()).toEqual([['vault', 'db']])
    await run(stage, [CLUSTER], { options: { mode: 'replace' } })
    expect(await ofTopology()).toEqual([])
    const left = await opsgraph.readTopologyBy(admin, 'id', id)
    expect(left.nodes.map(({ label }) => label)).toEqual(['bank', 'Production', 'vault'])
  })

  it('should write nothing of a file with a fault, and report all faults', async () => {
    const stage = await setStage(harness)
    const faulty = [...FILE, { resource: '' }, WEB, { resource: 'x', parent: 'x' }]
    const refusal = await run(stage, faulty).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ kind: 'invalid', message: 'invalid CMDB import' })
    const codes = (refusal as OpsgraphError).issues.map(({ code }) => code)
    expect(codes.toSorted()).toEqual(['duplicateRecord', 'missingResource', 'selfParent'])
    await expect(run(stage, faulty, { dryRun: true })).rejects.toMatchObject({ kind: 'invalid' })
    for (const table of ['relation', 'topology', 'audit'] as const) expect(await stage.peek(table)).toEqual([])
  })

  it('should report the license limit in a dry run, and refuse the import', async () => {
    const stage = await setStage(harness, { topologyFeature: true, topologyLimit: 1 })
    const dry = await run(stage, FILE, { dryRun: true })
    expect(dry.topologies.map(({ errors }) => errors.map(({ code }) => code))).toEqual([[], ['licenseLimit']])
    await expect(run(stage, FILE)).rejects.toMatchObject({ kind: 'forbidden' })
    for (const table of ['relation', 'topology', 'audit'] as const) expect(await stage.peek(table)).toEqual([])
    expect((await run(stage, [CLUSTER, WEB])).topologies).toHaveLength(1)
    const without = await setStage(harness, { topologyFeature: false, topologyLimit: null })
    await expect(run(without, FILE)).rejects.toMatchObject({ kind: 'forbidden' })
  })

  it('should need as many calls of the store for 100 services as for one', async () => {
    const callsFor = async (services: number) => {
      const stage = await setStage(harness)
      const file = Array.from({ length: services }, (_, at) => [
        { resource: `vm-${at}`, environment: 'P', services: [`s-${at}`] },
        { resource: `app-${at}`, environment: 'P', parent: `vm-${at}`, services: [`s-${at}`] },
      ]).flat()
      await run(stage, file)
      await run(
        stage,
        file.map((record) => ({ ...record, type: 'changed' })),
        { options: { mode: 'replace' } },
      )
      return stage.calls
    }
    expect(await callsFor(100)).toEqual(await callsFor(1))
  })

  it('should reach the same state if a file is imported twice concurrently', async () => {
    const stage = await setStage(harness)
    const reports = await Promise.all([run(stage, FILE), run(stage, FILE), run(stage, FILE)])
    expect(reports.map(({ relations }) => relations.create).toSorted()).toEqual([0, 0, 3])
    expect(await stage.peek('topology')).toHaveLength(2)
    expect((await run(stage, FILE, { dryRun: true })).relations).toMatchObject({ create: 0, update: 0, unchanged: 3 })
  })
}

// Helpers

function run(
  { opsgraph }: Pick<Stage, 'opsgraph'>,
  file: readonly Sent[],
  how: { options?: object; dryRun?: boolean } = {},
): Promise<CmdbReport> {
  const body = new TextEncoder().encode(JSON.stringify(file))
  return opsgraph.importCmdb(admin, { body, ...how }).then(({ report }) => report)
}

async function everything(opsgraph: Opsgraph) {
  const relations = (await opsgraph.listRelations(admin, {})).items.map(({ updateTime: _, ...relation }) => relation)
  return {
    relations: relations.toSorted(compareKeys),
    topologies: (await opsgraph.listTopologies(admin, {})).items,
    services: (await opsgraph.listCatalogServices(admin, {})).items,
  }
}
