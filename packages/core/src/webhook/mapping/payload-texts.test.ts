import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isJson, type JsonObject, type JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import { applyMapping } from './apply-mapping.js'
import { parsePath } from './payload-path.js'
import { readTexts } from './payload-texts.js'
import { readMapping } from './read-mapping.js'

describe('readTexts of jsonFields', () => {
  it.each<[string, readonly string[], JsonValue, JsonValue]>([
    ['an object', ['message'], { message: '{"a":1}', b: '{}' }, { message: { a: 1 }, b: '{}' }],
    ['a list', ['message'], { message: ' [1] ' }, { message: [1] }],
    ['a deep text', ['a.b[1]["c.d"]'], { a: { b: [0, { 'c.d': '[]' }] } }, { a: { b: [0, { 'c.d': [] }] } }],
    ['a number and a boolean', ['a', 'b'], { a: '300', b: 'true' }, { a: 300, b: true }],
    ['null', ['a'], { a: 'null' }, { a: null }],
    ['texts in elements', ['items[].data'], { items: [{ data: '1' }, {}, { data: 'x' }, 5] }, read([1, 'x'])],
    ['elements', ['items[]'], { items: ['{}', 'x', 2, '[3]'] }, { items: [{}, 'x', 2, [3]] }],
    ['a single text in place of a list', ['items[]'], { items: '{"a":1}' }, { items: { a: 1 } }],
    ['elements of a payload that is a list', ['[].data'], [{ data: '{}' }, { data: '' }], [{ data: {} }, { data: '' }]],
    ['JSON inside of JSON', ['a', 'a.b', 'a.b[].c'], { a: '{"b":"[{\\"c\\":\\"{}\\"}]"}' }, { a: { b: [{ c: {} }] } }],
    ['a key that every object inherits', ['toString'], { toString: '{}' }, { toString: {} }],
  ])('should read %s', (_, paths, payload, expected) => {
    expect(readJsonTexts(payload, paths.map(parsePath))).toEqual(expected)
  })

  it.each<[string, string, JsonValue]>([
    ['a text that is not JSON', 'a', { a: 'It is {broken' }],
    ['an empty text', 'a', { a: '' }],
    ['a number', 'a', { a: 5 }],
    ['an object', 'a', { a: { b: '{}' } }],
    ['a path that is missing', 'b.c', { a: '{}' }],
    ['an inherited key', 'toString', { a: '{}' }],
    ['a number beyond all bounds', 'a', { a: '1e999' }],
    ['a text under []', 'a[].b', { a: '{"b":"{}"}' }],
    ['JSON before the path that reads it', 'a.b', { a: '{"b":"{}"}' }],
  ])('should leave %s as it is', (_, path, payload) => {
    expect(readJsonTexts(payload, [parsePath(path)])).toBe(payload)
  })

  it('should keep a key called __proto__ as a key', () => {
    const payload: JsonValue = JSON.parse('{"__proto__": {"b": 1}, "a": "{}"}')
    const after = readJsonTexts(payload, [parsePath('a')]) as JsonObject
    expect([Object.keys(after), JSON.stringify(after)]).toEqual([['__proto__', 'a'], '{"__proto__":{"b":1},"a":{}}'])
  })

  it('should read up to 100 levels, and leave deeper ones a text, without a stack overflow', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    const isRead = (text: string) => typeof (readJsonTexts({ a: text }, [parsePath('a')]) as JsonObject).a !== 'string'
    const lengths = [LIMITS.jsonDepth, LIMITS.jsonDepth + 1, 100_000]
    expect(lengths.map((levels) => isRead(nested(levels)))).toEqual([true, false, false])
  })

  it('should keep the given payload, and every other value of it', () => {
    const part = fc.constantFrom('a', 'b', 'a.b', 'a[]', 'a[].b', 'b[0]', '[].a')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), tree(), (paths, payload) => {
        const before = JSON.stringify(payload)
        const after = readJsonTexts(payload, paths.map(parsePath))
        expect(JSON.stringify(payload)).toBe(before)
        expect(isJson(after)).toBe(true)
        // The result holds the same values as the payload, if a text that is JSON counts as the values inside this
        // JSON.
        expect(leavesOf(after)).toEqual(leavesOf(payload))
      }),
    )
  })
})

