import { describe, expect, it } from 'vitest'
import { LIMITS } from '../limits.js'
import { compileRegex, measureRegex } from './regex.js'

describe('compileRegex', () => {
  it('should search anywhere in the text, case-sensitively', () => {
    const { test } = compileRegex('b+')
    expect([test('abbc'), test('aBc')]).toEqual([true, false])
  })

  it('should look at the first 8,192 characters of a text', () => {
    expect(LIMITS.filterText).toBe(8_192)
    const { test } = compileRegex('x')
    const beginning = 'a'.repeat(LIMITS.filterText - 1)
    expect(test(`${beginning}x${'a'.repeat(100_000)}`)).toBe(true)
    expect(test(`${beginning}ax`)).toBe(false)
  })

  it('should look at fewer characters if the pattern is large', () => {
    const { size, test } = compileRegex('(?:[ab]?){900}x')
    const seen = Math.floor(LIMITS.filterSteps / size)
    expect(seen).toBeLessThan(LIMITS.filterText)
    expect(test(`${'c'.repeat(seen - 1)}x`)).toBe(true)
    expect(test(`${'c'.repeat(seen)}x`)).toBe(false)
  })

  it('should return what the first group captures', () => {
    const { groups, firstGroup } = compileRegex('(?:host|node)=(\\w+)?')
    expect(groups).toBe(1)
    expect(firstGroup('a node=db host=web')).toBe('db')
    expect(firstGroup('a node= host=web')).toBeUndefined()
    expect(firstGroup('nothing')).toBeUndefined()
    expect(compileRegex('(x*)').firstGroup('y')).toBe('')
  })

  it('should capture the beginning of a long text, and never half of a surrogate pair', () => {
    const { firstGroup } = compileRegex('(?s)(.*)')
    expect(firstGroup('x'.repeat(LIMITS.filterText + 1))).toBe('x'.repeat(LIMITS.filterText))
    const cut = 'x'.repeat(LIMITS.filterText - 1)
    expect(firstGroup(`${cut}\u{1F525}`)).toBe(cut)
  })

  it('should finish on patterns for which backtracking would not terminate in practice', () => {
    const text = `${'a'.repeat(LIMITS.filterText - 1)}b`
    expect(compileRegex('(a+)+$').test(text)).toBe(false)
    expect(compileRegex('^(a|aa)+$').test(text)).toBe(false)
    expect(compileRegex('(a*)*b$').test(text)).toBe(true)
  })
})

describe('measureRegex', () => {
  it.each([
    ['(', 'missing closing )'],
    ['a**', 'invalid nested repetition'],
    ['[z-a]', 'invalid character class range'],
    ['(a)\\1', 'invalid escape sequence'],
    ['(?=a)', 'invalid or unsupported Perl syntax'],
    ['a{1001}', 'invalid repeat count'],
  ])('should say why RE2 refuses %s', (pattern, reason) => {
    expect(measureRegex(pattern)).toEqual({
      fault: expect.stringContaining(`must be an RE2 regular expression: ${reason}`),
    })
  })

  it.each([
    'x{1000}'.repeat(11),
    'x{1,1000}'.repeat(11),
    `(z){0}${'x{1000}'.repeat(11)}`,
    `(?:(?:${'x'.repeat(900)}){31}){31}`,
    '((x{20}){20}){20}x',
    '(x{100})\\Q\\E{1000}',
  ])('should refuse %.20s... without expanding it', (pattern) => {
    expect(measureRegex(pattern)).toEqual({ fault: 'has counted repetitions that are too large' })
  })

  it.each([
    '',
    'x{1000}',
    '(?:\\d{1,3}\\.){3}\\d{1,3}',
    '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
    'a{2',
    'a{,9999}',
  ])('should accept %s and return its size', (pattern) => {
    expect(measureRegex(pattern)).toEqual({ size: compileRegex(pattern).size, groups: 0 })
  })
})
