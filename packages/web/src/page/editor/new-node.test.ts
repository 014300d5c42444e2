import type { DrawnNode } from '@opsgraph/core'
import { describe, expect, it, vi } from 'vitest'
import type { EditedTopology } from '../../api/topologies.js'
import { applyEdit } from './edit.js'
import { createId, createNodeEdit } from './new-node.js'

const shop = node('shop', 'service', { x: 0, y: 0 })
const production = node('production', 'environment', { x: 0, y: 140 })
/** A node that a user has moved far away from the other nodes. A new child must be placed near this node. */
const web = node('web', 'resource', { x: 3_000, y: 900 })
const START: EditedTopology = {
  name: 'Shop',
  description: '',
  orientation: 'TB',
  nodes: [shop, production, web],
  edges: [
    { id: 'one', source: 'shop', target: 'production' },
    { id: 'two', source: 'production', target: 'web' },
  ],
}

describe('addNode', () => {
  it('should add a node of the given kind and name below its parent, with new ids', () => {
    const { nodes, edges } = createNodeEdit(START, { kind: 'resource', label: 'db', parent: 'web' }, ids('new', 'edge'))
    expect(nodes).toEqual([
      { ...node('new', 'resource', expect.anything()), label: 'db', icon: '', params: {}, hierarchyConfig: {} },
    ])
    expect(edges).toEqual([{ id: 'edge', source: 'web', target: 'new' }])
  })

  it('should be placed below its parent at a free place, without moving other nodes', () => {
    let topology = START
    for (const label of ['a', 'b', 'c']) {
      topology = applyEdit(
        topology,
        createNodeEdit(topology, { kind: 'resource', label, parent: 'web' }, ids(label, `${label}!`)),
      )
    }
    expect(topology.nodes.slice(0, 3)).toEqual(START.nodes)
    const places = topology.nodes.map(({ position }) => JSON.stringify(position))
    expect(new Set(places).size).toBe(places.length)
    for (const { position } of topology.nodes.slice(3)) {
      expect(position.y).toBeGreaterThan(web.position.y)
      expect(Math.abs(position.x - web.position.x)).toBeLessThan(1_000)
    }
  })
})

// Helpers

function node(id: string, kind: DrawnNode['kind'], position: DrawnNode['position']): DrawnNode {
  return { id, kind, label: id, icon: '', params: {}, hierarchyConfig: {}, position }
}

function ids(...values: readonly string[]): () => string {
  const left = [...values]
  return () => left.shift() ?? 'none left'
}

it('should create 32 hexadecimal digits, different every time', () => {
  const ids = Array.from({ length: 1_000 }, createId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
})

it('should keep leading zeros of bytes', () => {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => array)
  expect(createId()).toBe('0'.repeat(32))
})
