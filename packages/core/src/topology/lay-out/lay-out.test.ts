import { describe, expect, it } from 'vitest'
import { edge, node } from '../../../test/arbitrary/graph.js'
import type { GraphInput, Position } from '../graph.js'
import { ORIENTATIONS } from '../topology.js'
import { layOut } from './lay-out.js'
import { RING_FLATNESS } from './ring-frame.js'

describe('layOut', () => {
  it.each(ORIENTATIONS)('should put a service node alone at the origin (%s)', (orientation) => {
    const graph = { nodes: [{ ...node('s', 'service', 'shop'), position: { x: 7, y: 7 } }], edges: [] }
    expect(layOut(graph, orientation)).toEqual(new Map([['s', { x: 0, y: 0 }]]))
  })

  it('should center parents above their children (TB)', () => {
    expect(xy(layOut(shop(), 'TB'))).toEqual({
      s: [0, 0],
      ...{ p: [-192, 140], t: [193, 140] },
      ...{ a: [-302, 280], b: [-82, 280], c: [193, 280] },
      d: [-192, 420],
    })
  })

  it('should put children to the right of their parents (LR)', () => {
    expect(xy(layOut(shop(), 'LR'))).toEqual({
      s: [0, 0],
      ...{ p: [280, -79], t: [280, 79] },
      ...{ a: [560, -124], b: [560, -34], c: [560, 79] },
      d: [840, -79],
    })
  })

  it('should put layers on rings around the service node (CI)', () => {
    const positions = layOut(shop(), 'CI')
    const rings = ['p', 't', 'a', 'b', 'c', 'd'].map((id) => Math.round(distanceTo(ORIGIN, positions.get(id)) / 10))
    expect(rings).toEqual([24, 24, 48, 48, 48, 72])
    expect(xy(positions)).toMatchObject({ s: [0, 0], p: [224, 43], t: [-198, -68], d: [673, 128] })
  })

  it.each([
    ['TB', { e: [393, 280], f: [393, 420] }],
    ['LR', { e: [560, 159], f: [840, 159] }],
    ['CI', { e: [-478, -25], f: [-716, -38] }],
  ] as const)('should put new nodes beside the children of their parents (%s)', (orientation, expected) => {
    const graph = drawn(shop(), layOut(shop(), orientation))
    const grown = {
      nodes: [...graph.nodes, node('e', 'resource', 'e'), node('f', 'resource', 'f')],
      edges: [...graph.edges, edge('t', 'e'), edge('e', 'f')],
    }
    expect(xy(layOut(grown, orientation, idsOf(graph)))).toEqual(expected)
  })

  it.each([
    ['TB', { x: 0, y: 400 }, [0, 140]],
    ['LR', { x: 700, y: 0 }, [280, 0]],
    ['CI', { x: 0, y: 700 }, [0, 120]],
  ] as const)(
    'should put a new node between its parent and its child where there is room (%s)',
    (orientation, position, expected) => {
      const graph = {
        nodes: [node('s', 'service', 's'), node('e', 'environment', 'e'), { ...node('r', 'resource', 'r'), position }],
        edges: [edge('s', 'e'), edge('e', 'r')],
      }
      expect(xy(layOut(graph, orientation, new Set(['s', 'r'])))).toEqual({ e: expected })
    },
  )

  it.each([
    ['TB', [100, -90]],
    ['LR', [-180, 50]],
    ['CI', [100, 130]],
  ] as const)(
    'should put a new service node before its children, in the middle of them for CI (%s)',
    (orientation, expected) => {
      const graph = {
        nodes: [
          node('s', 'service', 's'),
          { ...node('a', 'environment', 'a'), position: { x: 100, y: 50 } },
          { ...node('b', 'environment', 'b'), position: { x: 100, y: 210 } },
        ],
        edges: [edge('s', 'a'), edge('s', 'b')],
      }
      const [x, y] = expected
      const found = xy(layOut(graph, orientation, new Set(['a', 'b'])))
      expect(found).toEqual({ s: orientation === 'LR' ? [x, 130] : [x, y] })
    },
  )

  it.each([
    ['TB', 2_700, 1_100],
    ['LR', 2_500, 1_100],
    ['CI', 3_500, 1_900],
  ] as const)('should wrap a hundred siblings into several rows (%s)', (orientation, maxWidth, maxHeight) => {
    const positions = [...layOut(star(100), orientation).values()]
    expect(Math.max(...positions.map(({ x }) => x)) - Math.min(...positions.map(({ x }) => x))).toBeLessThan(maxWidth)
    expect(Math.max(...positions.map(({ y }) => y)) - Math.min(...positions.map(({ y }) => y))).toBeLessThan(maxHeight)
  })

  it.each(ORIENTATIONS)('should lay out a chain of 5,000 nodes and a star of 1,000 (%s)', (orientation) => {
    expect(layOut(chain(5_000), orientation).size).toBe(5_000)
    expect(layOut(star(998), orientation).size).toBe(1_000)
  })

  it('should end on a graph that is not valid', () => {
    const nodes = ['a', 'b', 'c', 'd'].map((id) => node(id, 'resource', id))
    const graph = { nodes, edges: [edge('a', 'b'), edge('b', 'c'), edge('c', 'b'), edge('c', 'd'), edge('x', 'a')] }
    for (const orientation of ORIENTATIONS) {
      expect(layOut(graph, orientation).size).toBe(4)
    }
  })

  it.each(ORIENTATIONS)('should draw the same picture with other ids if all labels differ (%s)', (orientation) => {
    const { nodes, edges } = shop()
    const renamed = {
      nodes: nodes.map((each, at) => ({ ...each, id: `${9 - at}-${each.id}` })),
      edges: edges.map(({ source, target }) => edge(newId(source), newId(target))),
    }
    function newId(id: string): string {
      return `${9 - nodes.findIndex((each) => each.id === id)}-${id}`
    }
    const positions = layOut(renamed, orientation)
    expect(nodes.map(({ id }) => positions.get(newId(id)))).toEqual(
      nodes.map(({ id }) => layOut(shop(), orientation).get(id)),
    )
  })
})

