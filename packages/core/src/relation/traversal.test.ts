import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neighborsIn, parentsByResource, type RankedParents } from '../../test/arbitrary/relation.js'
import { type Traversal, type TraversalEntry, traverseNames } from './traversal.js'

describe('Traversal', () => {
  it('should list the same as a naive breadth-first search, in the same order, for look-ups of any size', () => {
    fc.assert(
      fc.property(parentsByResource(), fc.integer({ min: 1, max: 5 }), (neighbors, size) => {
        expect(walk('0', neighbors, size)).toEqual(naiveWalk('0', neighbors))
      }),
    )
  })

  it('should list each resource once, at its smallest depth, and never the start', () => {
    fc.assert(
      fc.property(parentsByResource(), (neighbors) => {
        const entries = walk('0', neighbors)
        const names = entries.map((entry) => entry.resource)
        expect(new Set(names).size).toBe(names.length)
        expect(names).not.toContain('0')
        for (const { resource, depth, path } of entries) {
          expect(path).toHaveLength(depth + 1)
          expect(path[0]).toBe('0')
          expect(path.at(-1)).toBe(resource)
        }
      }),
    )
  })

  it('should end on a cycle', () => {
    const cycle = new Map([
      ['a', ['b']],
      ['b', ['a']],
    ])
    expect(walk('a', cycle)).toEqual([{ resource: 'b', depth: 1, path: ['a', 'b'] }])
  })
})

// Helpers

function walk(start: string, neighbors: RankedParents, size?: number): readonly TraversalEntry[] {
  const traversal = traverseNames(start, neighbors.get(start) ?? [])
  take(traversal, neighbors, size)
  return traversal.entries
}

/** @param size the maximum number of resources in one look-up */
function take(traversal: Traversal<string>, parents: RankedParents, size = 1000): void {
  for (let start = 0; start < traversal.entries.length; ) {
    const part = traversal.entries.slice(start, start + size)
    const found = neighborsIn(
      parents,
      part.map(({ resource }) => resource),
    )
    for (const entry of part) traversal.reach(entry, found.get(entry.resource) ?? [])
    start += part.length
  }
}

function naiveWalk(start: string, neighbors: RankedParents): readonly TraversalEntry[] {
  const entries: TraversalEntry[] = []
  const queue: (readonly string[])[] = [[start]]
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const next of neighbors.get(path.at(-1) ?? '') ?? []) {
      if (next === start || entries.some((entry) => entry.resource === next)) continue
      entries.push({ resource: next, depth: path.length, path: [...path, next] })
      queue.push([...path, next])
    }
  }
  return entries
}
