import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../../test/run-length.js'
import { parentsByResource, type RankedParents, takeWalk } from '../../../test/arbitrary/relation.js'
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

  it('should start at the stated parent, and look up nothing above a node', () => {
    expect(steps([start('disk', 'h10')])).toEqual([['h10'], ['h11'], ['h12'], ['h13']])
    expect(steps([start('disk', 'h10')], ['h12'])).toEqual([['h10'], ['h11']])
    expect(steps([start('disk', 'h12')], ['h12'])).toEqual([])
  })

  it('should ask for a resource once, even if many chains contain it', () => {
    expect(steps([start('h10'), start('h11'), start('disk', 'h11')])).toEqual([['h10', 'h11'], ['h12'], ['h13']])
  })

  it('should continue at the main parent only', () => {
    const parents = new Map([
      ['disk', ['vm', 'old']],
      ['vm', ['rack']],
      ['old', ['shelf']],
    ])
    expect(steps([start('disk')], [], parents)).toEqual([['disk'], ['vm'], ['rack']])
    expect(steps([start('disk')], ['vm'], parents)).toEqual([['disk']])
    expect(steps([start('disk')], ['old'], parents)).toEqual([['disk'], ['vm'], ['rack']])
  })

  it('should find the same chain as following main parents one by one', () => {
    const names = fc.uniqueArray(fc.integer({ min: 0, max: 20 }).map(String), { maxLength: 4 })
    fc.assert(
      fc.property(parentsByResource(20), names, names, (parents, resources, nodes) => {
        const isNode = (resource: string) => nodes.includes(resource)
        const starts = resources.filter((resource) => !isNode(resource)).map((resource) => start(resource))
        const search = new ChainSearch(starts, isNode)
        let questions = 0
        takeWalk(search, parents, () => questions++)
        expect(questions).toBeLessThanOrEqual(10)
        for (const one of starts) expect(search.chainOf(one, isNode)).toEqual(naiveChain(one.resource, parents, isNode))
      }),
      propertyRuns(1000),
    )
  })
})

// Helpers

/** Each resource is below the next resource: h0 is below h1, h1 is below h2, up to h13. */
const LADDER = new Map(Array.from({ length: 13 }, (_, at) => [`h${at}`, [`h${at + 1}`]]))

function start(resource: string, resourceParent: string | null = null): ChainStart {
  return { resource, resourceParent }
}

/** The resources that the search asks for in each step. */
function steps(
  starts: readonly ChainStart[],
  nodes: readonly string[] = [],
  parents: RankedParents = LADDER,
): readonly (readonly string[])[] {
  const search = new ChainSearch(starts, (resource) => nodes.includes(resource))
  const asked: (readonly string[])[] = []
  takeWalk(search, parents, (frontier) => asked.push(frontier))
  return asked
}

function naiveChain(resource: string, parents: RankedParents, isNode: (resource: string) => boolean) {
  const resources = [resource]
  for (let level = 1; level <= 10; level++) {
    const parent = parents.get(resources.at(-1) ?? '')?.[0]
    if (parent === undefined || resources.includes(parent)) break
    if (isNode(parent)) return { resources, top: parent }
    resources.push(parent)
  }
  return { resources, top: undefined }
}
