import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isJson, isObject, isSameJson, type JsonValue, ownValue, sortedJson } from './json-value.js'

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

  it('should look at no value after the first one that is not JSON', () => {
    let reads = 0
    const later = {
      get read() {
        return ++reads
      },
    }
    expect([isJson([undefined, later]), reads]).toEqual([false, 0])
    expect([isJson([later]), reads]).toEqual([true, 1])
  })

  it('should refuse unlimited nesting', () => {
    const circle: Record<string, unknown> = {}
    circle.circle = circle
    expect(isJson(circle)).toBe(false)
    expect(isJson(JSON.parse(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`))).toBe(false)
  })
})

describe('isSameJson', () => {
  it('should be true for exactly the values that are written as the same text with sorted keys', () => {
    fc.assert(
      fc.property(similarValues(), ([left, right]) => {
        expect(isSameJson(left, right)).toBe(JSON.stringify(sortedJson(left)) === JSON.stringify(sortedJson(right)))
      }),
    )
  })

  it.each<[JsonValue, JsonValue, boolean]>([
    [{ a: 1, b: [0, { c: 'x' }] }, { b: [-0, { c: 'x' }], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: undefined } as unknown as JsonValue, true],
    [{ a: null }, {}, false],
    [{ a: undefined } as unknown as JsonValue, { b: undefined } as unknown as JsonValue, true],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    [{ 0: 'x' }, ['x'], false],
    [null, {}, false],
    ['1', 1, false],
    [JSON.parse('{"__proto__": 1}'), {}, false],
    [JSON.parse('{"constructor": 1}'), { a: 1 }, false],
  ])('should compare %j with %j', (left, right, isSame) => {
    expect(isSameJson(left, right)).toBe(isSame)
    expect(isSameJson(right, left)).toBe(isSame)
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

// Helpers

/** Two JSON values that are built from few keys and few scalars, so that many pairs are equal or nearly equal. */
function similarValues(): fc.Arbitrary<[JsonValue, JsonValue]> {
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<JsonValue>(0, 1, '', null, true),
      fc.array(tie('value'), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('value'), { maxKeys: 2 }),
    ),
  }))
  const reversed = (sent: JsonValue): JsonValue =>
    isObject(sent) ? Object.fromEntries(Object.entries(sent as Record<string, JsonValue>).reverse()) : sent
  return fc.oneof(
    fc.tuple(value, value),
    value.map((same): [JsonValue, JsonValue] => [same, reversed(same)]),
  )
}
