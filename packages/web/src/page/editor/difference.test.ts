import type { DrawnNode } from '@opsgraph/core'
import { describe, expect, it } from 'vitest'
import type { EditedTopology } from '../../api/topologies.js'
import { compareTopologies, isEmpty } from './difference.js'
import { applyEdit, type Edit } from './edit.js'

describe('compareTopologies', () => {
  it('should find no difference between equal versions in any order of nodes, edges and keys', () => {
    const other = {
      ...SHOP,
      nodes: SHOP.nodes.toReversed().map((node) => ({ ...node, params: { b: 1, a: 2 } })),
      edges: SHOP.edges.map((edge) => ({ ...edge, id: `other ${edge.id}` })),
    }
    const same = { ...SHOP, nodes: SHOP.nodes.map((node) => ({ ...node, params: { a: 2, b: 1 } })) }
    expect(isEmpty(compareTopologies(same, other))).toBe(true)
  })

  it.each<[string, Edit, Partial<ReturnType<typeof compareTopologies>>]>([
    [
      'an added node and its edge',
      { kind: 'add', nodes: [node('db')], edges: [{ id: 'x', source: 'prod', target: 'db' }] },
      { added: ['resource db', 'prod → db'] },
    ],
    [
      'a removed node and its edges',
      { kind: 'remove', nodes: new Set(['prod']), edges: new Set() },
      { removed: ['environment prod', 'shop → prod'] },
    ],
    [
      'a new name of a node',
      { kind: 'change', id: 'prod', fields: { label: 'live' } },
      { changed: ['environment prod: now “live”'] },
    ],
    [
      'params of a node',
      { kind: 'change', id: 'prod', fields: { params: { a: 1 } } },
      { changed: ['environment prod: params'] },
    ],
    [
      'another position',
      { kind: 'move', positions: new Map([['prod', { x: 5, y: 5 }]]), orientation: 'LR' },
      { changed: ['orientation: TB became LR', 'environment prod: moved'] },
    ],
    [
      'another name',
      { kind: 'describe', fields: { name: 'Store', description: 'x' } },
      { changed: ['name: “Shop” became “Store”', 'description'] },
    ],
  ])('should list %s', (_, edit, difference) => {
    const after = applyEdit(SHOP, edit)
    expect(compareTopologies(SHOP, after)).toEqual({ added: [], removed: [], changed: [], ...difference })
  })
})

// Helpers

function node(id: string, kind: DrawnNode['kind'] = 'resource'): DrawnNode {
  return { id, kind, label: id, icon: '', params: {}, hierarchyConfig: {}, position: { x: 0, y: 0 } }
}

const SHOP: EditedTopology = {
  name: 'Shop',
  description: '',
  orientation: 'TB',
  nodes: [node('shop', 'service'), node('prod', 'environment')],
  edges: [{ id: 'e', source: 'shop', target: 'prod' }],
}
