import { createOpsgraph } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { shopBody } from './shop.js'
import { admin, type Stage, setStage } from './stage.js'
import {
  drawn,
  entry,
  environment,
  LOOPED,
  load,
  resource,
  SOUND,
  SPLIT,
  shown,
  tree,
  upgrade,
  versions,
} from './tree-samples.js'

/** Tests loading and upgrading trees of an earlier release (rules.md#trees-of-an-earlier-release). */
export function treeContract(harness: StoreHarness): void {
  it('should store a tree as schemaVersion 1, and answer it as nodes and edges with stable ids', async () => {
    const { opsgraph } = await setStage(harness)
    const { loaded } = await load(opsgraph, entry({ serviceKpi: 'kpi', orientation: 'LR' }))
    expect(loaded).toEqual([{ topologyId: 't1', name: 'Shop', service: 'shop', isNew: true }])
    const topology = await opsgraph.readTopologyBy(admin, 'id', 't1')
    expect(topology).toMatchObject({
      ...{ name: 'Shop', description: 'The shop', service: 'shop', serviceKpi: 'kpi', orientation: 'LR' },
      ...{ schemaVersion: 1, updateTime: topology.createTime },
    })
    expect(drawn(topology)).toEqual([
      'Shop -> Production',
      'Production -> web',
      'web -> db',
      'Production -> api',
      'api -> db',
    ])
    expect(topology.nodes[3]).toMatchObject({
      kind: 'resource',
      label: 'db',
      environment: 'Production',
      resource: 'db',
    })
    expect(await opsgraph.readTopologyBy(admin, 'service_name', 'shop')).toEqual(topology)
    expect((await opsgraph.listTopologies(admin, { filters: { schemaVersion: ['1'] } })).items).toEqual([topology])
    expect((await opsgraph.listTopologies(admin, { filters: { schemaVersion: ['2'] } })).items).toEqual([])
  })

  it('should keep the old tree in the store, but include it in no answer', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const secret = { ...SOUND, note: 'of the old editor' }
    const answers: unknown[] = [await load(opsgraph, entry({ tree: secret }))]
    expect(await peek('tree')).toEqual([{ topologyId: 't1', tree: JSON.stringify(secret) }])
    const look = async () => {
      answers.push(await opsgraph.readTopologyBy(admin, 'id', 't1'), await opsgraph.listTopologies(admin, {}))
      answers.push(await opsgraph.upgradeTrees(admin), await saved(opsgraph))
    }
    await look()
    await look()
    answers.push(await opsgraph.saveTopology(admin, { id: 't1', body: { name: 'New' } }))
    expect(JSON.stringify(answers)).not.toContain('old editor')
    expect(await peek('tree')).toHaveLength(1)
    await opsgraph.deleteTopology(admin, 't1')
    expect(await peek('tree')).toEqual([])
  })

  it('should store no relations before the upgrade', async () => {
    const { opsgraph, peek } = await setStage(harness)
    await load(opsgraph, entry(), entry({ id: 't2', service: 'bank', tree: LOOPED }))
    expect(await peek('relation')).toEqual([])
    await opsgraph.upgradeTrees(admin)
    const { items } = await opsgraph.listRelations(admin, {})
    expect(items.map(({ resource: child, parent, source, sourceRef }) => [child, parent, source, sourceRef])).toEqual([
      ['db', 'api', 'topology', 't1'],
      ['db', 'web', 'topology', 't1'],
    ])
  })

  it('should skip stored entries if a file is loaded twice', async () => {
    const stage = await setStage(harness)
    const file = [entry(), entry({ id: undefined, service: 'bank' }), entry({ id: undefined, service: 'bank' })]
    const first = await load(stage.opsgraph, ...file)
    expect(first.loaded.map(({ isNew }) => isNew)).toEqual([true, true, true])
    const before = await stage.opsgraph.listTopologies(admin, {})
    const again = await load(stage.opsgraph, ...file, entry({ id: 't9', service: 'bank' }))
    expect(again.loaded.map(({ topologyId, isNew }) => [topologyId, isNew])).toEqual([
      ['t1', false],
      [first.loaded[1]?.topologyId, false],
      [first.loaded[1]?.topologyId, false],
      ['t9', true],
    ])
    expect((await stage.opsgraph.listTopologies(admin, {})).items.slice(0, 3)).toEqual(before.items)
    expect(await stage.peek('tree')).toHaveLength(4)
  })

  it('should skip an entry whose id is taken, even if that topology was changed', async () => {
    const { opsgraph } = await setStage(harness)
    await load(opsgraph, entry())
    const changed = await opsgraph.saveTopology(admin, { id: 't1', body: { name: 'Changed' } })
    expect((await load(opsgraph, entry({ name: 'Again' }))).loaded).toEqual([
      { topologyId: 't1', name: 'Again', service: 'shop', isNew: false },
    ])
    expect(await opsgraph.readTopologyBy(admin, 'id', 't1')).toEqual(changed)
  })

  it('should refuse the whole file, with every fault and its position', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const broken = tree('Shop', environment('P', { type: 'host', label: 'a', children: [resource('')] }))
    await expect(load(opsgraph, entry(), entry({ id: 't2', name: '', tree: broken }))).rejects.toMatchObject({
      kind: 'invalid',
      message: 'invalid file of trees',
      issues: [
        { code: 'invalidEntry', path: 'topologies[1].name', message: 'name is required' },
        { code: 'invalidKind', path: 'topologies[1].tree.children[0].children[0]' },
        { code: 'missingLabel', path: 'topologies[1].tree.children[0].children[0].children[0].label' },
      ],
    })
    expect([...(await peek('topology')), ...(await peek('tree'))]).toEqual([])
  })

  it('should count trees for the license, and load either all or none', async () => {
    const { opsgraph, peek } = await setStage(harness, { topologyFeature: true, topologyLimit: 2 })
    const three = ['a', 'b', 'c'].map((id) => entry({ id, service: id }))
    await expect(load(opsgraph, ...three)).rejects.toMatchObject({ kind: 'forbidden' })
    expect(await peek('topology')).toEqual([])
    await load(opsgraph, ...three.slice(0, 2))
    await load(opsgraph, ...three.slice(0, 2))
    await expect(opsgraph.createTopology(admin, shopBody())).rejects.toMatchObject({ kind: 'forbidden' })
  })

  it('should change updateTime in an upgrade, even if the clock has not advanced', async () => {
    const { store } = await setStage(harness)
    const opsgraph = createOpsgraph({ store, clock: () => new Date('2026-01-01T00:00:00.000Z') })
    await load(opsgraph, entry(), entry({ id: 't2', service: 'bank' }))
    const times = async () => (await opsgraph.listTopologies(admin, {})).items.map(({ updateTime }) => updateTime)
    expect(await times()).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z'])
    await opsgraph.upgradeTrees(admin)
    expect(await times()).toEqual(['2026-01-01T00:00:00.002Z', '2026-01-01T00:00:00.003Z'])
  })

  it('should upgrade valid trees without changing their ids, and report the other trees', async () => {
    const stage = await setStage(harness)
    const { opsgraph } = stage
    const { upgrades } = await load(opsgraph, entry(), entry({ id: 't2', service: 'bank', tree: SPLIT }))
    const expected = [
      ['t1', true, [], []],
      ['t2', false, ['resourceInMultipleEnvironments'], []],
    ]
    expect(shown(upgrades)).toEqual(expected)
    const [before, left] = (await opsgraph.listTopologies(admin, {})).items
    expect(await upgrade(opsgraph)).toEqual(expected)
    const after = await opsgraph.readTopologyBy(admin, 'id', 't1')
    expect(after).toEqual({ ...before, schemaVersion: 2, updateTime: after.updateTime })
    expect(after.updateTime > (before?.updateTime ?? '')).toBe(true)
    expect(await opsgraph.readTopologyBy(admin, 'id', 't2')).toEqual(left)
    const calls = stage.calls.get('topologies.save')
    expect(await upgrade(opsgraph)).toEqual(expected.slice(1))
    expect(await opsgraph.readTopologyBy(admin, 'id', 't1')).toEqual(after)
    expect(stage.calls.get('topologies.save')).toBe(calls)
  })

  it('should upgrade only the first valid tree of several for one service', async () => {
    const stage = await setStage(harness)
    const three = [SPLIT, SOUND, SOUND].map((each, index) => entry({ id: `t${3 - index}`, tree: each }))
    const { upgrades } = await load(stage.opsgraph, ...three)
    const expected = [
      ['t3', false, ['resourceInMultipleEnvironments'], ['t2', 't3', 't1']],
      ['t2', true, [], ['t2', 't3', 't1']],
      ['t1', false, [], ['t2', 't3', 't1']],
    ]
    expect(shown(upgrades)).toEqual(expected)
    expect((await stage.opsgraph.readTopologyBy(admin, 'service_name', 'shop')).id).toBe('t3')
    expect(await upgrade(stage.opsgraph)).toEqual(expected)
    expect((await stage.opsgraph.readTopologyBy(admin, 'service_name', 'shop')).id).toBe('t2')
    expect(await upgrade(stage.opsgraph)).toEqual([expected[0], expected[2]])
    expect(await versions(stage)).toEqual([
      ['t3', 1],
      ['t2', 2],
      ['t1', 1],
    ])
    await stage.opsgraph.deleteTopology(admin, 't2')
    expect(await upgrade(stage.opsgraph)).toEqual([
      ['t3', false, ['resourceInMultipleEnvironments'], ['t1', 't3']],
      ['t1', true, [], ['t1', 't3']],
    ])
  })

  it('should not upgrade a tree whose service has a topology of schemaVersion 2', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, shopBody())
    const { upgrades } = await load(opsgraph, entry())
    expect(shown(upgrades)).toEqual([['t1', false, [], [id, 't1']]])
    expect(await upgrade(opsgraph)).toEqual([['t1', false, [], [id, 't1']]])
    expect((await opsgraph.readTopologyBy(admin, 'service_name', 'shop')).id).toBe(id)
  })

  it('should upgrade each tree once if twenty servers start at the same time', async () => {
    const stage = await setStage(harness)
    const names = Array.from({ length: 63 }, (_, index) => `s${index}`)
    await load(
      stage.opsgraph,
      ...names.map((id, index) => entry({ id, service: id, tree: index % 3 === 0 ? SPLIT : SOUND })),
    )
    const reports = await Promise.all(Array.from({ length: 20 }, () => stage.opsgraph.upgradeTrees(admin)))
    const upgraded = reports.flatMap((report) => report.filter(({ isUpgraded }) => isUpgraded))
    expect(upgraded.map(({ topologyId }) => topologyId)).toEqual(names.filter((_, index) => index % 3 !== 0))
    for (const report of reports) expect(report.filter(({ isUpgraded }) => !isUpgraded)).toHaveLength(21)
    expect((await versions(stage)).filter(([, version]) => version === 2)).toHaveLength(42)
    expect(await stage.peek('relation')).toHaveLength(2)
  })

  it('should load each tree once if a file is loaded many times concurrently', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const file = [entry(), entry({ id: undefined, service: 'bank' })]
    const loads = await Promise.all(Array.from({ length: 10 }, () => load(opsgraph, ...file)))
    expect(loads.flatMap(({ loaded }) => loaded.filter(({ isNew }) => isNew))).toHaveLength(2)
    expect(await peek('topology')).toHaveLength(2)
  })
}

// Helpers

async function saved(opsgraph: Stage['opsgraph']): Promise<string> {
  let text = ''
  await opsgraph.saveSnapshot(admin, async (piece) => {
    text += piece
  })
  return text
}
