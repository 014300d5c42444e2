import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parentsByResource, type RankedParents, takeWalk } from '../../test/arbitrary/relation.js'
import { Traversal, type TraversalEntry } from './traversal.js'
import type { WalkQuestion } from './walk.js'

describe('Traversal', () => {
  it('should list what a naive breadth-first queue of paths lists, in its order', () => {
    fc.assert(
      fc.property(parentsByResource(), fc.integer({ min: 1, max: 20 }), (neighbors, depth) => {
        expect(walk('0', neighbors, depth)).toEqual(naiveWalk('0', neighbors, depth))
      }),
    )
  })

  it('should list each resource once, at its smallest depth, and never the start', () => {
    fc.assert(
      fc.property(parentsByResource(), (neighbors) => {
        const entries = walk('0', neighbors, 20)
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
    expect(walk('a', cycle, 20)).toEqual([{ resource: 'b', depth: 1, path: ['a', 'b'] }])
  })

  it('should cost the edges of a ladder of diamonds, not its paths', () => {
    const width = 50
    const rung = (level: number) => Array.from({ length: width }, (_, at) => `${level}.${at}`)
    const ladder = new Map(
      Array.from({ length: 19 }, (_, level) => rung(level).map((name) => [name, rung(level + 1)] as const)).flat(),
    )
    const traversal = new Traversal('0.0', rung(1), 20)
    let asked = 0
    takeWalk(traversal, ladder, ({ contested }) => {
      asked += contested.flatMap(({ names }) => names).length
    })
    expect(traversal.entries).toHaveLength(19 * width)
    expect(asked).toBe(18 * width)
  })

  it('should ask once per level, and once more only where an order is missing at the deepest one', () => {
    fc.assert(
      fc.property(parentsByResource(), fc.integer({ min: 1, max: 5 }), (parents, depth) => {
        const asked: WalkQuestion[] = []
        takeWalk(new Traversal('0', parents.get('0') ?? [], depth), parents, (question) => asked.push(question))
        expect(asked.length).toBeLessThanOrEqual(depth)
        const frontiers = asked.flatMap(({ frontier }) => frontier)
        expect(new Set(frontiers).size).toBe(frontiers.length)
        for (const { frontier } of asked.slice(0, -1)) expect(frontier).not.toEqual([])
      }),
    )
  })
})

// Helpers

function walk(start: string, neighbors: RankedParents, depth: number): readonly TraversalEntry[] {
  const traversal = new Traversal(start, neighbors.get(start) ?? [], depth)
  takeWalk(traversal, neighbors)
  return traversal.entries
}

function naiveWalk(start: string, neighbors: RankedParents, depth: number): readonly TraversalEntry[] {
  const entries: TraversalEntry[] = []
  const queue: (readonly string[])[] = [[start]]
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (path.length > depth) continue
    for (const next of neighbors.get(path.at(-1) ?? '') ?? []) {
      if (next === start || entries.some((entry) => entry.resource === next)) continue
      entries.push({ resource: next, depth: path.length, path: [...path, next] })
      queue.push([...path, next])
    }
  }
  return entries
}
