import { describe, expect, it } from 'vitest'
import { asNeighbors } from '../../test/arbitrary/relation.js'
import { ChainSearch, type ChainStart } from './chain-search.js'

describe('ChainSearch', () => {
  it('should ask level by level, for the parents of 10 levels and no more', () => {
    const names = Array.from({ length: 14 }, (_, at) => `h${at}`)
    expect(steps([start('h0')])).toEqual(names.slice(0, 10).map((name) => [name]))
    expect(steps([start('h0'), start('h12')])).toEqual([
      ['h0', 'h12'],
      ['h1', 'h13'],
      ...names.slice(2, 10).map((name) => [name]),
    ])
  })

  it('should ask from the stated parent on, and for nothing above a node', () => {
    expect(steps([start('disk', 'h10')])).toEqual([['h10'], ['h11'], ['h12'], ['h13']])
    expect(steps([start('disk', 'h10')], ['h12'])).toEqual([['h10'], ['h11']])
    expect(steps([start('disk', 'h12')], ['h12'])).toEqual([])
  })

  it('should ask for a resource once, however many chains pass it', () => {
    expect(steps([start('h10'), start('h11'), start('disk', 'h11')])).toEqual([['h10', 'h11'], ['h12'], ['h13']])
  })
})

// Helpers

/** h0 below h1 below h2, and so on up to h13. */
const LADDER = new Map(Array.from({ length: 13 }, (_, at) => [`h${at}`, [`h${at + 1}`, 'other']]))

function start(resource: string, resourceParent: string | null = null): ChainStart {
  return { resource, resourceParent }
}

/** What is asked for in each step. */
function steps(starts: readonly ChainStart[], nodes: readonly string[] = []): readonly (readonly string[])[] {
  const search = new ChainSearch(starts, (resource) => nodes.includes(resource))
  const asked: (readonly string[])[] = []
  while (search.frontier.length > 0) {
    asked.push(search.frontier)
    search.advance(asNeighbors(LADDER, search.frontier))
  }
  return asked
}
