import type { DrawnNode } from '@opsgraph/core'
import { describe, expect, it } from 'vitest'
import type { EditedTopology } from '../../api/topologies.js'
import { applyEdit, type Edit } from './edit.js'
import { mergeEdits } from './merge-edits.js'

describe('mergeEdits', () => {
  it('should return my version if they changed nothing, and theirs if I changed nothing', () => {
    const changed = after(
      { kind: 'describe', fields: { name: 'Other' } },
      { kind: 'remove', nodes: new Set(['cache']), edges: new Set() },
      { kind: 'add', nodes: [node('disk')], edges: [edge('db', 'disk')] },
      { kind: 'change', id: 'db', fields: { params: { keep: 9 } } },
    )
    expect(mergeEdits({ base: SHOP, mine: changed, theirs: SHOP })).toEqual(changed)
    expect(mergeEdits({ base: SHOP, mine: SHOP, theirs: changed })).toEqual(changed)
  })

  it('should keep their value of each field and param that I did not change', () => {
    const mine = after(
      { kind: 'describe', fields: { name: 'Mine' } },
      { kind: 'change', id: 'db', fields: { params: { keep: 7, mine: 1 }, icon: 'disk' } },
    )
    const theirs = after(
      { kind: 'describe', fields: { description: 'Theirs' } },
      { kind: 'change', id: 'db', fields: { params: { theirs: 2 }, label: 'database' } },
      { kind: 'move', positions: new Map([['web', { x: 7, y: 7 }]]) },
    )
    const both = mergeEdits({ base: SHOP, mine, theirs })
    expect(both).toMatchObject({ name: 'Mine', description: 'Theirs' })
    expect(nodeOf(both, 'db')).toMatchObject({ label: 'database', icon: 'disk' })
    expect(nodeOf(both, 'db')?.params).toEqual({ mine: 1, theirs: 2 })
    expect(nodeOf(both, 'web')?.position).toEqual({ x: 7, y: 7 })
  })

  it('should keep my value if both changed the same field', () => {
    const [mine, theirs] = ['Mine', 'Theirs'].map((label) => after({ kind: 'change', id: 'db', fields: { label } }))
    if (mine === undefined || theirs === undefined) throw new Error('two versions')
    expect(nodeOf(mergeEdits({ base: SHOP, mine, theirs }), 'db')?.label).toBe('Mine')
  })

  it('should keep nodes that either side added, and leave out those that either removed, with their edges', () => {
    const mine = after(
      { kind: 'add', nodes: [node('disk')], edges: [edge('db', 'disk')] },
      { kind: 'remove', nodes: new Set(['cache']), edges: new Set() },
    )
    const theirs = after(
      { kind: 'add', nodes: [node('queue')], edges: [edge('web', 'queue')] },
      { kind: 'remove', nodes: new Set(), edges: new Set(['web db']) },
    )
    const both = mergeEdits({ base: SHOP, mine, theirs })
    expect(both.nodes.map(({ id }) => id)).toEqual(['shop', 'prod', 'web', 'db', 'queue', 'disk'])
    expect(both.edges.map(({ id }) => id)).toEqual(['shop prod', 'prod web', 'prod db', 'web queue', 'db disk'])
  })

  it('should restore a node that they removed, with the nodes above it, if I changed it or drew an edge to it, but not if I moved it', () => {
    const theirs = after({ kind: 'remove', nodes: new Set(['web', 'db', 'cache']), edges: new Set() })
    const of = (...edits: Edit[]) => mergeEdits({ base: SHOP, mine: after(...edits), theirs })
    const moved = of({ kind: 'move', positions: new Map([['cache', { x: 5, y: 5 }]]) })
    expect(moved).toEqual(theirs)
    const changed = of({ kind: 'change', id: 'cache', fields: { label: 'redis' } })
    expect(changed.nodes.map(({ label }) => label)).toEqual(['shop', 'prod', 'web', 'redis'])
    expect(changed.edges.map(({ id }) => id)).toEqual(['shop prod', 'prod web', 'web cache'])
    const drawn = of({ kind: 'add', nodes: [node('disk')], edges: [edge('db', 'disk')] })
    expect(drawn.nodes.map(({ id }) => id)).toEqual(['shop', 'prod', 'db', 'disk'])
    expect(drawn.edges.map(({ id }) => id)).toEqual(['shop prod', 'prod db', 'db disk'])
  })

  it('should restore a removed chain of any length', () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => `n${index}`)
    const chain = ids.slice(1).map((id, index) => edge(ids[index] ?? '', id))
    const base = {
      ...SHOP,
      nodes: [...SHOP.nodes, ...ids.map(node)],
      edges: [...SHOP.edges, edge('prod', 'n0'), ...chain],
    }
    const mine = applyEdit(base, { kind: 'change', id: ids.at(-1) ?? '', fields: { label: 'last' } })
    expect(mergeEdits({ base, mine, theirs: SHOP }).nodes).toHaveLength(SHOP.nodes.length + ids.length)
  })
})

// Helpers

function node(id: string): DrawnNode {
  return { id, kind: 'resource', label: id, icon: '', params: {}, hierarchyConfig: {}, position: { x: 0, y: 0 } }
}

function edge(source: string, target: string) {
  return { id: `${source} ${target}`, source, target }
}

const SHOP: EditedTopology = {
  name: 'Shop',
  description: '',
  orientation: 'TB',
  nodes: [
    { ...node('shop'), kind: 'service' },
    { ...node('prod'), kind: 'environment' },
    node('web'),
    { ...node('db'), params: { keep: 7 } },
    node('cache'),
  ],
  edges: [edge('shop', 'prod'), edge('prod', 'web'), edge('prod', 'db'), edge('web', 'db'), edge('web', 'cache')],
}

function after(...edits: readonly Edit[]): EditedTopology {
  return edits.reduce(applyEdit, SHOP)
}

function nodeOf({ nodes }: EditedTopology, id: string): DrawnNode | undefined {
  return nodes.find((each) => each.id === id)
}
