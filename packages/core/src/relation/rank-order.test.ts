import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inRankOrder } from './rank-order.js'
import type { Relation } from './relation.js'

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

describe('rank order', () => {
  it('should rank by source, then newest updateTime, then name, in any order of arrival', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...RANKED]), (shuffled) => {
        const expected = RANKED.filter((relation) => shuffled.includes(relation))
        expect(inRankOrder(shuffled, 'parent')).toEqual(expected)
      }),
    )
  })
})
