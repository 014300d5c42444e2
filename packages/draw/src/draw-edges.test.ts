import type { Node, Position } from '@opsgraph/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/run-length.js'
import { edge, node } from '../test/graph.js'
import { drawEdges } from './draw-edges.js'
import type { Curve } from './edge-curve.js'
import { commonFlow } from './flow.js'
import type { Point, Rect } from './geometry.js'
import { type Tile, toTile } from './tile.js'

const DOWN = commonFlow('TB')

describe('drawEdges', () => {
  it('should lead an edge from the bottom of its parent to the top of its child', () => {
    const curve = drawn([edge('a', 'b')], [tile('a', 0, 0), tile('b', 400, 200)])
    expect(curve.start).toEqual({ x: 90, y: 60 })
    expect(endOf(curve).x).toBeCloseTo(490, -1)
    expect(endOf(curve).y).toBeCloseTo(195, 0)
  })

  it('should lead it up if the child is above', () => {
    const curve = drawn([edge('a', 'b')], [tile('a', 0, 200), tile('b', 400, 0)])
    expect(curve.start).toEqual({ x: 90, y: 200 })
    expect(endOf(curve).y).toBeCloseTo(65, 0)
  })

  it('should lead it sideways if the child is at the side, and stop at its border', () => {
    const curve = drawn([edge('a', 'b')], [tile('a', 0, 0), tile('b', 400, 0)])
    expect(endOf(curve).x).toBeCloseTo(395, 0)
    expect(endOf(curve).y).toBeCloseTo(30, 0)
  })

  it.each(['TB', 'CI'] as const)('should lead an edge around a node between its ends (%s)', (orientation) => {
    const tiles = [tile('a', 0, 0), tile('b', 0, 400), tile('between', 20, 200)]
    const [curve] = drawEdges([edge('a', 'b')], tiles, commonFlow(orientation)).values()
    for (const point of pointsOf(curve)) expect(isIn(tiles[2], point)).toBe(false)
  })

  it('should draw edges to one node on top of each other in a shared gap, and other edges side by side', () => {
    const wall = [0, 200, 400].map((x) => tile(`w${x}`, x, 200))
    const ends = [tile('a', 150, 0), tile('b', 150, 400), tile('c', 200, 500), tile('d', -60, 0)]
    const edges = [edge('a', 'b'), edge('d', 'b'), edge('a', 'c')]
    const curves = drawEdges(edges, [...wall, ...ends], DOWN)
    const [one, other, third] = edges.map((each) => acrossAt(curves.get(each), 230))
    expect(one).toBeCloseTo(other ?? 0, 1)
    expect(Math.abs((one ?? 0) - (third ?? 0))).toBeGreaterThan(4)
  })

  it('should keep all routes within a gap that many of them share', () => {
    const wall = [-380, -195, -10, 210, 395, 580].map((x) => tile(`w${x}`, x, 200))
    const numbers = Array.from({ length: 8 }, (_, at) => at)
    const ends = numbers.flatMap((at) => [tile(`a${at}`, at * 200 - 600, 0), tile(`b${at}`, at * 200 - 600, 400)])
    const edges = numbers.map((at) => edge(`a${at}`, `b${7 - at}`))
    const curves = [...drawEdges(edges, [...wall, ...ends], DOWN).values()]
    for (const each of wall)
      expect(curves.some((curve) => pointsOf(curve).some((point) => isIn(each, point)))).toBe(false)
    const passing = curves.map((curve) => Math.round(acrossAt(curve, 230))).sort((left, right) => left - right)
    for (const [index, across] of passing.slice(1).entries()) expect(across - (passing[index] ?? 0)).toBeGreaterThan(3)
  })

  it('should draw no edge between two nodes at the same place, and none to a missing node', () => {
    expect(drawEdges([edge('a', 'b'), edge('a', 'x')], [tile('a', 0, 0), tile('b', 0, 0)], DOWN).size).toBe(0)
  })

  it('should never pass through a node of the rows between', () => {
    fc.assert(
      fc.property(fc.array(row(), { minLength: 1, maxLength: 6 }), fc.nat(1_500), fc.nat(1_500), (rows, from, to) => {
        const between = rows.flatMap((xs, at) => xs.map((x) => tile(`r${at}-${x}`, x, 140 * (at + 1))))
        const ends = [tile('a', from, 0), tile('b', to, 140 * (rows.length + 1))]
        const curve = drawn([edge('a', 'b')], [...between, ...ends])
        const points = pointsOf(curve)
        for (const each of between) expect(points.some((point) => isIn(each, point))).toBe(false)
      }),
      propertyRuns(500),
    )
  })
})

// Helpers

/** Generates the positions of the nodes of a row. The nodes are at least 40 pixels apart. */
function row(): fc.Arbitrary<readonly number[]> {
  return fc.array(fc.integer({ min: 220, max: 400 }), { minLength: 1, maxLength: 8 }).map((steps) => {
    let x = -200
    return steps.map((step) => {
      x += step
      return x
    })
  })
}

function tile(id: string, x: number, y: number): Tile {
  const position: Position = { x, y }
  const plain: Node = { ...node(id, 'resource', id), environment: 'P', resource: id, position }
  return toTile(plain, position)
}

function drawn(edges: readonly ReturnType<typeof edge>[], tiles: readonly Tile[]): Curve {
  const [curve] = drawEdges(edges, tiles, DOWN).values()
  if (curve === undefined) throw new Error('nothing is drawn')
  return curve
}

function endOf({ start, pieces }: Curve): Point {
  return pieces.at(-1)?.[2] ?? start
}

function pointsOf(curve: Curve | undefined): readonly Point[] {
  let start = curve?.start
  return (curve?.pieces ?? []).flatMap(([one, other, end]) => {
    const from = start ?? end
    start = end
    return Array.from({ length: 41 }, (_, step) => bezier([from, one, other, end], step / 40))
  })
}

function bezier([a, b, c, d]: readonly [Point, Point, Point, Point], part: number): Point {
  const rest = 1 - part
  const weights = [rest ** 3, 3 * rest ** 2 * part, 3 * rest * part ** 2, part ** 3] as const
  const mix = (of: (point: Point) => number) =>
    weights[0] * of(a) + weights[1] * of(b) + weights[2] * of(c) + weights[3] * of(d)
  return { x: mix(({ x }) => x), y: mix(({ y }) => y) }
}

function acrossAt(curve: Curve | undefined, height: number): number {
  const points = pointsOf(curve)
  return points.reduce((best, point) => (Math.abs(point.y - height) < Math.abs(best.y - height) ? point : best)).x
}

function isIn(box: Rect | undefined, { x, y }: Point): boolean {
  return box !== undefined && x > box.left && x < box.right && y > box.top && y < box.bottom
}
