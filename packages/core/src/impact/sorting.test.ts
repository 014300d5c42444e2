import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { firstOf, sortInSteps } from './sorting.js'

interface Item {
  readonly rank: number
  readonly place: number
}

const byRank = (one: Item, other: Item) => one.rank - other.rank

function toItems(ranks: readonly number[]): readonly Item[] {
  return ranks.map((rank, place) => ({ rank, place }))
}

it('should sort as `toSorted` does, and leave equal items in their order', () => {
  const ranks = fc.array(fc.nat(50), { maxLength: 5_000, size: 'max' })
  fc.assert(
    fc.property(ranks, (random) => {
      const items = toItems(random)
      const sorting = sortInSteps(items, byRank)
      let step = sorting.next()
      while (!step.done) step = sorting.next()
      expect(step.value).toEqual(items.toSorted(byRank))
      expect(firstOf(items, 10, byRank)).toEqual(items.toSorted(byRank).slice(0, 10))
    }),
    propertyRuns(50),
  )
})

it('should yield before it has compared many items', () => {
  let compared = 0
  let most = 0
  const sorting = sortInSteps(
    toItems(Array.from({ length: 100_000 }, (_, at) => (at * 7_919) % 100_003)),
    (one, other) => {
      compared++
      return one.rank - other.rank
    },
  )
  for (const _ of sorting) {
    most = Math.max(most, compared)
    compared = 0
  }
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(50_000)
})
