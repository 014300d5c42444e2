import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { runWithoutPauses, WorkMeter } from '../work-meter.js'
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
        const found = runWithoutPauses(new LiteralSet(known).foundIn(searched, new WorkMeter()))
        expect([...found].sort()).toEqual(known.filter((literal) => searched.includes(literal)).sort())
      }),
      propertyRuns(5_000),
    )
  })

  it.each([
    ['begin in the same way', (length: number) => `${'a'.repeat(length)}b`, 0],
    ['contain each other', (length: number) => 'a'.repeat(length), 1_000],
  ])('should be fast if the text is repetitive and the literals %s', (_, literalOf, found) => {
    const set = new LiteralSet(Array.from({ length: 1_000 }, (_item, index) => literalOf(index + 1)))
    const started = performance.now()
    expect(runWithoutPauses(set.foundIn('a'.repeat(1_000_000), new WorkMeter()))).toHaveLength(found)
    expect(performance.now() - started).toBeLessThan(3_000)
  })
})
