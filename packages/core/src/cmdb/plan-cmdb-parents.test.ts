import { describe, expect, it } from 'vitest'
import { edge } from '../../test/arbitrary/graph.js'
import {
  DISK,
  edgesOf,
  HOST,
  imported,
  relationOf,
  reportOf,
  resource,
  shopOf,
  withRelation,
} from '../../test/cmdb-example.js'
import { emptyWorld } from '../../test/cmdb-world.js'
import { relationKey } from '../relation/relation.js'

describe('planCmdbImport, the parent of a node', () => {
  it('should put a record below its environment with a warning if its parent is not in the service', () => {
    const elsewhere = { ...HOST, services: ['billing'] }
    const report = reportOf(emptyWorld(), [elsewhere, DISK])
    const params = { environment: 'E', resource: 'disk', parent: 'host', service: 'shop' }
    expect(report.warnings[0]).toMatchObject({ code: 'parentNotInService', row: 1, params })
    expect(edgesOf(imported(emptyWorld(), [elsewhere, DISK]))).toEqual(['E > disk', 'shop > E'])
  })

  it('should put a record below a parent that is already a node of any source', () => {
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

  it('should keep an edge from the environment that was drawn by hand', () => {
    const before = shopOf([resource('h', 'host'), resource('d', 'disk')], [edge('e', 'h'), edge('e', 'd')])
    expect(edgesOf(imported(before, [HOST, DISK]))).toEqual(['E > disk', 'E > host', 'host > disk', 'shop > E'])
  })

  it('should keep a second parent that was drawn by hand for a node of this source', () => {
    const made = { cmdbSource: 'cmdb', attributes: {} }
    const nodes = [resource('h', 'host'), { ...resource('d', 'disk'), params: made }]
    const before = shopOf(nodes, [edge('e', 'h'), edge('e', 'd'), edge('h', 'd')])
    expect(reportOf(before, [DISK]).topologies[0]?.edges).toEqual({ create: 0, update: 0, remove: 0, unchanged: 4 })
  })

  it('should remove the former parent also if a stronger source states the new one', () => {
    const before = withRelation({ source: 'manual', sourceRef: null, parent: 'host' })
    const former = { ...relationOf({ source: 'cmdb', sourceRef: 'cmdb', parent: 'former' }), id: 'former' }
    before.relations.set(relationKey(former), former)
    expect(reportOf(before, [DISK]).relations).toEqual({ create: 0, update: 1, remove: 0, unchanged: 0 })
    expect([...imported(before, [DISK]).relations.values()]).toMatchObject([{ source: 'manual', parent: 'host' }])
  })
})
