import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldCase } from './fold-case.js'

describe('foldCase', () => {
  it.each([
    ['straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['ΟΔΟΣ', 'οδος'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['É', 'é'],
    ['İ', 'i\u0307'],
    ['I', 'ı'],
    ['ﬁle', 'FILE'],
  ])('should convert %j and %j to the same text', (one, other) => {
    expect(foldCase(one)).toBe(foldCase(other))
  })

  it.each([
    ['é', 'e'],
    ['İ', 'I'],
    ['a', 'b'],
  ])('should convert %j and %j to different texts', (one, other) => {
    expect(foldCase(one)).not.toBe(foldCase(other))
  })

  it('should convert a part of a text to a part of the converted text', () => {
    const text = () => fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(text(), text(), text(), (before, part, after) => {
        expect(foldCase(before + part + after)).toContain(foldCase(part))
      }),
    )
  })

  it('should convert a converted text to itself', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => foldCase(foldCase(text)) === foldCase(text)))
  })

  it('should replace characters that databases cannot store, and the separator', () => {
    expect(foldCase(`a\u0000\ud800\uffffb`)).toBe('A\ufffd\ufffd\ufffdB')
  })
})