// Helpers

const ORIGIN: Position = { x: 0, y: 0 }

/** A graph with two environments. The node `d` has two parents. */
function shop(): GraphInput {
  const resources = ['a', 'b', 'c', 'd'].map((id) => node(id, 'resource', id))
  const nodes = [
    node('s', 'service', 'shop'),
    node('p', 'environment', 'p'),
    node('t', 'environment', 't'),
    ...resources,
  ]
  const pairs = ['sp', 'st', 'pa', 'pb', 'tc', 'ad', 'bd'].map((pair) => [...pair])
  return { nodes, edges: pairs.map(([source = '', target = '']) => edge(source, target)) }
}

function star(count: number): GraphInput {
  const leaves = Array.from({ length: count }, (_, at) => `leaf ${at}`)
  return hang(leaves, () => 'e')
}

function chain(count: number): GraphInput {
  const links = Array.from({ length: count - 2 }, (_, at) => `link ${at}`)
  return hang(links, (at) => links[at - 1] ?? 'e')
}

function hang(ids: readonly string[], parentOf: (at: number) => string): GraphInput {
  return {
    nodes: [node('s', 'service', 's'), node('e', 'environment', 'e'), ...ids.map((id) => node(id, 'resource', id))],
    edges: [edge('s', 'e'), ...ids.map((id, at) => edge(parentOf(at), id))],
  }
}

function drawn({ nodes, edges }: GraphInput, positions: ReadonlyMap<string, Position>): GraphInput {
  return { nodes: nodes.map((each) => ({ ...each, position: positions.get(each.id) ?? each.position })), edges }
}

function idsOf({ nodes }: GraphInput): ReadonlySet<string> {
  return new Set(nodes.map(({ id }) => id))
}

function xy(positions: ReadonlyMap<string, Position>) {
  return Object.fromEntries([...positions].map(([id, { x, y }]) => [id, [x, y]]))
}

function distanceTo(center: Position, { x, y }: Position = ORIGIN): number {
  return Math.hypot(x - center.x, (y - center.y) * RING_FLATNESS)
}
