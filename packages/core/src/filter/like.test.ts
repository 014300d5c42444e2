import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { naiveLike } from '../../test/naive-filter.js'
import { LIMITS } from '../limits.js'
import { compileLike, compileSearch, likeFault } from './like.js'

describe('compileLike', () => {
  it.each([
    ['', '', true],
    ['', 'a', false],
    ['%', '', true],
    ['a%', 'abc', true],
    ['%c', 'abc', true],
    ['%b%', 'abc', true],
    ['a%c', 'abbc', true],
    ['a%c', 'abb', false],
    ['ab%b', 'ab', false],
    ['%ab%b%', 'ab', false],
    ['%ab%b%', 'abb', true],
    ['a_c', 'abc', true],
    ['a_c', 'ac', false],
    ['_', '\u{1F525}', true],
    ['__', '\u{1F525}', false],
    ['%_b', 'b', false],
    ['%a_%b', 'aaxab', true],
    ['10\\%', '10%', true],
    ['10\\%', '10x', false],
    ['\\_', '_', true],
    ['\\_', 'a', false],
    ['a\\\\b', 'a\\b', true],
    ['\\a', 'a', true],
    ['.*', 'abc', false],
    ['A', 'a', false],
    ['a%', 'a\nb', true],
  ])('should find that %j matches %j: %s', (pattern, text, expected) => {
    expect(compileLike(pattern)(text)).toBe(expected)
  })

  const literal = ['a', 'b', '%', '%', '\\%', '\\_', '\\\\', '\u{1F525}']
  it.each([
    ['with _', [...literal, '_']],
    ['without _', literal],
  ])('should match the same texts as a naive matcher, %s', (_, symbolsToUse) => {
    const symbol = fc.constantFrom(...symbolsToUse)
    const character = fc.constantFrom('a', 'a', 'b', '_', '%', '\\', '\u{1F525}')
    const short = { maxLength: 10 }
    fc.assert(
      fc.property(fc.array(symbol, short), fc.array(character, short), (symbols, characters) => {
        const pattern = symbols.join('')
        expect(compileLike(pattern)(characters.join(''))).toBe(naiveLike(characters, [...pattern]))
      }),
      propertyRuns(5_000),
    )
  })

  it('should finish on patterns for which backtracking would not terminate in practice', () => {
    const text = `${'a'.repeat(1_000_000)}b`
    const short = `${'a'.repeat(LIMITS.filterText - 1)}b`
    expect(compileLike(`${'%a'.repeat(100)}%c`)(text)).toBe(false)
    expect(compileLike(`%b${'a'.repeat(990)}%`)(text)).toBe(false)
    expect(compileLike(`${'%a_'.repeat(330)}%c`)(short)).toBe(false)
    expect(compileLike(`%${'a'.repeat(990)}_c`)(short)).toBe(false)
    expect(compileLike(`${'%a'.repeat(100)}%b`)(text)).toBe(true)
  })

  it('should look only at the beginning of a long text if the pattern contains _', () => {
    const long = `${'a'.repeat(LIMITS.filterText)}b`
    expect(compileLike('_%a')(long)).toBe(true)
    expect(compileLike('_%b')(long)).toBe(false)
    expect(compileLike('a%b')(long)).toBe(true)
  })
})

describe('likeFault', () => {
  it.each(['\\', 'a\\', 'a\\\\\\'])('should refuse %j, which ends with a single backslash', (pattern) => {
    expect(likeFault(pattern)).toContain('single backslash')
  })

  it.each(['', 'a', 'a\\\\', '\\%', '\\\\\\\\'])('should accept %j', (pattern) => {
    expect(likeFault(pattern)).toBeUndefined()
  })
})

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
