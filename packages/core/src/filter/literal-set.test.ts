import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { LiteralSet } from './literal-set.js'

describe('LiteralSet', () => {
  it('should find the literals that a text includes', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '\u{1F525}', '\uD83D'), maxLength: 12 })
    const literals = fc.uniqueArray(
      text.filter((literal) => literal !== ''),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(literals, text, (known, searched) => {
        const found = new LiteralSet(known).foundIn(searched)
        expect([...found].sort()).toEqual(known.filter((literal) => searched.includes(literal)).sort())
      }),
      propertyRuns(5_000),
    )
  })

  it('should be fast if literals and text are repetitive', () => {
    const literals = Array.from({ length: 1_000 }, (_, length) => `${'a'.repeat(length)}b`)
    const set = new LiteralSet(literals)
    const started = performance.now()
    expect(set.foundIn('a'.repeat(1_000_000))).toEqual([])
    expect(set.foundIn(`${'a'.repeat(999)}b`)).toHaveLength(1_000)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
