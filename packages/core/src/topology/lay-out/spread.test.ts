import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spread } from './spread.js'

describe('spread', () => {
  it('should leave items at their preferred places if the gaps are wide enough', () => {
    expect(
      spread([
        { at: -3, gap: 1 },
        { at: 0, gap: 2 },
        { at: 1, gap: 1 },
      ]),
    ).toEqual([-3, 0, 1])
  })

  it('should move overlapping items apart by the same amount', () => {
    expect(
      spread([
        { at: 0, gap: 1 },
        { at: 0, gap: 1 },
        { at: 0, gap: 1 },
        { at: 9, gap: 1 },
      ]),
    ).toEqual([-1, 0, 1, 9])
  })

  it('should keep every gap, and the mean of the wishes', () => {
    const wish = fc.record({ at: fc.integer({ min: -20, max: 20 }), gap: fc.integer({ min: 1, max: 3 }) })
    fc.assert(
      fc.property(fc.array(wish, { minLength: 1 }), (wishes) => {
        const places = spread(wishes)
        for (const [index, { gap }] of wishes.entries()) {
          if (index > 0) expect((places[index] ?? 0) - (places[index - 1] ?? 0)).toBeGreaterThanOrEqual(gap - 1e-9)
        }
        expect(mean(places)).toBeCloseTo(mean(wishes.map(({ at }) => at)))
      }),
    )
  })
})

// Helpers

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
