import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { chooseTries, type InFlight, TRIES_AT_ONCE } from './choose-tries.js'
import type { OwedRow } from './owed.js'

describe('chooseTries', () => {
  it('should leave one slot free for what is worse than everything in flight', () => {
    expect(ranksOf(chooseTries(rows('a', 2, 2, 2, 2), new Map()))).toEqual([2, 2, 2])
    expect(ranksOf(chooseTries(rows('a', 2), flying('a', 3, 2)))).toEqual([])
    expect(ranksOf(chooseTries(rows('a', 1, 1, 2), flying('a', 3, 2)))).toEqual([1])
    expect(ranksOf(chooseTries(rows('a', 0), flying('a', 4, 2)))).toEqual([])
  })

  it('should count each subscription alone', () => {
    const due = [...rows('a', 2), ...rows('b', 3)]
    expect(chooseTries(due, flying('a', 3, 2)).map(({ subscription }) => subscription)).toEqual(['b'])
  })

  it('should never exceed the slots, and leave none free but the kept one while something is due', () => {
    const anyRank = fc.integer({ min: 0, max: 13 })
    const property = fc.property(
      fc.array(anyRank, { maxLength: 8 }),
      fc.nat(TRIES_AT_ONCE),
      anyRank,
      (ranks, count, worst) => {
        const due = rows('a', ...ranks.toSorted((one, other) => one - other))
        const chosen = chooseTries(due, flying('a', count, count === 0 ? 99 : worst))
        const all = count + chosen.length
        expect(all).toBeLessThanOrEqual(TRIES_AT_ONCE)
        expect(chosen.length === due.length || all >= TRIES_AT_ONCE - 1).toBe(true)
      },
    )
    fc.assert(property, propertyRuns(300))
  })

  it('should never give the kept slot to what is not worse than everything in flight', () => {
    const anyRank = fc.integer({ min: 0, max: 13 })
    const property = fc.property(fc.array(anyRank, { minLength: 1, maxLength: 8 }), anyRank, (ranks, worst) => {
      const due = rows('a', ...ranks.toSorted((one, other) => one - other))
      const expected = due.filter(({ rank }) => rank < worst).slice(0, 1)
      expect(chooseTries(due, flying('a', TRIES_AT_ONCE - 1, worst))).toEqual(expected)
    })
    fc.assert(property, propertyRuns(300))
  })
})

// Helpers

function rows(subscription: string, ...ranks: readonly number[]): readonly OwedRow[] {
  return ranks.map((rank, at) => ({ subscription, kind: 'impact', object: `s${at}`, rank }) as unknown as OwedRow)
}

function flying(subscription: string, count: number, rank: number): ReadonlyMap<string, InFlight> {
  return new Map([[subscription, { count, rank }]])
}

function ranksOf(chosen: readonly OwedRow[]): readonly number[] {
  return chosen.map(({ rank }) => rank)
}
