import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textWidth } from './text-width.js'
import { wrapLabel } from './wrap-label.js'

describe('wrapped', () => {
  it.each([
    ['web', ['web']],
    ['the-name-of-a-node', ['the-name-of-', 'a-node']],
    ['two words here and', ['two words', 'here and']],
    ['ten chars1 and more', ['ten chars1', 'and more']],
    ['db-memcached1', ['db-', 'memcached1']],
    ['db.memcached1', ['db.', 'memcached1']],
    ['db_memcached1', ['db_', 'memcached1']],
    ['db/memcached1', ['db/', 'memcached1']],
    ['db:memcached1', ['db:', 'memcached1']],
    ['db@memcached1', ['db@', 'memcached1']],
    ['std::containers', ['std::', 'containers']],
    ['orderServicePool', ['orderService', 'Pool']],
    ['HTTPConnector', ['HTTP', 'Connector']],
    ['node2PoolServer', ['node2Pool', 'Server']],
    ['a-orderServicePool', ['a-order', 'ServicePool']],
    ['Order-serviceAb', ['Order-', 'serviceAb']],
    ['a-xxxxxxxxxxxxxxxxxxx', ['a-xxxxxxxxx', 'xxxxxxxxxx']],
    ['--xxxxxxxxxxx', ['--xxxxxxxxxx', 'x']],
    ['order-ServicexxOfPool', ['order-', 'ServicexxOf…']],
    ['memcached1-of-shop', ['memcached1', '-of-shop']],
    ['the-name-of-a-node-that-is-long', ['the-name-of-', 'a-node-that-…']],
    ['db-memcached1-of-the-shop', ['db-', 'memcached…']],
  ])('should break %s into %j', (text, lines) => {
    expect(wrapLabel(text, 7)).toEqual(lines)
  })

  it('should never cut a character in two', () => {
    expect(wrapLabel('e\u0301'.repeat(30), 7)[0]).toMatch(/^(e\u0301)+$/u)
    expect(wrapLabel(`a-${'👩‍👩‍👧‍👦'.repeat(9)}`, 7)[0]).toMatch(/^a-(👩‍👩‍👧‍👦)+$/u)
  })
})

describe('wrapped, whatever the label and the width', () => {
  it('should keep the label, or its beginning with an ellipsis, on lines within the width', () => {
    fc.assert(
      fc.property(label(), width(), (text, room) => {
        const lines = wrapLabel(text, room)
        expect(lines.length).toBeLessThanOrEqual(2)
        for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(room + 1e-9)
        const joined = unspaced(lines.join(''))
        const isWhole = joined === unspaced(text)
        expect(isWhole || (joined.endsWith('…') && unspaced(text).startsWith(joined.slice(0, -1)))).toBe(true)
      }),
    )
  })

  it('should not break a part that fits into a line, nor a name that fits if the part does not', () => {
    fc.assert(
      fc.property(label(), width(), (text, room) => {
        const [first = '', second] = wrapLabel(text, room)
        if (second === undefined) return
        for (const { start, text: part } of [...cut(text, isBehindMark), ...cut(text, isBehindMarkOrWord)]) {
          const word = withoutEndingMarks(part)
          const isInside = start < first.length && first.length < start + word.length
          if (isInside) expect(textWidth(word), `${word} in ${text}`).toBeGreaterThan(room - 1e-9)
        }
      }),
      { examples: [['a::e\u0301te\u0301AAa::', 3]] },
    )
  })

  it('should break the label only where the next part does not fit the first line', () => {
    fc.assert(
      fc.property(label(), width(), (text, room) => {
        const [first = '', second] = wrapLabel(text, room)
        const next = cut(text, isBehindMark).find(({ start }) => start >= first.length)
        if (second === undefined || next === undefined) return
        const upToNext = text.slice(0, next.start) + next.text.trimEnd()
        expect(textWidth(upToNext)).toBeGreaterThan(room - 1e-9)
      }),
    )
  })
})

// Helpers

const MARKS = ' -._/:@'

/** Generates names in the forms that tools write: words of several forms with punctuation between them. */
function label(): fc.Arbitrary<string> {
  const word = fc.oneof(
    fc.stringMatching(/^[a-z0-9]{1,14}$/),
    fc.stringMatching(/^[A-Za-z]{1,14}$/),
    fc.constantFrom('HTTPServer', 'データベース', '👩‍👩‍👧‍👦', 'e\u0301te\u0301', 'iiiiiiii', 'WWWWWW'),
  )
  const mark = fc.oneof(fc.constantFrom(...MARKS), fc.constantFrom('::', '--', ' - ', ''))
  return fc
    .tuple(mark, fc.array(fc.tuple(word, mark), { minLength: 1, maxLength: 6 }))
    .map(([start, parts]) => (start + parts.flat().join('')).trim())
    .filter((text) => text !== '')
}

function width(): fc.Arbitrary<number> {
  return fc.double({ min: 3, max: 12, noNaN: true })
}

function unspaced(text: string): string {
  return text.replaceAll(' ', '')
}

function withoutEndingMarks(part: string): string {
  let end = part.length
  while (end > 0 && MARKS.includes(part[end - 1] ?? '')) end--
  return part.slice(0, end)
}

/** The text in pieces, cut where `isCut` returns true. Punctuation at the beginning belongs to the first piece. */
function cut(text: string, isCut: (before: string, at: string, after: string) => boolean) {
  const pieces = [{ start: 0, text: '' }]
  for (let at = 0; at < text.length; at++) {
    const piece = pieces.at(-1) ?? { start: 0, text: '' }
    const hasBegun = [...piece.text].some((character) => !MARKS.includes(character))
    if (hasBegun && isCut(text[at - 1] ?? '', text[at] ?? '', text[at + 1] ?? '')) {
      pieces.push({ start: at, text: text[at] ?? '' })
    } else piece.text += text[at]
  }
  return pieces
}

function isBehindMark(before: string, at: string): boolean {
  return MARKS.includes(before) && !MARKS.includes(at)
}

function isBehindMarkOrWord(before: string, at: string, after: string): boolean {
  // The combining accent ends a small letter.
  const isWord = /[a-z0-9]|\u0301/.test(before)
    ? /[A-Z]/.test(at)
    : /[A-Z]/.test(before + at) && /^[A-Z]{2}[a-z]/.test(before + at + after)
  return isBehindMark(before, at) || isWord
}
