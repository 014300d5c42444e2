import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRelationSource, RELATION_SOURCES, rankOf } from './relation-source.js'

const SMALLINT = 32_767

describe('relation sources', () => {
  it('should keep the ranks that databases have stored', () => {
    const ranks = Object.fromEntries(RELATION_SOURCES.map((source) => [source, rankOf(source)]))
    expect(ranks).toMatchObject({ manual: 0, event: 10, cmdb: 20, topology: 30, policy: 40 })
  })

  it('should be listed in the order of their ranks, each with a rank of its own that a store can keep', () => {
    const source = () => fc.nat({ max: RELATION_SOURCES.length - 1 })
    fc.assert(
      fc.property(source(), source(), (one, other) => {
        const [left, right] = [one, other].map((at) => rankOf(RELATION_SOURCES[at] ?? 'manual'))
        expect(Math.sign((left ?? 0) - (right ?? 0))).toBe(Math.sign(one - other))
        expect(Number.isInteger(left) && (left ?? -1) >= 0 && (left ?? 0) <= SMALLINT).toBe(true)
      }),
    )
  })

  it('should be recognized; no other value is, not even a key that every object inherits', () => {
    expect(RELATION_SOURCES.every(isRelationSource)).toBe(true)
    expect(['', 'Manual', 'toString', '__proto__', 0, null, undefined, ['manual']].filter(isRelationSource)).toEqual([])
  })
})