describe('a mapping with jsonFields', () => {
  it('should read arrayPath and all other paths in the JSON', () => {
    const source = { fieldMappings: { resource: 'host.name' }, defaultValues: {}, arrayPath: 'Message.alerts' }
    const mapping = readMapping({ ...source, jsonFields: ['Message', 'Message.alerts[].host'] })
    const message = JSON.stringify({ alerts: [{ host: '{"name":"web-1"}' }, { host: '{"name":"web-2"}' }] })
    const mapped = 'mapping' in mapping ? applyMapping(mapping.mapping, { Message: message }) : []
    expect('message' in mapped ? mapped : mapped.map(({ input }) => input.resource)).toEqual(['web-1', 'web-2'])
  })
})

const ID = '6837492837498237489'

describe('readTexts of base64Fields', () => {
  it.each<[string, string, string]>([
    ['base64', 'eyJhIjoxfQ==', '{"a":1}'],
    ['base64 without padding', 'eyJhIjoxfQ', '{"a":1}'],
    ['base64url', 'w7_Dvz8-fn5-', 'ÿÿ?>~~~'],
    ['lines', 'eyJh\r\nIjox\nfQ==\n', '{"a":1}'],
    ['the empty text', '', ''],
  ])('should decode %s', (_, text, expected) => {
    expect(decoded({ a: text })).toEqual([{ a: expected }, []])
  })

  it.each<[string, JsonValue]>([
    ['is not base64', 'no base64!'],
    ['is cut off', 'eyJhI'],
    ['is not UTF-8', '/////w=='],
  ])('should leave a text that %s as it is, with a warning', (_, a) => {
    const warning = 'base64Fields: a is not UTF-8 in base64, so it stays as it is'
    expect(decoded({ a })).toEqual([{ a }, [warning]])
  })

  it.each(['=', 'A', 'A=', ' =', '\n', '-_'])('should need time in proportion to the length of %j', (sign) => {
    const a = `${sign.repeat(LIMITS.webhookBody / sign.length)}!`
    const begun = process.cpuUsage()
    expect(decoded({ a })[0]).toEqual({ a })
    const { user, system } = process.cpuUsage(begun)
    // With quadratic time, this would take a minute.
    expect((user + system) / 1_000).toBeLessThan(3_000)
  })

  it('should say nothing about values that are missing or no text', () => {
    expect(decoded({ a: 5 })).toEqual([{ a: 5 }, []])
    expect(decoded({})).toEqual([{}, []])
  })

  it('should decode before jsonFields are read, and keep the digits of long integers', () => {
    const payload: JsonValue = { items: [{ data: Buffer.from(`{"id":${ID}}`).toString('base64') }, {}] }
    const paths = [parsePath('items[].data')]
    const read = readTexts({ base64Fields: paths, jsonFields: paths }, payload)
    expect(read).toEqual({ items: [{ data: { id: ID } }, {}] })
    expect(JSON.stringify(payload)).not.toContain(ID)
  })

  function decoded(payload: JsonValue) {
    const warnings: string[] = []
    const read = readTexts({ base64Fields: [parsePath('a')], jsonFields: [] }, payload, (message) =>
      warnings.push(message),
    )
    return [read, warnings]
  }
})

// Helpers

function read([first, second]: readonly JsonValue[]): JsonValue {
  return { items: [{ data: first ?? null }, {}, { data: second ?? null }, 5] }
}

/** All texts, numbers, booleans and nulls in a value. A text that is JSON counts as the values inside this JSON. */
function leavesOf(value: JsonValue): readonly JsonValue[] {
  if (typeof value === 'string') {
    try {
      return leavesOf(JSON.parse(value))
    } catch {
      return [value]
    }
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value]
}

function tree(): fc.Arbitrary<JsonValue> {
  return fc.letrec<{ tree: JsonValue }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<JsonValue>('x', 5, null, '{"a":"[1]"}', '[{"b":"2"}]'),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.record({ a: tie('tree'), b: tie('tree') }, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>,
    ),
  })).tree
}

function readJsonTexts(payload: JsonValue, jsonFields: ReturnType<typeof parsePath>[]) {
  return readTexts({ base64Fields: [], jsonFields }, payload)
}
