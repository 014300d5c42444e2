import type { NodeKind } from '@opsgraph/core'
import { describe, expect, it } from 'vitest'
import { node } from '../test/graph.js'
import { computeAreas } from './area.js'
import { type Tile, toTile } from './tile.js'

describe('computeAreas', () => {
  it('should be rectangles around nodes that are far apart', () => {
    const [one, other] = computeAreas([tile('A', 0, 0), tile('A', 0, 200), tile('B', 300, 0)])
    expect(one).toMatchObject({ environment: 'A', bounds: { left: -18, top: -38, right: 198, bottom: 278 } })
    expect(other).toMatchObject({ environment: 'B', bounds: { left: 282, top: -38, right: 498, bottom: 78 } })
  })

  it('should be the smallest convex shapes where rectangles would touch', () => {
    const slanted = [tile('A', 0, 0), tile('A', 1_000, 1_000), tile('B', 1_000, 0)]
    const [one, other] = computeAreas(slanted)
    // A rectangle around the nodes of A would have this corner, and would cover the node of B.
    expect(corners(one?.outline)).not.toContainEqual([1_198, -18])
    expect(corners(one?.outline)).toHaveLength(6)
    expect(corners(other?.outline)).toHaveLength(4)
  })

  it('should leave out the service node inside an environment', () => {
    const around = [tile('A', -600, 0), tile('A', 600, 0), tile('A', 0, -600), tile('A', 0, 600)]
    const service = tile(null, 0, 0, 'service')
    expect(computeAreas([...around, service])[0]?.outline.match(/Z/g)).toHaveLength(2)
    expect(computeAreas([...around, tile(null, 2_000, 0, 'service')])[0]?.outline.match(/Z/g)).toHaveLength(1)
  })
})

// Helpers

function tile(environment: string | null, x: number, y: number, kind: NodeKind = 'resource'): Tile {
  const plain = node(`${environment}-${x}-${y}`, kind, 'n')
  return toTile({ ...plain, environment, resource: null }, { x, y })
}

/** The corners of a rounded outline. */
function corners(outline = ''): readonly (readonly number[])[] {
  return [...outline.matchAll(/Q(\S+) (\S+) /g)].map(([, x, y]) => [Number(x), Number(y)])
}
