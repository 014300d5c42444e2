import { describe, expect, it } from 'vitest'
import { edge } from '../../test/arbitrary/graph.js'
import {
  DISK,
  HOST,
  imported,
  MERGE,
  planIn,
  REPLACE,
  relationOf,
  resource,
  shopOf,
  withRelation,
} from '../../test/cmdb-example.js'
import { emptyWorld, type World } from '../../test/cmdb-world.js'
import { readRecords } from '../../test/read-records.js'
import type { Change } from '../change/change.js'
import { listChanges } from '../change/list-changes.js'
import { relationKey } from '../relation/relation.js'
import type { Topology } from '../topology/topology.js'
import { cmdbChanges } from './cmdb-changes.js'

describe('cmdbChanges', () => {
  it('should list relations, then by service topology, nodes, edges and catalog service', () => {
    const changes = changesOf(emptyWorld(), [DISK, { ...HOST, services: ['billing', 'shop'] }])
    expect(changes.map((change) => `${change.kind} ${'service' in change ? change.service : ''}`.trim())).toEqual([
      'relation',
      ...['topology billing', ...Array<string>(3).fill('node billing'), ...Array<string>(2).fill('edge billing')],
      'catalogService billing',
      ...['topology shop', ...Array<string>(4).fill('node shop'), ...Array<string>(3).fill('edge shop')],
      'catalogService shop',
    ])
    expect(changes[0]).toEqual({
      kind: 'relation',
      action: 'create',
      environment: 'E',
      resource: 'disk',
      parent: 'host',
    })
    expect(changes.find(({ kind }) => kind === 'edge')).toEqual({
      kind: 'edge',
      action: 'create',
      service: 'billing',
      parentNode: { kind: 'service', environment: null, label: 'billing' },
      childNode: { kind: 'environment', environment: 'E', label: 'E' },
    })
  })

  it('should name a replaced parent, in the resource graph and in the topology', () => {
    const before = imported(emptyWorld(), [HOST, { ...HOST, resource: 'other' }, DISK])
    const changes = changesOf(before, [{ ...DISK, parent: 'other' }])
    expect(changes).toEqual([
      {
        ...{ kind: 'relation', action: 'update', environment: 'E', resource: 'disk', parent: 'other' },
        ...{ fields: ['parent'], formerParents: ['host'] },
      },
      {
        ...{ kind: 'edge', action: 'update', service: 'shop', fields: ['source'] },
        ...{ parentNode: nodeName('other'), childNode: nodeName('disk'), formerParentNode: nodeName('host') },
      },
    ])
  })

  it('should show that this source takes over a relation of a weaker source, not of another CMDB', () => {
    const fieldsFrom = (source: 'policy' | 'cmdb', sourceRef: string) => {
      const before = withRelation({ parent: 'host', source, sourceRef })
      return changesOf(before, [{ ...DISK, services: [] }])
    }
    expect(fieldsFrom('policy', 'p')).toMatchObject([{ action: 'update', fields: ['source', 'sourceRef'] }])
    expect(fieldsFrom('policy', 'p')[0]).not.toHaveProperty('formerParents')
    expect(fieldsFrom('cmdb', 'other')).toEqual([])
  })

  it('should pair a new parent with one former parent, and list the others as removed', () => {
    const before = emptyWorld()
    for (const parent of ['p2', 'p0', 'p1']) {
      const relation = relationOf({ parent, source: 'cmdb', sourceRef: 'cmdb' })
      before.relations.set(relationKey(relation), relation)
    }
    const [change, ...removed] = changesOf(before, [{ ...DISK, services: [] }])
    expect(change).toMatchObject({ action: 'update', parent: 'host', formerParents: ['p0'] })
    expect(removed.map((entry) => [entry.action, 'parent' in entry && entry.parent])).toEqual([
      ['remove', 'p1'],
      ['remove', 'p2'],
    ])
  })

  it('should name the params of a node that change, also a type that becomes null', () => {
    const params = { cmdbSource: 'cmdb', type: 'vm', attributes: { os: 'a' } }
    const fieldsOf = (stored: object, record: object, options: typeof MERGE | typeof REPLACE = MERGE) => {
      const before = shopOf([{ ...resource('h', 'host'), params: { ...params, ...stored } }], [edge('e', 'h')])
      const sent = [{ ...HOST, type: 'vm', attributes: { os: 'a' }, ...record }]
      return changesOf(before, sent, options)
        .filter(({ kind }) => kind === 'node')
        .map(({ fields }) => fields)
    }
    expect(fieldsOf({}, {})).toEqual([])
    expect(fieldsOf({}, { type: 'host' })).toEqual([['params.type']])
    expect(fieldsOf({}, { attributes: { os: 'b' } })).toEqual([['params.attributes']])
    const blank = { type: '', attributes: { os: '' } }
    expect(fieldsOf({}, blank, REPLACE)).toEqual([['params.type', 'params.attributes']])
    expect(fieldsOf({ type: null }, { type: '' }, REPLACE)).toEqual([['params.type']])
    expect(fieldsOf({}, blank)).toEqual([])
  })

  it('should show that a tree of an earlier release is saved as nodes and edges', () => {
    const before = imported(emptyWorld(), [HOST])
    before.topologies.set('shop', { ...(before.topologies.get('shop') as Topology), schemaVersion: 1 })
    expect(changesOf(before, [HOST])).toEqual([])
    const [change] = changesOf(before, [HOST, DISK]).filter(({ kind }) => kind === 'topology')
    expect(change).toEqual({ kind: 'topology', action: 'update', service: 'shop', fields: ['schemaVersion'] })
  })
})

// Helpers

function changesOf(
  world: World,
  sent: readonly unknown[],
  options: typeof MERGE | typeof REPLACE = MERGE,
): readonly Change[] {
  return listChanges(cmdbChanges(planIn(world, readRecords(sent, '').records, options))).changes
}

function nodeName(label: string) {
  return { kind: 'resource', environment: 'E', label }
}
