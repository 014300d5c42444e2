import { describe, expect, it } from 'vitest'
import { type CountedKind, countRemovals, formatRemovals } from './removed-counts.js'

const row = (kind: CountedKind, remove?: number) => ({
  ...{ key: kind, name: kind, kind },
  counters: { create: 1, unchanged: 0, ...(remove !== undefined && { remove }) },
})

describe('removedCounts', () => {
  it('should add up the rows of a kind, relations first', () => {
    const rows = [row('nodes', 2), row('edges', 1), row('nodes', 3), row('relations', 1), row('catalog services')]
    expect(countRemovals(rows)).toEqual([
      { count: 1, words: 'relation' },
      { count: 5, words: 'nodes' },
      { count: 1, words: 'edge' },
    ])
    expect(countRemovals([row('nodes', 0), row('relations')])).toEqual([])
  })
})

describe('removedText', () => {
  it('should leave out edges, unless only edges go', () => {
    expect(formatRemovals(countRemovals([row('relations', 1_200), row('nodes', 1), row('edges', 4)]))).toBe(
      '1,200 relations and 1 node',
    )
    expect(formatRemovals(countRemovals([row('edges', 4)]))).toBe('4 edges')
    const rows = [row('relations', 1), row('redundancy rules', 1), row('weight policies', 2)]
    expect(formatRemovals(countRemovals(rows))).toBe('1 relation, 1 redundancy rule and 2 weight policies')
  })
})
