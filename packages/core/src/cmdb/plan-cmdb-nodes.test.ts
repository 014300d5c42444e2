import { describe, expect, it } from 'vitest'
import { edge } from '../../test/arbitrary/graph.js'
import { DISK, edgesOf, HOST, imported, planIn, REPLACE, reportOf, resource, shopOf } from '../../test/cmdb-example.js'
import { apply, emptyWorld } from '../../test/cmdb-world.js'
import { readRecords } from '../../test/read-records.js'
import { cmdbReport } from './cmdb-report.js'

describe('planCmdbImport, stored nodes', () => {
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
    expect(after?.params).toEqual({
      cmdbSource: 'other',
      note: 'mine',
      type: 'server',
      attributes: { a: '1', rack: '7' },
    })
    const untyped = { ...HOST, type: null }
    const other = imported(before, [untyped])
      .topologies.get('shop')
      ?.nodes.find(({ id }) => id === 'h')
    expect(other?.params.type).toBe('old')
    const bare = { resource: 'host', environment: 'E', services: ['shop'] }
    expect(reportOf(before, [bare]).topologies[0]?.nodes.update).toBe(0)
  })

  it('should remove nothing in merge mode', () => {
    const before = imported(emptyWorld(), [HOST, DISK])
    const { relations, topologies } = reportOf(before, [{ ...DISK, parent: null }])
    expect(relations).toEqual({ create: 0, update: 0, remove: 0, unchanged: 0 })
    expect(topologies[0]).toMatchObject({ nodes: { unchanged: 4 }, edges: { create: 0, unchanged: 3 } })
  })

  it('should remove in replace mode what the file no longer has, also from services that it does not name', () => {
    const before = imported(emptyWorld(), [HOST, DISK, { ...HOST, resource: 'gone', environment: 'F' }])
    const plan = planIn(before, readRecords([{ ...HOST, services: ['billing'] }], '').records, REPLACE)
    const report = cmdbReport(plan, { warnings: [] })
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

  it('should move nodes that others drew below a removed node to its environment, which stays', () => {
    const made = { cmdbSource: 'cmdb', attributes: {} }
    const before = shopOf(
      [{ ...resource('h', 'host'), params: made }, resource('d', 'disk')],
      [edge('e', 'h'), edge('h', 'd')],
      made,
    )
    const plan = planIn(before, [], REPLACE)
    expect(cmdbReport(plan, { warnings: [] }).topologies[0]).toMatchObject({
      nodes: { remove: 1 },
      edges: { update: 1, remove: 1 },
    })
    expect(edgesOf(apply(plan, before))).toEqual(['E > disk', 'shop > E'])
  })

  it('should keep an empty environment that was drawn by hand', () => {
    const before = shopOf([{ ...resource('h', 'host'), params: { cmdbSource: 'cmdb' } }], [edge('e', 'h')])
    expect(edgesOf(apply(planIn(before, [], REPLACE), before))).toEqual(['shop > E'])
  })
})
