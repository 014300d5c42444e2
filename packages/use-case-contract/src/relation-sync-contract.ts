import { createOpsgraph } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { shopBody, shopGraph } from './shop.js'
import { bundleOf, renamed, SHOP } from './shop-document.js'
import { admin, setStage } from './stage.js'
import { importing } from './transfer-scene.js'

/** Tests how saved topologies change relations (rules.md#relation-sync). */
export function relationSyncContract(harness: StoreHarness): void {
  it('should store the edges between resources, and no others, with the topology as sourceRef', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, shopBody())
    expect(await peek('relation')).toEqual([
      { environment: 'Production', resource: 'db', parent: 'web', source: 'topology', sourceRef: id },
    ])
  })

  it('should remove the relations that a save no longer draws', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, shopBody())
    const { nodes, edges } = shopGraph()
    const body = { nodes, edges: [...edges.filter((edge) => edge.id !== '3'), { source: 'cache', target: 'db' }] }
    await opsgraph.saveTopology(admin, { id, body })
    expect((await peek('relation')).map((row) => [row.resource, row.parent])).toEqual([['db', 'cache']])
  })

  it.each(['manual', 'event', 'cmdb'] as const)(
    'should never overwrite or remove a relation of source %s',
    async (source) => {
      const { opsgraph, peek } = await setStage(harness)
      await opsgraph.putRelation(admin, {
        resource: 'db',
        parent: 'web',
        environment: 'Production',
        source,
        sourceRef: 'x',
      })
      const { id } = await opsgraph.createTopology(admin, shopBody())
      await opsgraph.deleteTopology(admin, id)
      expect(await peek('relation')).toMatchObject([{ source, sourceRef: 'x' }])
    },
  )

  it('should rank relations of topologies above relations of policies', async () => {
    const { opsgraph, peek } = await setStage(harness)
    await opsgraph.putRelation(admin, { resource: 'db', parent: 'web', environment: 'Production', source: 'policy' })
    const { id } = await opsgraph.createTopology(admin, shopBody())
    expect(await peek('relation')).toMatchObject([{ source: 'topology', sourceRef: id }])
  })

  it('should assign a relation that two topologies draw to the topology saved last', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const first = await opsgraph.createTopology(admin, shopBody())
    const second = await opsgraph.createTopology(admin, shopBody('x', { service: 'other' }))
    expect(await peek('relation')).toMatchObject([{ sourceRef: second.id }])
    await opsgraph.saveTopology(admin, { id: first.id, body: { name: 'again' } })
    expect(await peek('relation')).toMatchObject([{ sourceRef: first.id }])
  })

  it.each(['deleted', 'saved without the edge', 'deleted in bulk'])(
    'should hand a relation over when its topology is %s',
    async (how) => {
      const { opsgraph, peek } = await setStage(harness)
      const bodies = ['one', 'two', 'three'].map((service) => shopBody(service, { service }))
      const topologies = []
      for (const body of bodies) topologies.push(await opsgraph.createTopology(admin, body))
      const [first, second, third] = topologies.map((topology) => topology.id)
      if (first === undefined || second === undefined || third === undefined) throw new Error('three were created')
      await opsgraph.saveTopology(admin, { id: first, body: { name: 'saved after the second' } })
      await opsgraph.saveTopology(admin, { id: third, body: { name: 'saved last' } })
      const { nodes, edges } = shopGraph('three')
      const withoutEdge = {
        nodes,
        edges: [...edges.filter((edge) => edge.id !== 'three3'), { source: 'threee', target: 'threedb' }],
      }
      if (how === 'deleted') await opsgraph.deleteTopology(admin, third)
      else if (how === 'deleted in bulk') await opsgraph.deleteTopologies(admin, [third])
      else await opsgraph.saveTopology(admin, { id: third, body: withoutEdge })
      expect(await peek('relation')).toMatchObject([{ sourceRef: first }])
      await opsgraph.deleteTopologies(admin, [first, second])
      expect(await peek('relation')).toEqual([])
    },
  )

  it('should hand a relation over to the remaining topology saved last, even if the clock stops', async () => {
    const { store, peek } = await setStage(harness)
    const opsgraph = createOpsgraph({ store, clock: () => new Date(0) })
    const ids: string[] = []
    for (const service of ['1', '2', '3', '4', '5', '6']) {
      ids.push((await opsgraph.createTopology(admin, shopBody(service, { service }))).id)
    }
    const moved = ids.shift() ?? ''
    await opsgraph.saveTopology(admin, { id: moved, body: { name: 'saved last' } })
    for (let saved = [...ids, moved]; saved.length > 0; saved = saved.slice(0, -1)) {
      expect(await peek('relation')).toMatchObject([{ sourceRef: saved.at(-1) }])
      await opsgraph.deleteTopology(admin, saved.at(-1) ?? '')
    }
  })

  it('should treat the topologies of one file as saved in the order of the file', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const services = ['1', '2', '3', '4', '5', '6']
    const documentsOf = (name: string) =>
      services.map((service) => ({ ...renamed(SHOP, service), topology: { service, name }, weightPolicies: [] }))
    await importing(opsgraph, bundleOf(...documentsOf('first').toReversed()), { mode: 'merge' })
    await importing(opsgraph, bundleOf(...documentsOf('then')), { mode: 'merge' })
    for (const service of services.toReversed()) {
      const { id } = await opsgraph.readTopologyBy(admin, 'service_name', service)
      expect(await peek('relation')).toMatchObject([{ sourceRef: id }])
      await opsgraph.deleteTopology(admin, id)
    }
  })

  it('should hand over and remove the relations of several topologies with as many calls as for one', async () => {
    const { opsgraph, peek, calls } = await setStage(harness)
    const ids: string[] = []
    for (const service of ['1', '2', '3', '4', '5']) {
      ids.push((await opsgraph.createTopology(admin, shopBody(service, { service }))).id)
    }
    const callsOf = async (deleted: readonly string[]) => {
      const before = new Map(calls)
      await opsgraph.deleteTopologies(admin, deleted)
      return [...calls].flatMap(([name, times]) =>
        times === before.get(name) ? [] : [[name, times - (before.get(name) ?? 0)]],
      )
    }
    const forOne = await callsOf(ids.slice(4))
    expect(await peek('relation')).toMatchObject([{ sourceRef: ids[3] }])
    expect(await callsOf(ids.slice(2, 4))).toEqual(forOne)
    expect(await peek('relation')).toMatchObject([{ sourceRef: ids[1] }])
    await opsgraph.deleteTopologies(admin, ids)
    expect(await peek('relation')).toEqual([])
  })

  it('should keep the relations of a topology equal to its edges, whatever is saved', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, shopBody())
    const { nodes, edges } = shopGraph()
    const moved = nodes.map((node) => (node.id === 'db' ? { ...node, label: 'database' } : node))
    await opsgraph.saveTopology(admin, { id, body: { nodes: moved, edges } })
    expect((await peek('relation')).map((row) => [row.resource, row.parent])).toEqual([['database', 'web']])
    const renamed = moved.map((node) => (node.id === 'e' ? { ...node, label: '' } : node))
    await opsgraph.saveTopology(admin, { id, body: { nodes: renamed, edges } })
    expect(await peek('relation')).toMatchObject([{ environment: '', resource: 'database', parent: 'web' }])
  })
}
