import type { StoreHarness } from '@opsgraph/store-contract'
import { describe, expect, it } from 'vitest'
import { receiveAlert } from './receive-alert.js'
import { shopBody, shopGraph } from './shop.js'
import { admin, setStage } from './stage.js'
import {
  drawn,
  entry,
  environment,
  LOOPED,
  load,
  resource,
  SOUND,
  SPLIT,
  tree,
  upgrade,
  versions,
} from './tree-samples.js'

/**
 * Tests the use-cases on topologies of schemaVersion 1 (trees that are not upgraded), including trees that violate the
 * rules for graphs. Loading and upgrading trees have their own tests (`treeContract`).
 */
export function keptTreeContract(harness: StoreHarness): void {
  describe('saving', () => {
    it('should change it to schemaVersion 2 if the sent graph is valid', async () => {
      const { opsgraph } = await setStage(harness)
      await load(opsgraph, entry({ tree: SPLIT }))
      const saved = await opsgraph.saveTopology(admin, { id: 't1', body: shopGraph() })
      expect(saved).toMatchObject({ id: 't1', schemaVersion: 2 })
      expect(await opsgraph.readTopologyBy(admin, 'service_name', 'shop')).toEqual(saved)
      expect((await opsgraph.listRelations(admin, {})).items).toMatchObject([
        { resource: 'db', parent: 'web', sourceRef: 't1' },
      ])
      expect(await upgrade(opsgraph)).toEqual([])
    })

    it('should change it to schemaVersion 2 if no graph is sent and the stored graph is valid', async () => {
      const { opsgraph, peek } = await setStage(harness)
      await load(opsgraph, entry())
      const stored = await opsgraph.readTopologyBy(admin, 'id', 't1')
      const saved = await opsgraph.saveTopology(admin, { id: 't1', body: { name: 'New' } })
      expect(saved).toEqual({ ...stored, name: 'New', schemaVersion: 2, updateTime: saved.updateTime })
      expect(await peek('relation')).toHaveLength(2)
    })

    it('should refuse to change it to schemaVersion 2 if the stored graph violates rules', async () => {
      const { opsgraph } = await setStage(harness)
      await load(opsgraph, entry({ tree: LOOPED }))
      const stored = await opsgraph.readTopologyBy(admin, 'id', 't1')
      await expect(opsgraph.saveTopology(admin, { id: 't1', body: { name: 'New' } })).rejects.toMatchObject({
        kind: 'invalid',
        message: 'invalid topology graph',
        issues: [{ code: 'selfLoop' }, { code: 'cycle' }],
      })
      const { nodes, edges } = stored
      const asRead = opsgraph.saveTopology(admin, { id: 't1', body: { nodes, edges } })
      await expect(asRead).rejects.toMatchObject({ message: 'invalid topology graph' })
      expect(await opsgraph.readTopologyBy(admin, 'id', 't1')).toEqual(stored)
    })

    it('should be refused if the service has another topology of schemaVersion 2, and name that topology', async () => {
      const stage = await setStage(harness)
      await load(stage.opsgraph, entry(), entry({ id: 't2', name: 'Other' }))
      await stage.opsgraph.upgradeTrees(admin)
      for (const body of [{ name: 'New' }, shopGraph()]) {
        await expect(stage.opsgraph.saveTopology(admin, { id: 't2', body })).rejects.toMatchObject({
          kind: 'conflict',
          message: expect.stringContaining('Shop (t1)'),
        })
      }
      await stage.opsgraph.saveTopology(admin, { id: 't1', body: { name: 'New' } })
      expect(await versions(stage)).toEqual([
        ['t1', 2],
        ['t2', 1],
      ])
    })

    it('should change one of several topologies of schemaVersion 1 to schemaVersion 2', async () => {
      const stage = await setStage(harness)
      await load(stage.opsgraph, entry({ tree: SPLIT }), entry({ id: 't2' }))
      await stage.opsgraph.saveTopology(admin, { id: 't2', body: {} })
      expect((await stage.opsgraph.readTopologyBy(admin, 'service_name', 'shop')).id).toBe('t2')
    })
  })

  it('should count as the topology of its service if another topology is created', async () => {
    const { opsgraph } = await setStage(harness)
    await load(opsgraph, entry({ tree: SPLIT }))
    await expect(opsgraph.createTopology(admin, shopBody())).rejects.toMatchObject({ kind: 'conflict' })
  })

  it.each([
    ['a resource in two environments', SPLIT],
    ['loops', LOOPED],
    ['an environment below a resource', tree('Shop', environment('Production', resource('a', environment('Staging'))))],
    ['a resource below the service', tree('Shop', resource('web'), environment('Production'))],
  ])('should take alerts, suggestions and the lay-out although it has %s', async (_, broken) => {
    const { opsgraph } = await setStage(harness)
    await load(opsgraph, entry({ tree: broken }))
    const topology = await opsgraph.readTopologyBy(admin, 'id', 't1')
    for (const { position } of topology.nodes) expect([position.x, position.y].every(Number.isFinite)).toBe(true)
    const names = ['db', 'a', 'c', 'cache', 'web', 'unknown']
    const alerts = ['Production', 'Staging', 'Other'].flatMap((name) =>
      names.map((resourceName) => ({
        environment: name,
        resource: resourceName,
        event: 'Down',
        severity: 'major' as const,
        service: ['shop'],
      })),
    )
    for (const alert of alerts) await receiveAlert(opsgraph, admin, alert)
    const { assignments, unassigned } = await opsgraph.readAssignments(admin, { id: 't1' })
    const landed = [...assignments.values()].flat()
    expect([...landed, ...unassigned]).toHaveLength(alerts.length)
    for (const nodeId of assignments.keys()) expect(topology.nodes.map(({ id }) => id)).toContain(nodeId)
    const { nodes, edges, summary } = await opsgraph.suggestTopology(admin, { id: 't1' })
    expect(summary.newEnvironments).toContain('Other')
    const ids = new Set([...topology.nodes, ...nodes].map(({ id }) => id))
    for (const { source, target } of edges) expect([ids.has(source), ids.has(target)]).toEqual([true, true])
  })

  it('should assign an alert to the node in its environment if its resource is in several environments', async () => {
    const { opsgraph } = await setStage(harness)
    await load(opsgraph, entry({ tree: SPLIT }))
    const { nodes } = await opsgraph.readTopologyBy(admin, 'id', 't1')
    const alert = await receiveAlert(opsgraph, admin, {
      ...{ environment: 'Staging', resource: 'db', event: 'Down', severity: 'major', service: ['shop'] },
    })
    const { assignments } = await opsgraph.readAssignments(admin, { id: 't1' })
    const staging = nodes.find(({ label }) => label === 'Staging')?.id
    expect([...assignments]).toEqual([[staging, [alert.id]]])
  })

  it('should be exported unchanged', async () => {
    const { opsgraph } = await setStage(harness)
    await load(opsgraph, entry({ tree: LOOPED }))
    const { nodes, edges } = await opsgraph.readTopologyBy(admin, 'id', 't1')
    const { document } = await opsgraph.exportTopology(admin, { id: 't1', appVersion: '1' })
    expect(document).toMatchObject({ schemaVersion: 2, topology: { id: 't1', service: 'shop' } })
    expect([document.nodes.length, document.edges.length]).toEqual([nodes.length, edges.length])
  })

  it('should be deleted like other topologies, without deleting relations', async () => {
    const { opsgraph, peek } = await setStage(harness)
    await load(opsgraph, entry(), entry({ id: 't2', service: 'bank', tree: LOOPED }), entry({ id: 't3', tree: SPLIT }))
    await opsgraph.upgradeTrees(admin)
    const relations = await peek('relation')
    await opsgraph.deleteTopology(admin, 't3')
    expect(await opsgraph.deleteTopologies(admin, ['t2'])).toBe(1)
    expect(await peek('relation')).toEqual(relations)
    expect((await peek('topology')).map(({ id }) => id)).toEqual(['t1'])
  })

  it('should not inherit a relation that another topology stops drawing', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, shopBody())
    await load(opsgraph, entry())
    expect((await opsgraph.listRelations(admin, {})).items).toMatchObject([
      { resource: 'db', parent: 'web', sourceRef: id },
    ])
    await opsgraph.deleteTopology(admin, id)
    expect((await opsgraph.listRelations(admin, {})).items).toEqual([])
  })

  it('should be saved and loaded in a snapshot, even if it violates rules or shares its service', async () => {
    const before = await setStage(harness)
    await load(before.opsgraph, entry(), entry({ id: 't2', tree: LOOPED }), entry({ id: 't3', tree: SPLIT }))
    await before.opsgraph.upgradeTrees(admin)
    const stored = (await before.opsgraph.listTopologies(admin, {})).items
    const lines: string[] = []
    await before.opsgraph.saveSnapshot(admin, async (text) => {
      lines.push(text)
    })
    const after = await setStage(harness)
    await after.opsgraph.loadSnapshot(admin, async function* () {
      yield new TextEncoder().encode(lines.join(''))
    })
    expect((await after.opsgraph.listTopologies(admin, {})).items).toEqual(stored)
    expect(await after.peek('tree')).toEqual([])
    expect((await upgrade(after.opsgraph)).map(([id, isUpgraded]) => [id, isUpgraded])).toEqual([
      ['t2', false],
      ['t3', false],
    ])
  })

  describe('a CMDB import', () => {
    const records = [{ resource: 'queue', environment: 'Production', services: ['shop'] }]
    const body = new TextEncoder().encode(JSON.stringify(records))

    it('should change it to schemaVersion 2 if its graph is valid', async () => {
      const { opsgraph } = await setStage(harness)
      await load(opsgraph, entry())
      const { nodes } = await opsgraph.readTopologyBy(admin, 'id', 't1')
      await opsgraph.importCmdb(admin, { body })
      const after = await opsgraph.readTopologyBy(admin, 'id', 't1')
      expect(after.schemaVersion).toBe(2)
      const claimed = (node: (typeof nodes)[number]) =>
        node.kind === 'environment' ? { ...node, params: { ...node.params, claims: ['cmdb'] } } : node
      expect(after.nodes.slice(0, nodes.length)).toEqual(nodes.map(claimed))
      expect(drawn(after)).toContain('Production -> queue')
    })

    it('should report the rules that its graph violates, and write nothing', async () => {
      const { opsgraph } = await setStage(harness)
      await load(opsgraph, entry({ tree: LOOPED }))
      const before = await opsgraph.readTopologyBy(admin, 'id', 't1')
      await expect(opsgraph.importCmdb(admin, { body })).rejects.toMatchObject({
        kind: 'invalid',
        issues: [
          { code: 'selfLoop', path: expect.stringMatching(/^topologies\[shop\]\.edges\[\d+\]$/) },
          { code: 'cycle', path: 'topologies[shop].edges' },
        ],
      })
      expect(await opsgraph.readTopologyBy(admin, 'id', 't1')).toEqual(before)
    })
  })

  describe('an import of a topology file', () => {
    const document = { topology: { name: 'Shop', description: '', service: 'shop', orientation: 'TB' }, ...shopGraph() }
    const body = new TextEncoder().encode(JSON.stringify(document))

    it.each([
      ['merge', SOUND, 6],
      ['replace', SPLIT, 5],
      ['replace', LOOPED, 5],
    ] as const)('should make it schemaVersion 2 when the result is valid: %s', async (mode, stored, nodes) => {
      const { opsgraph } = await setStage(harness)
      await load(opsgraph, entry({ tree: stored }))
      await opsgraph.importTopologies(admin, { body, options: { mode } })
      const after = await opsgraph.readTopologyBy(admin, 'id', 't1')
      expect([after.schemaVersion, after.nodes.length]).toEqual([2, nodes])
      expect((await opsgraph.listRelations(admin, { filters: { parent: ['web'] } })).items).toMatchObject([
        { sourceRef: 't1' },
      ])
    })

    it('should report the rules that it still violates after a merge, and write nothing', async () => {
      const { opsgraph } = await setStage(harness)
      await load(opsgraph, entry({ tree: SPLIT }))
      const before = await opsgraph.readTopologyBy(admin, 'id', 't1')
      await expect(opsgraph.importTopologies(admin, { body, options: { mode: 'merge' } })).rejects.toMatchObject({
        kind: 'invalid',
        issues: [
          {
            code: 'resourceInMultipleEnvironments',
            path: expect.stringMatching(/^after merge: nodes\[/),
            subject: { kind: 'node', index: null, id: expect.any(String), field: null },
          },
        ],
      })
      expect(await opsgraph.readTopologyBy(admin, 'id', 't1')).toEqual(before)
    })
  })

  it('should keep the positions in its tree, and the order of nodes and edges', async () => {
    const { opsgraph } = await setStage(harness)
    const placed = tree('Shop', environment('P', { ...resource('a'), position: { x: 3, y: 4 } }, resource('b')))
    await load(opsgraph, entry({ tree: placed }), entry({ id: 't2', service: 'bank', tree: SOUND }))
    const before = await opsgraph.readTopologyBy(admin, 'id', 't1')
    expect(before.nodes[2]?.position).toEqual({ x: 3, y: 4 })
    await opsgraph.upgradeTrees(admin)
    const { nodes, edges } = await opsgraph.readTopologyBy(admin, 'id', 't1')
    expect({ nodes, edges }).toEqual({ nodes: before.nodes, edges: before.edges })
  })
}
