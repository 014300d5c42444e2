import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isJson, isObject, ownValue } from './json-value.js'

describe('isJson', () => {
  it('should accept every result of JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isJson(value)).toBe(true)
      }),
    )
  })

  it.each([
    undefined,
    () => 1,
    Symbol('x'),
    1n,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    new Date(),
    new Map(),
    { a: [undefined] },
  ])('should refuse %s', (value) => {
    expect(isJson(value)).toBe(false)
  })

  it('should refuse unlimited nesting', () => {
    const circle: Record<string, unknown> = {}
    circle.circle = circle
    expect(isJson(circle)).toBe(false)
    expect(isJson(JSON.parse(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`))).toBe(false)
  })
})

describe('ownValue', () => {
  it('should ignore inherited properties', () => {
    expect(ownValue({}, 'constructor')).toBeUndefined()
    expect(ownValue(JSON.parse('{"__proto__": 1}'), '__proto__')).toBe(1)
  })
})

describe('isObject', () => {
  it.each([null, [], 'text', 1, undefined])('should refuse %j', (value) => {
    expect(isObject(value)).toBe(false)
  })
})
