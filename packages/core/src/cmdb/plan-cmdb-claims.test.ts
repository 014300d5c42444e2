import { describe, expect, it } from 'vitest'
import { edge } from '../../test/arbitrary/graph.js'
import { edgesOf, resource, shopOf } from '../../test/cmdb-example.js'
import { apply, emptyWorld, stateOf, type World } from '../../test/cmdb-world.js'
import { readRecords } from '../../test/read-records.js'
import { claimsOfNode } from '../topology/node-claims.js'
import { cmdbChanges } from './cmdb-changes.js'
import type { CmdbMode } from './cmdb-import-options.js'
import { cmdbReport } from './cmdb-report.js'
import { planCmdbImport } from './plan-cmdb-import.js'

const SWITCH = { resource: 'switch', environment: 'E', services: ['shop'] }
const LEAF = { ...SWITCH, resource: 'leaf' }

// rules.md#claims-of-nodes
describe('planCmdbImport, claims of nodes', () => {
  it('should keep a node until the last source that lists it withdraws it', () => {
    let world = put(emptyWorld(), 'scan', [{ ...SWITCH, type: 'device' }, LEAF])
    world = put(world, 'books', [{ ...SWITCH, type: 'asset' }])
    expect(sourcesIn(world)).toEqual({ E: ['scan', 'books'], leaf: ['scan'], switch: ['scan', 'books'] })
    world = put(world, 'scan', [{ ...SWITCH, services: ['other'] }], 'replace')
    expect(sourcesIn(world)).toEqual({ E: ['books'], switch: ['books'] })
    expect(paramsOf(world, 'switch')).toEqual({ cmdbSource: 'books', type: 'asset', attributes: {} })
    expect(edgesOf(world)).toEqual(['E > switch', 'shop > E'])
    world = put(world, 'books', [], 'replace')
    expect(sourcesIn(world)).toEqual({})
  })

  it('should store no claim that follows from the params', () => {
    let world = put(emptyWorld(), 'scan', [SWITCH])
    expect(nodeIn(world, 'switch')?.claims).toBeUndefined()
    world = put(world, 'books', [SWITCH])
    expect(nodeIn(world, 'switch')?.claims).toHaveLength(2)
    world = put(world, 'books', [], 'replace')
    expect(nodeIn(world, 'switch')?.claims).toBeUndefined()
  })

  it('should show a value when a source changes it, and leave what another source states when it repeats it', () => {
    const scanned = { ...SWITCH, type: 'device', attributes: { room: 'b2', load: '3' } }
    const booked = { ...SWITCH, type: 'asset', attributes: { room: 'c1', cost: '9' } }
    let world = put(emptyWorld(), 'scan', [scanned])
    world = put(world, 'books', [booked])
    const shown = { type: 'asset', attributes: { room: 'c1', load: '3', cost: '9' } }
    expect(paramsOf(world, 'switch')).toMatchObject(shown)
    expect(nodesOf(world, 'scan', [scanned])).toEqual({ create: 0, update: 0, remove: 0, unchanged: 3 })
    world = put(world, 'scan', [scanned])
    expect(paramsOf(world, 'switch')).toMatchObject(shown)
    world = put(world, 'scan', [{ ...scanned, attributes: { room: 'd4' } }])
    expect(paramsOf(world, 'switch')).toMatchObject({ type: 'asset', attributes: { room: 'd4', load: '3', cost: '9' } })
  })

  it('should show again what another source states when a source clears a value or withdraws', () => {
    let world = put(emptyWorld(), 'scan', [{ ...SWITCH, type: 'device', attributes: { room: 'b2' } }])
    world = put(world, 'books', [{ ...SWITCH, type: 'asset', attributes: { room: 'c1', cost: '9' } }])
    world = put(world, 'books', [{ ...SWITCH, type: '', attributes: { room: '', cost: '9' } }], 'replace')
    const shown = { cmdbSource: 'scan', type: 'device', attributes: { room: 'b2', cost: '9' } }
    expect(paramsOf(world, 'switch')).toEqual(shown)
    world = put(world, 'books', [], 'replace')
    expect(paramsOf(world, 'switch')).toEqual({ ...shown, attributes: { room: 'b2' } })
  })

  it('should in the mode merge keep the statement behind a blank cell or a missing column', () => {
    let world = put(emptyWorld(), 'scan', [{ ...SWITCH, type: 'device', attributes: { room: 'b2' } }])
    world = put(world, 'books', [SWITCH])
    world = put(world, 'scan', [{ ...SWITCH, type: '', attributes: { room: '' } }])
    world = put(world, 'scan', [SWITCH], 'replace')
    expect(claimsOfNode(nodeIn(world, 'switch') as never)).toEqual([
      { source: 'scan', type: 'device', attributes: { room: 'b2' } },
      { source: 'books', attributes: {} },
    ])
  })

  it('should correct a value that no source states', () => {
    const world = put(put(emptyWorld(), 'scan', [{ ...SWITCH, type: 'device' }]), 'books', [SWITCH])
    const edited = withParams(world, { ...paramsOf(world, 'switch'), type: 'by hand' })
    expect(paramsOf(put(edited, 'scan', [{ ...SWITCH, type: 'device' }]), 'switch').type).toBe('device')
  })

  it('should count a hidden claim as unchanged, but a passed on node as updated', () => {
    const world = put(emptyWorld(), 'scan', [SWITCH])
    expect(nodesOf(world, 'books', [SWITCH])).toEqual({ create: 0, update: 0, remove: 0, unchanged: 3 })
    const both = put(world, 'books', [SWITCH])
    expect(nodesOf(both, 'scan', [], 'replace')).toEqual({ create: 0, update: 2, remove: 0, unchanged: 1 })
    const listed = cmdbChanges(planOf(both, 'scan', [], 'replace')).flatMap(({ first }) => first(9))
    expect(listed).toContainEqual(
      expect.objectContaining({ kind: 'node', action: 'update', fields: ['params.cmdbSource'] }),
    )
  })

  it('should keep claims of a node that was drawn by hand, and never remove it', () => {
    const before = shopOf([resource('r', 'switch')], [edge('e', 'r')])
    const both = put(before, 'scan', [{ ...SWITCH, type: 'device' }])
    expect(sourcesIn(both)).toEqual({ E: ['scan'], switch: ['scan'] })
    const after = put(both, 'scan', [], 'replace')
    expect(sourcesIn(after)).toEqual({ E: [], switch: [] })
    expect(paramsOf(after, 'switch')).toEqual({ type: 'device' })
  })

  it('should return a node to its environment when the last source that states its parent withdraws', () => {
    let world = put(emptyWorld(), 'books', [SWITCH, LEAF])
    world = put(world, 'scan', [{ ...LEAF, parent: 'switch' }])
    expect(edgesOf(world)).toEqual(['E > leaf', 'E > switch', 'shop > E', 'switch > leaf'])
    world = put(world, 'scan', [], 'replace')
    expect(edgesOf(world)).toEqual(['E > leaf', 'E > switch', 'shop > E'])
    world = put(emptyWorld(), 'scan', [SWITCH, { ...LEAF, parent: 'switch' }])
    world = put(world, 'books', [SWITCH, LEAF])
    world = put(world, 'scan', [], 'replace')
    expect(edgesOf(world)).toEqual(['E > leaf', 'E > switch', 'shop > E'])
  })
})

