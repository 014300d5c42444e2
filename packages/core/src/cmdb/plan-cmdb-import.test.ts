import { describe, expect, it } from 'vitest'
import { drawn } from '../../test/arbitrary/cmdb.js'
import { edge, node } from '../../test/arbitrary/graph.js'
import { apply, emptyWorld, saveTopology, stateOf, type World } from '../../test/cmdb-world.js'
import { LIMITS } from '../limits.js'
import { type Relation, relationKey } from '../relation/relation.js'
import type { RelationSource } from '../relation/relation-source.js'
import type { DrawnNode } from '../topology/node.js'
import { cmdbReport } from './cmdb-report.js'
import { type CmdbState, licenseIssues, planCmdbImport } from './plan-cmdb-import.js'
import { readRecords } from './read-json-records.js'

const HOST = { resource: 'host', environment: 'E', services: ['shop'], type: 'server', attributes: { rack: '7' } }
const DISK = { resource: 'disk', environment: 'E', parent: 'host', services: ['shop'] }
const MERGE = { mode: 'merge', source: 'cmdb' } as const
const REPLACE = { mode: 'replace', source: 'cmdb' } as const

describe('planCmdbImport', () => {
  it('should create relation, catalog entry and topology, and say so', () => {
    const report = reportOf(emptyWorld(), [HOST, DISK, { resource: 'x', environment: 'E', parent: 'y' }])
    expect(report).toMatchObject({
      ...{ applied: false, source: 'cmdb', mode: 'merge', records: { total: 3, withServices: 2, graphOnly: 1 } },
      relations: { create: 2, update: 0, remove: 0, unchanged: 0 },
      catalogServices: { create: 1, unchanged: 0 },
      errors: [],
    })
    const sizes = { create: 4, update: 0, remove: 0, unchanged: 0 }
    const shop = {
      service: 'shop',
      action: 'create',
      topologyId: null,
      nodes: sizes,
      edges: { ...sizes, create: 3 },
      errors: [],
    }
    expect(report.topologies).toEqual([shop])
    expect(report.warnings.map(({ code, row, params }) => [code, row, params])).toEqual([
      ['unknownParent', 2, { environment: 'E', resource: 'x', parent: 'y' }],
      ['serviceCreated', null, { service: 'shop' }],
      ['topologyCreated', null, { service: 'shop' }],
    ])
  })

  it('should answer the same once applied, with the ids of what was created', () => {
    const dry = reportOf(emptyWorld(), [HOST])
    const { records, warnings } = readRecords([HOST], '')
    const applied = cmdbReport(planIn(emptyWorld(), records), warnings, new Map([['shop', 'id-1']]))
    expect(applied).toEqual({ ...dry, applied: true, topologies: [{ ...dry.topologies[0], topologyId: 'id-1' }] })
  })

  it('should draw a created topology as decisions.md 8 says', () => {
    const topology = imported(emptyWorld(), [HOST, DISK]).topologies.get('shop')
    expect(topology).toMatchObject({
      name: 'shop',
      description: 'Imported from CMDB source cmdb',
      orientation: 'TB',
      schemaVersion: 2,
    })
    expect(topology?.nodes.map(({ kind, label, params }) => [kind, label, params])).toEqual([
      ['service', 'shop', { cmdbSource: 'cmdb' }],
      ['environment', 'E', { cmdbSource: 'cmdb' }],
      ['resource', 'disk', { cmdbSource: 'cmdb', attributes: {} }],
      ['resource', 'host', { cmdbSource: 'cmdb', type: 'server', attributes: { rack: '7' } }],
    ])
    expect(edgesOf(imported(emptyWorld(), [HOST, DISK]))).toEqual(['E > host', 'host > disk', 'shop > E'])
  })

  it('should put a record below its environment when its parent is not in the service, and say so', () => {
    const elsewhere = { ...HOST, services: ['billing'] }
    const report = reportOf(emptyWorld(), [elsewhere, DISK])
    const params = { environment: 'E', resource: 'disk', parent: 'host', service: 'shop' }
    expect(report.warnings[0]).toMatchObject({ code: 'parentNotInService', row: 1, params })
    expect(edgesOf(imported(emptyWorld(), [elsewhere, DISK]))).toEqual(['E > disk', 'shop > E'])
  })

  it('should put a record below a parent that is a node already, whoever drew it', () => {
    const before = shopOf([resource('h', 'host')], [edge('e', 'h')])
    expect(edgesOf(imported(before, [DISK]))).toEqual(['E > host', 'host > disk', 'shop > E'])
    expect(reportOf(before, [DISK]).warnings.map(({ code }) => code)).toEqual(['unknownParent', 'serviceCreated'])
  })

  it('should count a replaced parent as one update, of the relation and of the edge', () => {
    const before = imported(emptyWorld(), [HOST, { ...HOST, resource: 'other' }, DISK])
    const moved = [HOST, { ...HOST, resource: 'other' }, { ...DISK, parent: 'other' }]
    const { relations, topologies } = reportOf(before, moved)
    expect(relations).toEqual({ create: 0, update: 1, remove: 0, unchanged: 0 })
    expect(topologies[0]?.edges).toEqual({ create: 0, update: 1, remove: 0, unchanged: 3 })
    const after = imported(before, moved)
    expect(edgesOf(after)).toEqual(['E > host', 'E > other', 'other > disk', 'shop > E'])
    expect([...after.relations.values()].map(({ parent }) => parent)).toEqual(['other'])
  })

  it('should replace the edge from the environment once the parent is a node', () => {
    const before = imported(emptyWorld(), [DISK])
    expect(edgesOf(before)).toEqual(['E > disk', 'shop > E'])
    expect(reportOf(before, [HOST, DISK]).topologies[0]?.edges).toEqual({
      create: 1,
      update: 1,
      remove: 0,
      unchanged: 1,
    })
    expect(edgesOf(imported(before, [HOST, DISK]))).toEqual(['E > host', 'host > disk', 'shop > E'])
  })

  it('should keep the edge that a hand drew from the environment', () => {
    const before = shopOf([resource('h', 'host'), resource('d', 'disk')], [edge('e', 'h'), edge('e', 'd')])
    expect(edgesOf(imported(before, [HOST, DISK]))).toEqual(['E > disk', 'E > host', 'host > disk', 'shop > E'])
  })

  it('should keep a second parent that a hand drew for a node of this source', () => {
    const made = { cmdbSource: 'cmdb', attributes: {} }
    const nodes = [resource('h', 'host'), { ...resource('d', 'disk'), params: made }]
    const before = shopOf(nodes, [edge('e', 'h'), edge('e', 'd'), edge('h', 'd')])
    expect(reportOf(before, [DISK]).topologies[0]?.edges).toEqual({ create: 0, update: 0, remove: 0, unchanged: 4 })
  })

  it('should keep label, icon, position and maker of a node that others made, and refresh type and attributes', () => {
    const params = { cmdbSource: 'other', type: 'old', note: 'mine', attributes: { a: '1' } }
    const before = shopOf(
      [{ ...resource('h', 'host'), icon: 'box', position: { x: 3, y: 4 }, params }],
      [edge('e', 'h')],
    )
    expect(reportOf(before, [HOST]).topologies[0]?.nodes).toEqual({ create: 0, update: 1, remove: 0, unchanged: 2 })
    const after = imported(before, [HOST])
      .topologies.get('shop')
      ?.nodes.find(({ id }) => id === 'h')
    expect(after).toMatchObject({ icon: 'box', position: { x: 3, y: 4 } })
    expect(after?.params).toEqual({ cmdbSource: 'other', note: 'mine', type: 'server', attributes: { rack: '7' } })
    const untyped = { ...HOST, type: null }
    const other = imported(before, [untyped])
      .topologies.get('shop')
      ?.nodes.find(({ id }) => id === 'h')
    expect(other?.params.type).toBe('old')
    const bare = { resource: 'host', environment: 'E', services: ['shop'] }
    expect(reportOf(before, [bare]).topologies[0]?.nodes.update).toBe(0)
  })

  it('should take away what a record no longer says of a node of this source', () => {
    const bare = { resource: 'host', environment: 'E', services: ['shop'] }
    const after = imported(imported(emptyWorld(), [HOST]), [bare])
    const host = after.topologies.get('shop')?.nodes.find(({ label }) => label === 'host')
    expect(host?.params).toEqual({ cmdbSource: 'cmdb', attributes: {} })
  })

  it.each<[RelationSource, string | null, number, number]>([
    ['manual', null, 0, 1],
    ['event', null, 0, 1],
    ['cmdb', 'cmdb', 0, 1],
    ['cmdb', 'other', 1, 0],
    ['topology', 't', 1, 0],
    ['policy', 'p', 1, 0],
  ])('should count a relation of %s (%s) as %i updated, %i unchanged', (source, sourceRef, update, unchanged) => {
    const before = withRelation({ source, sourceRef, parent: 'host' })
    const { relations } = reportOf(before, [{ ...DISK, services: [] }])
    expect(relations).toEqual({ create: 0, update, remove: 0, unchanged })
    const kept = unchanged === 1 ? { source, sourceRef } : { source: 'cmdb', sourceRef: 'cmdb' }
    expect([...imported(before, [{ ...DISK, services: [] }]).relations.values()]).toMatchObject([kept])
  })

  it('should give up its former parent also when a stronger source states the new one', () => {
    const before = withRelation({ source: 'manual', sourceRef: null, parent: 'host' })
    const former = { ...relationOf({ source: 'cmdb', sourceRef: 'cmdb', parent: 'former' }), id: 'former' }
    before.relations.set(relationKey(former), former)
    expect(reportOf(before, [DISK]).relations).toEqual({ create: 0, update: 1, remove: 0, unchanged: 0 })
    expect([...imported(before, [DISK]).relations.values()]).toMatchObject([{ source: 'manual', parent: 'host' }])
  })

  it('should remove nothing when it merges', () => {
    const before = imported(emptyWorld(), [HOST, DISK])
    const { relations, topologies } = reportOf(before, [{ ...DISK, parent: null }])
    expect(relations).toEqual({ create: 0, update: 0, remove: 0, unchanged: 0 })
    expect(topologies[0]).toMatchObject({ nodes: { unchanged: 4 }, edges: { create: 0, unchanged: 3 } })
  })

  it('should remove what the file no longer has when it replaces, also from services that it does not name', () => {
    const before = imported(emptyWorld(), [HOST, DISK, { ...HOST, resource: 'gone', environment: 'F' }])
    const plan = planIn(before, readRecords([{ ...HOST, services: ['billing'] }], '').records, REPLACE)
    const report = cmdbReport(plan, [])
    expect(report.relations).toEqual({ create: 0, update: 0, remove: 1, unchanged: 0 })
    expect(report.topologies.map(({ service }) => service)).toEqual(['billing', 'shop'])
    expect(report.topologies[1]).toMatchObject({
      action: 'update',
      nodes: { remove: 5, unchanged: 1 },
      edges: { remove: 5 },
    })
    expect(
      apply(plan, before)
        .topologies.get('shop')
        ?.nodes.map(({ kind }) => kind),
    ).toEqual(['service'])
  })

  it('should put what others drew below a removed node below its environment, which stays', () => {
    const made = { cmdbSource: 'cmdb', attributes: {} }
    const before = shopOf(
      [{ ...resource('h', 'host'), params: made }, resource('d', 'disk')],
      [edge('e', 'h'), edge('h', 'd')],
      made,
    )
    const plan = planIn(before, [], REPLACE)
    expect(cmdbReport(plan, []).topologies[0]).toMatchObject({ nodes: { remove: 1 }, edges: { update: 1, remove: 1 } })
    expect(edgesOf(apply(plan, before))).toEqual(['E > disk', 'shop > E'])
  })

  it('should keep an empty environment that a hand drew', () => {
    const before = shopOf([{ ...resource('h', 'host'), params: { cmdbSource: 'cmdb' } }], [edge('e', 'h')])
    expect(edgesOf(apply(planIn(before, [], REPLACE), before))).toEqual(['shop > E'])
  })

  it('should tell which rule a topology would break', () => {
    const before = shopOf([resource('d', 'disk'), resource('h', 'host')], [edge('e', 'd'), edge('d', 'h')])
    const plan = planIn(before, readRecords([HOST, DISK], '').records)
    expect(plan.issues).toMatchObject([{ code: 'cycle', path: 'topologies[shop].edges' }])
    expect(cmdbReport(plan, []).topologies[0]?.errors).toEqual(plan.issues)
  })

  it('should refuse a topology of more than 5,000 nodes, not one of 5,000', () => {
    const many = Array.from({ length: LIMITS.topologyNodes - 1 }, (_, at) => ({ ...HOST, resource: `r${at}` }))
    const issues = [many, many.slice(1)].map((list) => planIn(emptyWorld(), readRecords(list, '').records).issues)
    expect(issues).toMatchObject([[{ code: 'tooLarge', path: 'topologies[shop].nodes' }], []])
  })

  it('should tell which topologies the license does not allow, and that is no fault of the file', () => {
    const { records } = readRecords(
      ['c', 'a', 'b'].map((service) => ({ ...HOST, resource: service, services: [service] })),
      '',
    )
    const state: CmdbState = { ...stateOf(emptyWorld(), records, MERGE), freeTopologies: 1 }
    const plan = planCmdbImport(state, records, MERGE)
    expect(plan.issues).toEqual([])
    expect(licenseIssues(plan).map(({ code, path }) => `${code} ${path}`)).toEqual([
      'licenseLimit topologies[b]',
      'licenseLimit topologies[c]',
    ])
    expect(cmdbReport(plan, []).errors).toEqual(licenseIssues(plan))
    expect(licenseIssues(planCmdbImport({ ...state, freeTopologies: 3 }, records, MERGE))).toEqual([])
  })

  it('should leave catalog entries that exist alone', () => {
    const before = emptyWorld()
    before.catalog.add('shop')
    expect(reportOf(before, [HOST, { ...HOST, resource: 'x', services: ['new'] }]).catalogServices).toEqual({
      create: 1,
      unchanged: 1,
    })
  })
})

