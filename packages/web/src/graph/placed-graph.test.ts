import { expect, it } from 'vitest'
import { DIRECTIONS, findNodeInDirection, type PlacedGraph } from './placed-graph.js'

/** Node 0 is on top. Nodes 1, 2 and 3 are in a row below it, and node 4 is far below node 1. */
const placed = { boxes: new Float64Array([220, 0, 0, 120, 220, 120, 440, 120, 0, 900]) } as unknown as PlacedGraph

it.each([
  [0, 'ArrowDown', 2],
  [2, 'ArrowUp', 0],
  [2, 'ArrowLeft', 1],
  [2, 'ArrowRight', 3],
  [1, 'ArrowDown', 4],
  [1, 'ArrowRight', 2],
] as const)('should step from node %d by %s to node %d', (from, key, to) => {
  expect(findNodeInDirection(placed, from, DIRECTIONS[key])).toBe(to)
})

it('should stay if there is no node in that direction', () => {
  expect(findNodeInDirection(placed, 0, DIRECTIONS.ArrowUp)).toBe(0)
})
