import { describe, expect, it } from 'vitest'
import { escapeControlCharacters, formatCount, formatRanges, formatTable, shortenText } from './text.js'

describe('printable', () => {
  it('should escape control and format characters', () => {
    expect(escapeControlCharacters('a\u001b[2Jb\u202e\u2028\r\n\ud800')).toBe(
      'a\\u{1b}[2Jb\\u{202e}\\u{2028}\\u{d}\\u{a}\\u{d800}',
    )
    expect(escapeControlCharacters('Größe 日本 \u{1f600}')).toBe('Größe 日本 \u{1f600}')
  })
})

describe('ranges', () => {
  it.each([
    [[], ''],
    [[7], '7'],
    [[9, 3, 4, 5, 4], '3-5, 9'],
    [[1, 3, 5, 7], '1, 3, 5, …'],
  ])('should write %j as %j', (numbers, text) => {
    expect(formatRanges(numbers, 3)).toBe(text)
  })
})

describe('table', () => {
  it('should align the first column left and numbers right', () => {
    const rows = [
      [{ text: '' }, { text: 'create' }],
      [{ text: 'nodes' }, { text: '12', style: 'green' as const }],
    ]
    expect(formatTable(rows, (style, text) => `<${style}>${text}`)).toEqual([
      '         create',
      '  nodes  <green>    12',
    ])
  })

  it('should align words left', () => {
    const rows = [
      [{ text: 'a' }, { text: 'b', isLeftAligned: true }, { text: 'c' }],
      [{ text: 'a' }, { text: 'longer' }, { text: 'c' }],
    ]
    expect(formatTable(rows, (_, text) => text)).toEqual(['  a  b       c', '  a  longer  c'])
  })
})

describe('counted and shortened', () => {
  it('should use singular and plural, and not split a surrogate pair', () => {
    expect([formatCount(1, 'row'), formatCount(1_204, 'row'), formatCount(0, 'entry', 'entries')]).toEqual([
      '1 row',
      '1,204 rows',
      '0 entries',
    ])
    expect([shortenText('ab', 2), shortenText('a\u{1f600}b', 2)]).toEqual(['ab', 'a…'])
  })
})
