import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { compileSearch } from './literal-search.js'

describe('compileSearch', () => {
  it('should find the same positions as indexOf, from any start, for short and long needles', () => {
    const letters = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'a', 'a', 'b'), maxLength })
    const repeated = fc.tuple(letters(6), fc.nat(20)).map(([part, times]) => part.repeat(times))
    fc.assert(
      fc.property(
        fc.oneof(letters(60), repeated),
        repeated,
        letters(60),
        fc.nat(50),
        (needle, middle, around, from) => {
          const text = around + middle + needle.slice(1) + needle + around
          expect(compileSearch(needle)(text, from)).toBe(text.indexOf(needle, from))
        },
      ),
      propertyRuns(2_000),
    )
  })

  it('should be fast if needle and text are repetitive', () => {
    const needle = `b${'a'.repeat(100_000)}`
    expect(compileSearch(needle)('a'.repeat(1_000_000), 0)).toBe(-1)
    expect(compileSearch(needle)('a'.repeat(1_000_000) + needle, 0)).toBe(1_000_000)
  })
})
