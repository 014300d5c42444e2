import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { mergeOrders } from './plan-policies.js'

describe('mergeOrders', () => {
  it('should keep the order of every list, however one order is cut into lists', () => {
    const parts = fc.array(fc.subarray(Array.from({ length: 12 }, (_, place) => place)), { maxLength: 5 })
    fc.assert(
      fc.property(parts, (lists) => {
        const merged = mergeOrders(lists)
        expect(merged.toSorted((left, right) => left - right)).toEqual(
          [...new Set(lists.flat())].toSorted((left, right) => left - right),
        )
        for (const list of lists) expect(merged.filter((item) => list.includes(item))).toEqual(list)
      }),
      propertyRuns(500),
    )
  })

  it('should keep the order of the lists if they have no item in common', () => {
    expect(mergeOrders([['c', 'b'], [], ['a', 'd']])).toEqual(['c', 'b', 'a', 'd'])
  })

  it('should lose nothing if lists contradict each other', () => {
    expect(mergeOrders([['a', 'b', 'c'], ['c', 'b'], ['d']])).toEqual(['a', 'd', 'b', 'c'])
  })
})
