import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { relation } from '../../test/arbitrary/relation.js'
import { inRankOrder, mergeRelation, type Relation } from './relation.js'
import { rankOf } from './relation-source.js'

describe('mergeRelation', () => {
  it('should never let another source overwrite a manual relation', () => {
    fc.assert(
      fc.property(relation(), relation(), (stored, arrived) => {
        const merged = mergeRelation({ ...stored, source: 'manual' }, arrived)
        expect(merged.source).toBe('manual')
        if (arrived.source !== 'manual') expect(merged.sourceRef).toBe(stored.sourceRef)
      }),
    )
  })

  it('should keep the same source in any order of arrival', () => {
    fc.assert(
      fc.property(fc.array(relation(), { minLength: 1 }), (arrivals) => {
        const strongest = Math.min(...arrivals.map((arrival) => rankOf(arrival.source)))
        expect(rankOf(sequence(arrivals).source)).toBe(strongest)
        expect(rankOf(sequence(arrivals.toReversed()).source)).toBe(strongest)
      }),
    )
  })

  it('should show the last one of the same rank, unless that yields', () => {
    fc.assert(
      fc.property(relation(), relation(), fc.boolean(), (stored, other, yields) => {
        const arrived = { ...other, source: stored.source }
        const { sourceRef } = mergeRelation(stored, arrived, { yields })
        expect(sourceRef).toBe(yields ? stored.sourceRef : arrived.sourceRef)
      }),
    )
  })

  it('should change updateTime with every confirmation, and keep id and createTime', () => {
    fc.assert(
      fc.property(relation(), relation(), (stored, arrived) => {
        const { id, createTime, updateTime } = mergeRelation(stored, arrived)
        expect({ id, createTime, updateTime }).toEqual({
          id: stored.id,
          createTime: stored.createTime,
          updateTime: arrived.updateTime,
        })
      }),
    )
  })
})

describe('inRankOrder', () => {
  it('should rank by source, then newest updateTime, then name, in any order of arrival', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...RANKED]), (shuffled) => {
        const expected = RANKED.filter((relation) => shuffled.includes(relation))
        expect(inRankOrder(shuffled, 'parent')).toEqual(expected)
      }),
    )
  })
})

// Helpers

function sequence(arrivals: readonly Relation[]): Relation {
  return arrivals.reduce((stored, arrived) => mergeRelation(stored, arrived))
}

const EARLIEST = '0000-01-01T00:00:00.000Z'
const LATEST = '9999-12-31T23:59:59.999Z'

const base = { id: '', environment: '', resource: 'r', sourceRef: null, createTime: '' }
const RANKED: readonly Relation[] = [
  { ...base, parent: 'e', source: 'manual', updateTime: EARLIEST },
  { ...base, parent: 'c', source: 'event', updateTime: LATEST },
  { ...base, parent: 'a', source: 'event', updateTime: '2026-01-02T00:00:00.001Z' },
  { ...base, parent: '\uffee', source: 'event', updateTime: '2026-01-02T00:00:00.000Z' },
  { ...base, parent: '\u{1f600}', source: 'event', updateTime: '2026-01-02T00:00:00.000Z' },
  { ...base, parent: '0', source: 'policy', updateTime: LATEST },
]
