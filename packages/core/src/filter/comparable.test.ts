import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { scalar } from '../../test/arbitrary/filter.js'
import { comparisonWith, equalsOneOf, scalarText } from './comparable.js'
import type { Scalar } from './filter.js'

describe('scalarText', () => {
  it.each([
    [1.5, '1.5'],
    [1e21, '1000000000000000000000'],
    [-1.25e22, '-12500000000000000000000'],
    [1.5e-7, '0.00000015'],
    [-1e-7, '-0.0000001'],
    [true, 'true'],
    [' x ', ' x '],
  ])('should write %j as %s', (given, text) => {
    expect(scalarText(given)).toBe(text)
  })

  it('should write every number without an exponent and without loss', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(scalarText(number)).toMatch(/^-?\d+(\.\d+)?$/)
        expect(Number(scalarText(number))).toBe(number + 0)
      }),
      propertyRuns(1_000),
    )
  })
})

describe('equalsOneOf', () => {
  it.each<[Scalar, Scalar, boolean]>([
    ['1.50', '01.5', true],
    ['-0', 0, true],
    ['.5', 0.5, true],
    ['1000000000000000000000', 1e21, true],
    ['0.00000015', 1.5e-7, true],
    ['12345678901234567890', '12345678901234567891', false],
    // Only plain decimal numbers, such as `5` or `-2.5`, count as numbers.
    ['1e3', '1000', false],
    ['0x10', '16', false],
    ['', 0, false],
    [' 5', 5, false],
    ['+5', 5, false],
    ['5.', 5, false],
    ['Infinity', 'Infinity', true],
    [true, 'true', true],
    [true, 1, false],
  ])('should find that %j equals %j: %s', (left, right, expected) => {
    expect([equalsOneOf([left])(right), equalsOneOf([right])(left)]).toEqual([expected, expected])
    expect(equalsOneOf(['other', right, 'third'])(left)).toBe(expected)
  })
})

describe('comparisonWith', () => {
  it.each<[Scalar, Scalar]>([
    [2, 10],
    ['2', '10'],
    ['2', 10],
    [-10, '-2'],
    ['-12.3', '-12.25'],
    ['-1', '0.5'],
    ['0.45', '0.5'],
    ['12', '12.5'],
    // These numbers have more digits than a floating-point number can hold.
    ['12345678901234567890', '12345678901234567891'],
    ['-12345678901234567891', '-12345678901234567890'],
    ['-12345678901234567890', 1],
    ['9.9999999999999999999', '12345678901234567890'],
    ['-1234567890123456.5', '-999'],
    // Texts are compared by code point.
    ['10', '9a'],
    ['Z', 'a'],
    ['', 'a'],
    ['\uFFFD', '\u{1F525}'],
    [false, true],
  ])('should put %j before %j', (smaller, larger) => {
    expect(comparisonWith(larger)(smaller)).toBeLessThan(0)
    expect(comparisonWith(smaller)(larger)).toBeGreaterThan(0)
  })

  it('should agree with equalsOneOf on equality, and change sign when its arguments are swapped', () => {
    fc.assert(
      fc.property(scalar(), scalar(), (left, right) => {
        const order = comparisonWith(right)(left)
        expect(order === 0).toBe(equalsOneOf([right])(left))
        expect(Math.sign(order) + Math.sign(comparisonWith(left)(right))).toBe(0)
      }),
      propertyRuns(2_000),
    )
  })

  it('should finish quickly on very long numbers', () => {
    const zeros = '0'.repeat(1_000_000)
    expect(comparisonWith(1)(`0.${zeros}1`)).toBeLessThan(0)
    expect(comparisonWith(1)(`${zeros}1x`)).toBeLessThan(0)
  })
})
