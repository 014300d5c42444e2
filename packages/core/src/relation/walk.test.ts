import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { relation } from '../../test/arbitrary/relation.js'
import { inRankOrder, precedenceOf } from './rank-order.js'
import { answerFrom, questionFor, rankSiblings, siblings } from './walk.js'

const alone = siblings('a', ['b'])
const pair = siblings('c', ['e', 'd'])

describe('siblings', () => {
  it('should stand in the order of code points', () => {
    expect(siblings('r', ['\u{1f600}', 'b', '\uffee', 'a']).names).toEqual(['a', 'b', '\uffee', '\u{1f600}'])
  })
})

describe('questionFor', () => {
  it('should ask for the order of several, not for that of one alone', () => {
    expect(questionFor(['f'], [alone, pair])).toEqual({ frontier: ['f'], contested: [pair] })
    expect(questionFor([], [pair])).toEqual({ frontier: [], contested: [pair] })
  })

  it('should be none where nothing is to be asked', () => {
    expect(questionFor([], [])).toBeUndefined()
    expect(questionFor([], [alone])).toBeUndefined()
  })
})

describe('answerFrom', () => {
  const neighbors = new Map([
    ['a', new Map([['b', 3]])],
    [
      'c',
      new Map([
        ['e', 1],
        ['d', 2],
      ]),
    ],
  ])

  it('should tell the neighbors of what is asked for, and what ranks them in the order of the question', () => {
    expect(answerFrom(neighbors, { frontier: ['c', 'f'], contested: [pair, alone] })).toEqual({
      neighbors: new Map([['c', ['e', 'd']]]),
      precedences: [2, 1, 3],
    })
  })

  it('should tell no more than is asked for', () => {
    expect(answerFrom(neighbors, { frontier: [], contested: [] })).toEqual({ neighbors: new Map(), precedences: [] })
  })
})

describe('rankSiblings', () => {
  it('should rank each group as its relations rank, whatever their order of arrival', () => {
    const parents = fc.uniqueArray(relation(), { selector: ({ parent }) => parent, maxLength: 8 })
    fc.assert(
      fc.property(parents, parents, (first, second) => {
        const groups = [first, second, first].map((relations) => ({
          group: siblings(
            'r',
            relations.map(({ parent }) => parent),
          ),
          relations,
        }))
        const contested = groups.filter(({ relations }) => relations.length > 1)
        const precedences = contested.flatMap(({ group, relations }) =>
          group.names.flatMap((name) => relations.filter(({ parent }) => parent === name).map(precedenceOf)),
        )
        const ranked = rankSiblings(
          groups.map(({ group }) => group),
          precedences,
        )
        expect(ranked).toEqual(
          groups.map(({ relations }) => inRankOrder(relations, 'parent').map(({ parent }) => parent)),
        )
      }),
    )
  })
})
