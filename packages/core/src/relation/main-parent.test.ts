import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { relation } from '../../test/arbitrary/relation.js'
import { mainParent } from './main-parent.js'
import { neighborList, rankedNames } from './neighbor-list.js'

describe('mainParent', () => {
  it('should be the first in rank order, whatever the order of arrival', () => {
    const parents = fc.uniqueArray(relation(), { selector: ({ parent }) => parent, maxLength: 8 })
    fc.assert(
      fc.property(parents, (relations) => {
        const list = neighborList(relations, 'parent')
        expect(mainParent(list)).toBe(rankedNames(list)[0])
      }),
      { numRuns: 1000 },
    )
  })

  it('should be the first by code point among equals', () => {
    const equals = { names: ['b', '\u{1f600}', '\uffee', 'a', 'c'], precedenceAt: () => 0 }
    expect(mainParent(equals)).toBe('a')
    expect(mainParent({ ...equals, names: ['\u{1f600}', '\uffee'] })).toBe('\uffee')
  })

  it('should be nobody where there are no parents', () => {
    expect(mainParent(neighborList([], 'parent'))).toBeUndefined()
  })
})
