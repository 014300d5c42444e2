import { describe, expect, it } from 'vitest'
import { edge } from '../../test/arbitrary/graph.js'
import {
  DISK,
  edgesOf,
  HOST,
  imported,
  MERGE,
  planIn,
  reportOf,
  resource,
  shopOf,
  withRelation,
} from '../../test/cmdb-example.js'
import { emptyWorld, stateOf } from '../../test/cmdb-world.js'
import { readRecords } from '../../test/read-records.js'
import { LIMITS } from '../limits.js'
import type { RelationSource } from '../relation/relation-source.js'
import { cmdbReport } from './cmdb-report.js'
import { type CmdbState, licenseIssues, planCmdbImport } from './plan-cmdb-import.js'

describe('planCmdbImport', () => {
  it('should create and report relation, catalog entry and topology', () => {
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

  it('should give the same response after it is applied, with the ids of new topologies', () => {
    const dry = reportOf(emptyWorld(), [HOST])
    const { records, warnings } = readRecords([HOST], '')
    const applied = cmdbReport(planIn(emptyWorld(), records), { warnings }, new Map([['shop', 'id-1']]))
    expect(applied).toEqual({ ...dry, applied: true, topologies: [{ ...dry.topologies[0], topologyId: 'id-1' }] })
  })

  it('should draw a created topology as rules.md#cmdb-topologies says', () => {
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

  it.each<[RelationSource, string | null, number, number]>([
    ['manual', null, 0, 1],
    ['event', null, 0, 1],
    ['cmdb', 'cmdb', 0, 1],
    ['cmdb', 'other', 0, 1],
    ['topology', 't', 1, 0],
    ['policy', 'p', 1, 0],
  ])('should count a relation of %s (%s) as %i updated, %i unchanged', (source, sourceRef, update, unchanged) => {
    const before = withRelation({ source, sourceRef, parent: 'host' })
    const { relations } = reportOf(before, [{ ...DISK, services: [] }])
    expect(relations).toEqual({ create: 0, update, remove: 0, unchanged })
    const kept = unchanged === 1 ? { source, sourceRef } : { source: 'cmdb', sourceRef: 'cmdb' }
    expect([...imported(before, [{ ...DISK, services: [] }]).relations.values()]).toMatchObject([kept])
  })

  it('should report the rule that a topology would break', () => {
    const before = shopOf([resource('d', 'disk'), resource('h', 'host')], [edge('e', 'd'), edge('d', 'h')])
    const plan = planIn(before, readRecords([HOST, DISK], '').records)
    expect(plan.issues).toMatchObject([{ code: 'cycle', path: 'topologies[shop].edges' }])
    expect(cmdbReport(plan, { warnings: [] }).topologies[0]?.errors).toEqual(plan.issues)
  })

  it('should name the subject of an issue by its id if it is stored, and never by an index', () => {
    const [disk, host] = [resource('d', 'disk'), resource('h', 'host')]
    const edges = [edge('e', 'd'), edge('d', 'h')]
    const { records } = readRecords([HOST, DISK], '')
    const subjects = [shopOf([host, disk], edges), shopOf([disk, host], edges)].map((before) =>
      planIn(before, records).issues.map(({ message, subject }) => [message, subject]),
    )
    const [h, d] = ['host', 'disk'].map((name, row) => `${name} (environment E, record ${row} of this file)`)
    expect(subjects).toEqual([
      [[`edges form a loop: ${h} -> ${d} -> ${h}`, { kind: 'edge', index: null, id: 'd->h', field: null }]],
      [[`edges form a loop: ${d} -> ${h} -> ${d}`, undefined]],
    ])
  })

  it('should refuse a topology of more than 5,000 nodes, not one of 5,000', () => {
    const many = Array.from({ length: LIMITS.topologyNodes - 1 }, (_, at) => ({ ...HOST, resource: `r${at}` }))
    const issues = [many, many.slice(1)].map((list) => planIn(emptyWorld(), readRecords(list, '').records).issues)
    expect(issues).toMatchObject([[{ code: 'tooLarge', path: 'topologies[shop].nodes' }], []])
  })

  it('should report topologies beyond the license separately from faults of the file', () => {
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
    expect(cmdbReport(plan, { warnings: [] }).errors).toEqual(licenseIssues(plan))
    expect(licenseIssues(planCmdbImport({ ...state, freeTopologies: 3 }, records, MERGE))).toEqual([])
  })

  it('should report a limited number of faults, even if many topologies are beyond the license', () => {
    const services = Array.from({ length: LIMITS.cmdbIssues + 3 }, (_, at) => `service-${at}`)
    const { records } = readRecords([{ ...HOST, services }], '')
    const plan = planCmdbImport({ ...stateOf(emptyWorld(), records, MERGE), freeTopologies: 0 }, records, MERGE)
    expect(licenseIssues(plan)).toHaveLength(LIMITS.cmdbIssues + 1)
    expect(licenseIssues(plan).at(-1)?.message).toBe('3 more faults are not listed')
  })

  it('should not change existing catalog entries', () => {
    const before = emptyWorld()
    before.catalog.add('shop')
    expect(reportOf(before, [HOST, { ...HOST, resource: 'x', services: ['new'] }]).catalogServices).toEqual({
      create: 1,
      unchanged: 1,
    })
  })
})
