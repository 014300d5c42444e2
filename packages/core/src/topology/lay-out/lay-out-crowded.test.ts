import { describe, expect, it } from 'vitest'
import { edge, node } from '../../../test/arbitrary/graph.js'
import type { GraphInput, Position } from '../graph.js'
import { layOut } from './lay-out.js'
import { RING_FLATNESS } from './ring-frame.js'

describe('layOut, on a crowded canvas', () => {
  it.each([
    ['TB', { x: 220, y: 0 }, [1540, 280]],
    ['LR', { x: 0, y: 90 }, [560, 630]],
  ] as const)('should continue below a full row rather than far aside (%s)', (orientation, step, expected) => {
    const ids = Array.from({ length: 15 }, (_, at) => `old ${at}`)
    const along = orientation === 'TB' ? { x: 0, y: 140 } : { x: 280, y: 0 }
    const positions = new Map(ids.map((id, at) => [id, { x: along.x + at * step.x, y: along.y + at * step.y }]))
    positions.set('e', { x: 7 * step.x, y: 7 * step.y })
    const { nodes, edges } = drawn(
      hang([...ids, 'new'], () => 'e'),
      positions,
    )
    const graph = { nodes: nodes.filter(({ kind }) => kind !== 'service'), edges }
    expect(xy(layOut(graph, orientation, new Set(positions.keys())))).toEqual({ new: expected })
  })

  it('should place a node beyond all others if there are too many obstacles (TB)', () => {
    const links = Array.from({ length: 40 }, (_, at) => `link ${at}`)
    const graph = hang(links, (at) => links[at - 1] ?? 'e')
    const hurdles = links.flatMap((_, at) => [-1, 1].map((side) => ({ x: side * (39 - at) * 220, y: (at + 2) * 140 })))
    const stored = hurdles.map((position, at) => ({ ...node(`h${at}`, 'resource', `h${at}`), position }))
    const tops = graph.nodes.slice(0, 2).map((top, at) => ({ ...top, position: { x: 0, y: at * 140 } }))
    const nodes = [...tops, ...graph.nodes.slice(2), ...stored]
    const positions = layOut({ nodes, edges: graph.edges }, 'TB', new Set([...tops, ...stored].map(({ id }) => id)))
    expect(links.map((id) => positions.get(id))).toEqual(
      links.map((_, at) => ({ x: 39 * 220 + 200, y: (at + 2) * 140 })),
    )
  })

  it('should make rings as wide as their nodes need (CI)', () => {
    const letters = [...'abcdefghijkl']
    const environments = letters.map((letter) => node(letter, 'environment', letter))
    const resources = letters.map((letter) => node(`${letter}1`, 'resource', `${letter}1`))
    const edges = letters.flatMap((letter) => [edge('s', letter), edge(letter, `${letter}1`)])
    const nodes = [node('s', 'service', 's'), ...environments, ...resources]
    const positions = layOut({ nodes, edges }, 'CI')
    const radii = new Set(letters.map((letter) => Math.round(distanceTo(ORIGIN, positions.get(letter)) / 10)))
    // The ring has 14.75 columns: 11 gaps of 1.25 columns between the 12 environments, and one column between the last
    // environment and the first. The last and the first environment are nearest to each other.
    expect([...radii]).toEqual([Math.round(236.3 / 2 / Math.sin(Math.PI / 14.75) / 10)])
  })

  it('should use a new ring if all existing rings are full (CI)', () => {
    const rings = Array.from({ length: 60 }, (_, at) => 240 * (at + 1))
    const full = rings.flatMap((radius) => ring(radius, Math.ceil((2 * Math.PI * radius) / 1_000)))
    const stored = full.map((position, at) => ({ ...node(`f${at}`, 'resource', `f${at}`), position }))
    const environments = Array.from({ length: 12 }, (_, at) => node(`e${at}`, 'environment', `e${at}`))
    const nodes = [node('s', 'service', 's'), ...stored, ...environments]
    const edges = environments.map(({ id }) => edge('s', id))
    const positions = layOut({ nodes, edges }, 'CI', new Set(['s', ...stored.map(({ id }) => id)]))
    for (const position of positions.values()) expect(distanceTo(ORIGIN, position)).toBeGreaterThan(60 * 240 + 200)
  })
})

// Helpers

const ORIGIN: Position = { x: 0, y: 0 }

function ring(radius: number, count: number): readonly Position[] {
  const angles = Array.from({ length: count }, (_, at) => (2 * Math.PI * at) / count)
  return angles.map((angle) => ({ x: radius * Math.cos(angle), y: (radius * Math.sin(angle)) / RING_FLATNESS }))
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

function xy(positions: ReadonlyMap<string, Position>) {
  return Object.fromEntries([...positions].map(([id, { x, y }]) => [id, [x, y]]))
}

function distanceTo(center: Position, { x, y }: Position = ORIGIN): number {
  return Math.hypot(x - center.x, (y - center.y) * RING_FLATNESS)
}
