import { describe, expect, it } from 'vitest'
import { textWidth, truncateToWidth } from './text-width.js'

describe('textWidth', () => {
  it.each([
    ['WWWW', 'nnnn'],
    ['nnnn', 'iiii'],
    ['データベース', 'dataab'],
    ['🚀🚀', 'nn'],
  ])('should take %s for wider than %s', (wide, narrow) => {
    expect(textWidth(wide)).toBeGreaterThan(textWidth(narrow))
  })

  it('should count a grapheme cluster as one character', () => {
    expect(textWidth('👩‍👩‍👧‍👦')).toBe(textWidth('🚀'))
    expect(textWidth('e\u0301')).toBeLessThanOrEqual(textWidth('m'))
  })
})

describe('fitted', () => {
  it('should not change a text that fits, and end any other text with an ellipsis', () => {
    expect(truncateToWidth('node', 10)).toBe('node')
    const short = truncateToWidth('n'.repeat(100), 10)
    expect(short).toMatch(/^n{13,}…$/)
    expect(textWidth(short)).toBeLessThanOrEqual(10)
  })

  it('should never cut a character in two', () => {
    expect(truncateToWidth('👩‍👩‍👧‍👦'.repeat(9), 5)).toMatch(/^(👩‍👩‍👧‍👦)+…$/u)
  })
})