// Helpers

function planIn(world: World, records: CmdbRecords, options: typeof MERGE | typeof REPLACE = MERGE) {
  return planCmdbImport(stateOf(world, records, options), records, options)
}

type CmdbRecords = ReturnType<typeof readRecords>['records']

function reportOf(world: World, sent: readonly unknown[]) {
  const { records, warnings } = readRecords(sent, '')
  return cmdbReport(planIn(world, records), warnings)
}

function imported(world: World, sent: readonly unknown[]): World {
  return apply(planIn(world, readRecords(sent, '').records), world)
}

/** The edges of the topology of the shop, by labels. */
function edgesOf({ topologies }: World): readonly string[] {
  const { nodes = [], edges = [] } = topologies.get('shop') ?? {}
  const labels = new Map(nodes.map(({ id, label }) => [id, label]))
  return edges.map(({ source, target }) => `${labels.get(source)} > ${labels.get(target)}`).sort()
}

function resource(id: string, label: string): DrawnNode {
  return node(id, 'resource', label)
}

/** A world with a topology of the shop: its service, the environment E, and what is given. */
function shopOf(nodes: readonly DrawnNode[], edges: ReturnType<typeof edge>[], params = {}): World {
  const world = emptyWorld()
  const above = [node('s', 'service', 'shop'), { ...node('e', 'environment', 'E'), params }]
  saveTopology(world, drawn('shop', { nodes: [...above, ...nodes], edges: [edge('s', 'e'), ...edges] }))
  return world
}

function relationOf(fields: Pick<Relation, 'source' | 'sourceRef' | 'parent'>): Relation {
  const time = '2026-01-01T00:00:00.000Z'
  return { id: 'stored', environment: 'E', resource: 'disk', createTime: time, updateTime: time, ...fields }
}

function withRelation(fields: Pick<Relation, 'source' | 'sourceRef' | 'parent'>): World {
  const world = emptyWorld()
  const relation = relationOf(fields)
  world.relations.set(relationKey(relation), relation)
  return world
}
