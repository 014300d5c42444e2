import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/run-length.js'
import { scanJson } from './scan-json.js'

describe('scanJson', () => {
  it.each([
    ['', 1, 1],
    ['  \n ', 2, 2],
    ['{"a": 1,}', 1, 9],
    ['{"a": 1\n "b": 2}', 2, 2],
    ['{\n  "a": nul\n}', 2, 8],
    ['{"a": 01}', 1, 7],
    ['{"a" 1}', 1, 6],
    ['{a: 1}', 1, 2],
    ['{1: 1}', 1, 2],
    ['[1, 2', 1, 6],
    ['[1, 2}', 1, 6],
    ['[1,, 2]', 1, 4],
    ['[1 /* one */]', 1, 4],
    ['// one\n1', 1, 1],
    ['["\u0001"]', 1, 2],
    ['["a\n"]', 1, 2],
    ['["\\x"]', 1, 2],
    ['[1] [2]', 1, 5],
    ['<<<<<<< HEAD\n{}', 1, 1],
    ['{}\r\n{}', 2, 1],
    ['{\r}\n\r\n{}', 4, 1],
    ['[-]', 1, 2],
    ['[1e]', 1, 2],
    [']', 1, 1],
  ])('should find the position of the fault in %j', (text, line, column) => {
    expect(() => JSON.parse(text)).toThrow()
    expect(scanJson(text)).toMatchObject({ line, column })
  })

  it('should find no fault in valid JSON, with any indentation', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        expect(scanJson(JSON.stringify(value, undefined, indent))).toBeUndefined()
      }),
      propertyRuns(500),
    )
  })

  it('should find a fault exactly if JSON.parse refuses the text', () => {
    const cut = fc.tuple(
      fc.jsonValue({ depthSize: 'small' }),
      fc.nat(60),
      fc.constantFrom('', ',', ']', '}', '1', '"', ' '),
    )
    fc.assert(
      fc.property(cut, ([value, at, put]) => {
        const text = JSON.stringify(value)
        const broken = `${text.slice(0, at)}${put}${text.slice(at + 1)}`
        expect(scanJson(broken) === undefined).toBe(isJson(broken))
      }),
      propertyRuns(2_000),
    )
  })

  it('should not overflow the stack for a text nested a million levels deep', () => {
    const deep = 1_000_000
    expect(scanJson('['.repeat(deep) + ']'.repeat(deep))).toBeUndefined()
    expect(scanJson('{"a":'.repeat(deep))).toEqual({ line: 1, column: 5 * deep + 1, offset: 5 * deep })
  })
})

// Helpers

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