// Helpers

function planOf(world: World, source: string, sent: readonly unknown[], mode: CmdbMode = 'merge') {
  const { records } = readRecords(sent, '')
  return planCmdbImport(stateOf(world, records, { mode, source }), records, { mode, source })
}

function put(world: World, source: string, sent: readonly unknown[], mode: CmdbMode = 'merge'): World {
  return apply(planOf(world, source, sent, mode), world)
}

function nodesOf(world: World, source: string, sent: readonly unknown[], mode: CmdbMode = 'merge') {
  return cmdbReport(planOf(world, source, sent, mode), { warnings: [] }).topologies[0]?.nodes
}

function nodeIn({ topologies }: World, label: string) {
  return topologies.get('shop')?.nodes.find((node) => node.label === label)
}

function paramsOf(world: World, label: string) {
  return nodeIn(world, label)?.params ?? {}
}

/** The sources of the nodes of the shop, without the service node. */
function sourcesIn({ topologies }: World) {
  const nodes = topologies.get('shop')?.nodes.filter(({ kind }) => kind !== 'service') ?? []
  return Object.fromEntries(nodes.map((node) => [node.label, claimsOfNode(node).map(({ source }) => source)]))
}

function withParams(world: World, params: ReturnType<typeof paramsOf>): World {
  const shop = world.topologies.get('shop')
  if (shop === undefined) return world
  const nodes = shop.nodes.map((node) => (node.label === 'switch' ? { ...node, params } : node))
  return { ...world, topologies: new Map([...world.topologies, ['shop', { ...shop, nodes }]]) }
}
