import type { DrawnNode, Edge, NodeKind } from '@opsgraph/core'
import { describe, expect, it } from 'vitest'
import { buildOutline } from './outline.js'

describe('outlineOf', () => {
  it('should list each node once, below its first parent, children in the order of their edges', () => {
    const rows = buildOutline({
      nodes: [node('db'), node('web'), node('prod', 'environment'), node('shop', 'service'), node('cache')],
      edges: [edge('shop', 'prod'), edge('prod', 'web'), edge('web', 'db'), edge('web', 'cache'), edge('prod', 'db')],
    })
    expect(rows.map(({ node, depth }) => `${depth} ${node.id}`)).toEqual([
      '0 shop',
      '1 prod',
      '2 web',
      '3 db',
      '3 cache',
    ])
  })

  it('should list unreachable nodes last, as loose: alone, below another one, or in a cycle', () => {
    const rows = buildOutline({
      nodes: [node('x'), node('y'), node('a'), node('b'), node('shop', 'service')],
      edges: [edge('x', 'y'), edge('a', 'b'), edge('b', 'a')],
    })
    expect(rows.map(({ node, depth, isUnconnected }) => `${depth} ${node.id} ${isUnconnected}`)).toEqual([
      '0 shop false',
      '0 x true',
      '1 y true',
      '0 a true',
      '1 b true',
    ])
  })

  it('should not lose nodes whose edges have a missing end', () => {
    expect(buildOutline({ nodes: [node('a')], edges: [edge('gone', 'a'), edge('a', 'gone')] })).toHaveLength(1)
  })
})

// Helpers

function node(id: string, kind: NodeKind = 'resource'): DrawnNode {
  return { id, kind, label: id, icon: '', params: {}, hierarchyConfig: {}, position: { x: 0, y: 0 } }
}

function edge(source: string, target: string): Edge {
  return { id: `${source}-${target}`, source, target }
}
