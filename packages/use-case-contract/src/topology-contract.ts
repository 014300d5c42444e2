import { createOpsgraph } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { shopBody, shopGraph } from './shop.js'
import { admin, setStage } from './stage.js'
import { wrongInput } from './wrong-input.js'

/** Tests the use-cases of topologies (rules.md#topologies; rules.md#graph-validation). */
export function topologyContract(harness: StoreHarness): void {
  it('should store what is created and read it back by id and by service', async () => {
    const { opsgraph } = await setStage(harness)
    const created = await opsgraph.createTopology(admin, shopBody('', { serviceKpi: 'kpi', orientation: 'LR' }))
    expect(created).toMatchObject({
      name: 'Shop',
      description: 'The shop',
      service: 'shop',
      serviceKpi: 'kpi',
      orientation: 'LR',
      schemaVersion: 2,
      nodes: [
        { id: 's', environment: null, resource: null, params: { text: 'ä' }, position: { x: 1, y: 2 } },
        { id: 'e', environment: 'Production', resource: null },
        { id: 'web', environment: 'Production', resource: 'web', icon: '' },
        { id: 'db', environment: 'Production', resource: 'db', icon: 'database' },
        { id: 'cache', environment: 'Production', resource: 'cache', hierarchyConfig: { hereditary: true } },
      ],
      edges: shopGraph().edges,
    })
    expect(created.updateTime).toBe(created.createTime)
    expect(await opsgraph.readTopologyBy(admin, 'id', created.id)).toEqual(created)
    expect(await opsgraph.readTopologyBy(admin, 'service_name', ' shop ')).toEqual(created)
    expect((await opsgraph.listTopologies(admin, {})).items).toEqual([created])
    expect((await opsgraph.listTopologies(admin, { filters: { service: [' shop'], name: ['Shop '] } })).items).toEqual([
      created,
    ])
    await expect(opsgraph.readTopologyBy(admin, 'id', 'shop')).rejects.toMatchObject({ kind: 'notFound' })
    await expect(opsgraph.readTopologyBy(admin, wrongInput('name'), 'Shop')).rejects.toMatchObject({ kind: 'invalid' })
  })

  it('should create only a service node if no nodes are sent', async () => {
    const { opsgraph } = await setStage(harness)
    const { nodes, edges, orientation } = await opsgraph.createTopology(admin, {
      name: 'n',
      description: '',
      service: 'shop',
    })
    expect(nodes).toMatchObject([{ kind: 'service', label: 'shop', environment: null, resource: null }])
    expect([edges, orientation]).toEqual([[], 'TB'])
  })

  it('should give a service at most one topology', async () => {
    const { opsgraph, peek } = await setStage(harness)
    await opsgraph.createTopology(admin, shopBody())
    await expect(opsgraph.createTopology(admin, shopBody('x'))).rejects.toMatchObject({ kind: 'conflict' })
    expect(await peek('topology')).toHaveLength(1)
  })

  it('should give new ids to nodes of a new topology whose ids another topology uses', async () => {
    const { opsgraph } = await setStage(harness)
    await opsgraph.createTopology(admin, shopBody())
    const { nodes, edges } = await opsgraph.createTopology(admin, shopBody('', { service: 'other' }))
    const ids = nodes.map((node) => node.id)
    for (const { id } of shopGraph().nodes) expect(ids).not.toContain(id)
    expect(edges.map((edge) => [ids.indexOf(edge.source), ids.indexOf(edge.target)])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [1, 4],
    ])
  })

  it('should refuse what the license does not allow', async () => {
    const without = await setStage(harness, { topologyFeature: false, topologyLimit: null })
    for (const body of [shopBody(), wrongInput({})]) {
      await expect(without.opsgraph.createTopology(admin, body)).rejects.toMatchObject({ kind: 'forbidden' })
    }
    const limited = await setStage(harness, { topologyFeature: true, topologyLimit: 1 })
    await limited.opsgraph.createTopology(admin, shopBody())
    const oneMore = limited.opsgraph.createTopology(admin, shopBody('x', { service: 'other' }))
    await expect(oneMore).rejects.toMatchObject({ kind: 'forbidden' })
    expect(await limited.peek('topology')).toHaveLength(1)
  })

  it('should store nothing of an invalid graph, on create and on save', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const loop = [...shopGraph().edges, { source: 'db', target: 'web' }]
    const creation = opsgraph.createTopology(admin, shopBody('', { edges: loop }))
    await expect(creation).rejects.toMatchObject({
      kind: 'invalid',
      message: 'invalid topology graph',
      issues: [{ code: 'cycle', path: 'edges' }],
    })
    expect([...(await peek('topology')), ...(await peek('relation')), ...(await peek('audit'))]).toEqual([])
    const stored = await opsgraph.createTopology(admin, shopBody())
    const saving = opsgraph.saveTopology(admin, { id: stored.id, body: { ...shopGraph(), edges: loop, name: 'New' } })
    await expect(saving).rejects.toMatchObject({ message: 'invalid topology graph' })
    expect(await opsgraph.readTopologyBy(admin, 'id', stored.id)).toEqual(stored)
  })

  it('should replace the whole graph on save, and keep fields that are not sent', async () => {
    const { opsgraph } = await setStage(harness)
    const stored = await opsgraph.createTopology(admin, shopBody('', { serviceKpi: 'kpi' }))
    const { nodes, edges } = shopGraph()
    const saved = await opsgraph.saveTopology(admin, {
      id: stored.id,
      body: { nodes: nodes.slice(0, 3), edges: edges.slice(0, 2), name: ' New ' },
    })
    expect(saved).toMatchObject({
      name: 'New',
      description: 'The shop',
      serviceKpi: 'kpi',
      createTime: stored.createTime,
    })
    expect(saved.nodes.map((node) => node.id)).toEqual(['s', 'e', 'web'])
    expect(saved.updateTime > stored.updateTime).toBe(true)
    expect(await opsgraph.readTopologyBy(admin, 'id', stored.id)).toEqual(saved)
    const renamed = await opsgraph.saveTopology(admin, { id: stored.id, body: { description: '', serviceKpi: null } })
    expect(renamed).toMatchObject({ description: '', serviceKpi: null, nodes: saved.nodes, edges: saved.edges })
  })

  it('should accept its own answer: saving it changes only updateTime', async () => {
    const { opsgraph } = await setStage(harness)
    const stored = await opsgraph.createTopology(admin, shopBody())
    const saved = await opsgraph.saveTopology(admin, {
      id: stored.id,
      body: { ...stored, service_kpi: stored.serviceKpi },
    })
    expect({ ...saved, updateTime: '' }).toEqual({ ...stored, updateTime: '' })
  })

  it.each([
    ['the older name', { serviceKpi: 'a', service_kpi: 'b' }, 'b'],
    ['the newer name', { serviceKpi: 'b', service_kpi: 'a' }, 'b'],
    ['both', { serviceKpi: 'c', service_kpi: 'b' }, 'c'],
    ['the older name, to nothing', { serviceKpi: 'a', service_kpi: null }, null],
    ['neither', { serviceKpi: 'a', service_kpi: 'a' }, 'a'],
  ])('should keep the KPI that was changed in what was read, by %s', async (_name, kpis, kept) => {
    const { opsgraph } = await setStage(harness)
    const { id, updateTime: readVersion } = await opsgraph.createTopology(admin, { ...shopBody(), serviceKpi: 'a' })
    expect((await opsgraph.saveTopology(admin, { id, body: kpis, readVersion })).serviceKpi).toBe(kept)
  })

  it('should keep the same KPI, however often a body that names two KPIs is sent', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, { ...shopBody(), serviceKpi: 'a' })
    const body = { serviceKpi: 'b', service_kpi: 'a' }
    for (let time = 0; time < 3; time++) {
      expect((await opsgraph.saveTopology(admin, { id, body })).serviceKpi).toBe('b')
    }
  })

  it('should refuse to move a topology to another service', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, shopBody())
    await expect(opsgraph.saveTopology(admin, { id, body: { service: 'other' } })).rejects.toThrow(
      'service cannot be changed',
    )
    await opsgraph.saveTopology(admin, { id, body: { service: 'shop' } })
  })

  it('should refuse node ids of another topology on save, and name them', async () => {
    const { opsgraph } = await setStage(harness)
    await opsgraph.createTopology(admin, shopBody())
    const other = await opsgraph.createTopology(admin, shopBody('x', { service: 'other' }))
    const saving = opsgraph.saveTopology(admin, { id: other.id, body: shopGraph() })
    await expect(saving).rejects.toMatchObject({
      message: 'invalid topology graph',
      issues: shopGraph().nodes.map(({ id }) => ({
        code: 'idCollision',
        path: `nodes[${id}]`,
        message: expect.stringContaining(id),
      })),
    })
    expect(await opsgraph.readTopologyBy(admin, 'id', other.id)).toEqual(other)
  })

  it('should report node ids of another topology together with other faults', async () => {
    const { opsgraph } = await setStage(harness)
    await opsgraph.createTopology(admin, shopBody())
    const { id } = await opsgraph.createTopology(admin, shopBody('x', { service: 'other' }))
    const { nodes, edges } = shopGraph('x')
    const own = nodes.map((node) => (node.id === 'xcache' ? { ...node, id: 'cache' } : node))
    const loop = [
      ...edges.filter((edge) => edge.target !== 'xcache'),
      { source: 'xe', target: 'cache' },
      { source: 'xdb', target: 'xweb' },
    ]
    const saving = opsgraph.saveTopology(admin, { id, body: { nodes: own, edges: loop } })
    await expect(saving).rejects.toMatchObject({
      issues: [
        { code: 'cycle' },
        {
          code: 'idCollision',
          path: 'nodes[cache]',
          subject: { kind: 'node', index: own.findIndex((node) => node.id === 'cache'), id: 'cache', field: 'id' },
        },
      ],
    })
  })

  it('should refuse to overwrite a version that the caller has not read', async () => {
    const { opsgraph } = await setStage(harness)
    const { id, updateTime: read } = await opsgraph.createTopology(admin, shopBody())
    const saved = await opsgraph.saveTopology(admin, { id, body: { name: 'first' }, readVersion: read })
    const stale = opsgraph.saveTopology(admin, { id, body: { name: 'second' }, readVersion: read })
    await expect(stale).rejects.toMatchObject({ kind: 'preconditionFailed' })
    expect((await opsgraph.readTopologyBy(admin, 'id', id)).name).toBe('first')
    await opsgraph.saveTopology(admin, { id, body: { name: 'third' }, readVersion: saved.updateTime })
  })

  it.each([
    ['stands still', 0],
    ['goes back', -1_000],
  ])('should move updateTime on with every save, by import too, where the clock %s', async (_, step) => {
    const { store } = await setStage(harness)
    let now = Date.UTC(2026, 0, 1)
    const clock = () => {
      now += step
      return new Date(now)
    }
    const opsgraph = createOpsgraph({ store, clock })
    const encoded = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
    let read = await opsgraph.createTopology(admin, shopBody())
    const { id } = read
    const file = encoded({ topology: { service: 'shop', name: 'imported' }, ...shopGraph() })
    const records = encoded([{ resource: 'queue', environment: 'Production', services: ['shop'] }])
    for (const save of [
      () => opsgraph.saveTopology(admin, { id, body: { name: 'saved' }, readVersion: read.updateTime }),
      () => opsgraph.importTopologies(admin, { body: file, options: { mode: 'merge' } }),
      () => opsgraph.importCmdb(admin, { body: records }),
    ]) {
      await save()
      const stored = await opsgraph.readTopologyBy(admin, 'id', id)
      expect(stored.updateTime > read.updateTime).toBe(true)
      const stale = opsgraph.saveTopology(admin, { id, body: { name: 'stale' }, readVersion: read.updateTime })
      await expect(stale).rejects.toMatchObject({ kind: 'preconditionFailed' })
      read = stored
    }
  })

  it('should report a missing topology before an invalid body', async () => {
    const { opsgraph } = await setStage(harness)
    await expect(opsgraph.saveTopology(admin, { id: 'none', body: wrongInput([]) })).rejects.toMatchObject({
      kind: 'notFound',
    })
    await expect(opsgraph.deleteTopology(admin, 'none')).rejects.toMatchObject({ kind: 'notFound' })
  })

  it('should delete a topology and free its service and its node ids', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, shopBody())
    await opsgraph.deleteTopology(admin, id)
    expect([...(await peek('topology')), ...(await peek('relation'))]).toEqual([])
    expect((await opsgraph.createTopology(admin, shopBody())).nodes[0]?.id).toBe('s')
  })

  it('should delete several topologies, given as ids or objects, and skip unknown ids', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const first = await opsgraph.createTopology(admin, shopBody())
    const second = await opsgraph.createTopology(admin, shopBody('x', { service: 'other' }))
    expect(
      await opsgraph.deleteTopologies(admin, [
        first.id,
        { id: second.id },
        { id: first.id },
        'none',
        wrongInput(7),
        wrongInput(null),
      ]),
    ).toBe(2)
    expect([...(await peek('topology')), ...(await peek('relation'))]).toEqual([])
    for (const entries of [undefined, 'x', [], [7, null, { id: 7 }, ['a'], '']]) {
      await expect(opsgraph.deleteTopologies(admin, wrongInput(entries))).rejects.toMatchObject({ kind: 'invalid' })
    }
  })

  it('should write audit entries for create, save and delete, but not for bulk deletes', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, shopBody())
    await opsgraph.saveTopology(admin, { id, body: { name: 'New' } })
    await opsgraph.deleteTopology(admin, id)
    const other = await opsgraph.createTopology(admin, shopBody())
    await opsgraph.deleteTopologies(admin, [other.id])
    const { items } = await opsgraph.listAuditEntries(admin, { filters: { type: ['service-topology'] } })
    expect(items.map(({ event, resourceId }) => [event, resourceId])).toEqual([
      ['service-topology-created', other.id],
      ['service-topology-deleted', id],
      ['service-topology-updated', id],
      ['service-topology-created', id],
    ])
  })
}
