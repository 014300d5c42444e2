import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseExactly } from './exact-json.js'

describe('parseExactly', () => {
  it.each<[string, unknown]>([
    ['{"a":9007199254740991}', { a: 9_007_199_254_740_991 }],
    ['{"a":9007199254740992}', { a: '9007199254740992' }],
    ['[-9007199254740993,-9007199254740991]', ['-9007199254740993', -9_007_199_254_740_991]],
    ['{"a":6837492837498237489,"b":[6837492837498237490]}', { a: '6837492837498237489', b: ['6837492837498237490'] }],
    ['{"a 6837492837498237489":"6837492837498237489 \\" 5", "b":12345678901234567890}', expect.anything()],
    [
      '[12345678901234567890.5,1e300,1E20,12345678901234567890e1]',
      [Number('12345678901234567890.5'), 1e300, 1e20, Number('12345678901234567890e1')],
    ],
    ['12345678901234567890', '12345678901234567890'],
  ])('should keep the digits of the long integers in %j, and only of those', (text, expected) => {
    expect(parseExactly(text)).toEqual(expected)
  })

  it('should keep the texts and names beside a long integer', () => {
    const texts = { 'a"\\12345678901234567890': 'é\\"12345678901234567890, 12345678901234567890:' }
    const text = JSON.stringify({ ...texts, id: 0 }).replace('"id":0', '"id":12345678901234567890')
    expect(parseExactly(text)).toEqual({ ...texts, id: '12345678901234567890' })
  })

  it('should keep an integer that is beyond all bounds of a number', () => {
    const digits = '9'.repeat(400)
    expect(parseExactly(`[${digits}]`)).toEqual([digits])
    expect(parseExactly('[1e999]')).toBeUndefined()
  })

  it('should parse everything else like JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent)
        const isLong = (_: string, each: unknown) =>
          typeof each === 'number' && Number.isInteger(each) && !Number.isSafeInteger(each) && !/e/.test(String(each))
            ? String(each)
            : each
        expect(parseExactly(text)).toEqual(JSON.parse(text, isLong))
      }),
    )
  })

  it('should keep every integer of a payload as the text of its digits, if it is long', () => {
    const digits = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String)
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), digits)), (fields) => {
        const text = `[${fields.map(([name, number]) => `{${JSON.stringify(name)}: ${number}}`).join(' ,\n')}]`
        const read = parseExactly(text) as Record<string, unknown>[]
        expect(read.map((field) => Object.values(field).map(String))).toEqual(fields.map(([, number]) => [number]))
      }),
    )
  })
})
