import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toStrictJson } from './lenient-json.js'

describe('toStrictJson', () => {
  it.each<[string, string, unknown]>([
    ['a raw line break', '{"a":"x\ny\r\n\tz\u0001"}', { a: 'x\ny\r\n\tz\u0001' }],
    ['NUL', '{"a":"\u0000"}', { a: '\u0000' }],
    ['commas before closing brackets', '{"a":[1,2,],"b":{"c":3 , \n},}', { a: [1, 2], b: { c: 3 } }],
    ['single quotes', `{'a':'it\\'s "b"','c':"it's"}`, { a: 'it\'s "b"', c: "it's" }],
    ['comments', '{//"x"\n"a"/* : 5, */:1,/**/}// end', { a: 1 }],
    ['a comment with a quote', `/* it's */{"a":1 // don't\n}`, { a: 1 }],
    ['signs of comments in strings', `{"a":"http://x/*y*/",'b':'//,]'}`, { a: 'http://x/*y*/', b: '//,]' }],
    ['backslashes of Windows', '{"a":"C:\\Program Files\\x\\users\\"}', undefined],
    ['a path of Windows', '{"a":"C:\\Program Files\\data\\u12x"}', { a: 'C:\\Program Files\\data\\u12x' }],
    ['escape sequences', `{'a':'\\n\\"\\\\\\/\\u00e9'}`, { a: '\n"\\/é' }],
    ['other control characters', '{"a":"\u007f\u0085\u0002"}', { a: '\u007f\u0085\u0002' }],
    ['words of Python', "{'a': True, 'b': [False, None], 'c': 'None'}", { a: true, b: [false, null], c: 'None' }],
    ['a comma after a comment', '[1, /* last */ ]', [1]],
  ])('should read %s', (_, text, expected) => {
    expect(() => JSON.parse(text)).toThrow()
    const { text: strict } = toStrictJson(text)
    if (expected === undefined) expect(() => JSON.parse(strict)).toThrow()
    else expect(JSON.parse(strict)).toEqual(expected)
  })

  it.each(['{a:1}', '{"a":1 "b":2}', '[1,,]', '{"a":"x', "{'a':'x\"}", '[1', 'x'])(
    'should not guess what %j means',
    (text) => {
      expect(() => JSON.parse(toStrictJson(text).text)).toThrow()
    },
  )

  it('should not change the meaning of valid JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent)
        expect(JSON.parse(toStrictJson(text).text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('should know where each character outside of strings, and each string, was before', () => {
    const part = fc.constantFrom(
      "'a\n'",
      '"\u0001\\x"',
      '// c\n',
      '/* c */',
      '[',
      ']',
      '{',
      ',',
      ':',
      ' \n',
      'True',
      '5',
      "'",
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        const { text: strict, originOf } = toStrictJson(text)
        for (let at = 0; at < strict.length; at++) {
          if (/[[\]{:5]/.test(strict.charAt(at))) {
            const origin = text.charAt(originOf(at))
            expect([strict.charAt(at), '"', "'"]).toContain(origin)
          }
        }
        expect(originOf(strict.length)).toBe(text.length)
      }),
    )
  })

  it.each([
    '"',
    "'",
    `'"`,
    '[',
    '{',
    '["',
    '//',
    '/*',
    '\\',
    '\\"',
    ',',
    ', ',
    '"\n',
    "'\\",
    '/',
    '*/',
    ",'",
    '[,',
    '["a",,`http:///',
  ])('should need time in proportion to the length of a body of %j', (sign) => {
    const timed = (length: number) => {
      const text = sign.repeat(length / sign.length)
      const begun = process.cpuUsage()
      toStrictJson(text)
      const { user, system } = process.cpuUsage(begun)
      return (user + system) / 1_000
    }
    timed(100_000)
    // With quadratic time, this would take minutes.
    expect(timed(1024 * 1024)).toBeLessThan(3_000)
  })
})
