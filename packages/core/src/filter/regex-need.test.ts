import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import type { Need } from './need.js'
import { compileRegex } from './regex.js'
import { regexNeed } from './regex-need.js'

describe('regexNeed', () => {
  it.each<[string, Need]>([
    ['disk', literal('disk')],
    ['^disk [0-9]+ is full$', { all: [literal('disk '), literal(' is full')] }],
    ['(timeout|refused) .*code 3$', { all: [any('timeout', 'refused'), literal(' '), literal('code 3')] }],
    ['a(?:b)?', literal('a')],
    ['(?:disk)+', literal('disk')],
    ['', { all: [] }],
    ['[0-9]+', { all: [] }],
    ['(?:disk)*', { all: [] }],
    ['disk|', { all: [] }],
    ['(?i)disk', { all: [] }],
  ])('should find the literals of %s', (pattern, need) => {
    expect(regexNeed(compileRegex(pattern).prefilter, literal)).toEqual(need)
  })

  it('should be satisfied by every text that matches the regular expression', () => {
    const part = fc.constantFrom(
      ...['a', 'b', 'ab', '.', '|', '(?i)A', '(?:ab)?', '(a|b)', '(?:a|bc)*', 'a+', '[ab]', '[^a]', '\\Qa.\\E', 'b{2}'],
      ...['(?s:.)', '^', '$', '\\b', '\\x61', '\\pL', '\u{1F525}', '(?:a(?:b|(?:c|ba)))'],
    )
    const pattern = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''))
    const text = fc.string({
      unit: fc.constantFrom('a', 'A', 'b', 'c', '.', '\n', '\u{1F525}', '\uD83D'),
      maxLength: 8,
    })
    fc.assert(
      fc.property(pattern.map(compileRegex), text, ({ test, prefilter }, searched) => {
        if (test(searched)) expect(isSatisfied(regexNeed(prefilter, literal), searched)).toBe(true)
      }),
      propertyRuns(3_000),
    )
  })
})

// Helpers

function literal(value: string): Need {
  return { key: 'text', kind: 'literal', value }
}

function any(...texts: readonly string[]): Need {
  return { any: texts.map(literal) }
}

function isSatisfied(need: Need, text: string): boolean {
  if ('all' in need) return need.all.every((part) => isSatisfied(part, text))
  if ('any' in need) return need.any.some((part) => isSatisfied(part, text))
  return text.includes(String(need.value))
}
