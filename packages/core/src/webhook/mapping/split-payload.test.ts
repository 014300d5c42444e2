import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import { applyMapping } from './apply-mapping.js'
import { readMapping } from './read-mapping.js'

describe('the elements of a payload', () => {
  it('should be the payload itself, or each element if the payload is a list', () => {
    expect(map({ resource: 'r' }, { r: 'a' })).toEqual([{ resource: 'a' }])
    expect(map({ resource: 'r' }, [{ r: 'a' }, { r: 'b' }, 5])).toEqual([{ resource: 'a' }, { resource: 'b' }, {}])
  })

  it.each(['data.alerts', 'data.alerts[]', ' data["alerts"] '])('should be those of the list at %s', (arrayPath) => {
    const payload = { r: 'outside', data: { alerts: [{ r: 'a' }, { r: 'b' }] } }
    expect(map({ resource: 'r' }, payload, arrayPath)).toEqual([{ resource: 'a' }, { resource: 'b' }])
  })

  it('should be the elements of an expanded list, with the same index for every [N]', () => {
    const mappings = {
      resource: { path: 'hosts[].name', expand: true },
      event: 'checks[N]',
      text: 'message',
      attributes: { all: { path: 'hosts[]', expand: true } },
    }
    const payload = { hosts: [{ name: 'a' }, { name: 'b' }], checks: ['ping', 'disk'], message: 'down' }
    expect(map(mappings, payload)).toEqual([
      { resource: 'a', event: 'ping', text: 'down', attributes: { all: { name: 'a' } } },
      { resource: 'b', event: 'disk', text: 'down', attributes: { all: { name: 'b' } } },
    ])
  })

  it('should lack the elements that the shorter of two expanded lists lacks', () => {
    const mappings = { resource: { path: 'a[]', expand: true }, event: { path: 'b[]', expand: true } }
    expect(map(mappings, { a: ['1', '2'], b: ['x'] })).toEqual([{ resource: '1', event: 'x' }, { resource: '2' }])
    expect(map(mappings, { b: ['x'] })).toEqual([{ event: 'x' }])
  })

  it('should be expanded within each element of the array path', () => {
    const mappings = { resource: { path: 'hosts[]', expand: true }, event: 'name' }
    const payload = {
      groups: [
        { name: 'g', hosts: ['a', 'b'] },
        { name: 'empty', hosts: [] },
        { name: 'h', hosts: ['c'] },
      ],
    }
    expect(map(mappings, payload, 'groups')).toEqual([
      { resource: 'a', event: 'g' },
      { resource: 'b', event: 'g' },
      { resource: 'c', event: 'h' },
    ])
  })

  it('should take attributes from each element of an expanded list', () => {
    const attributes = { path: 'alerts[].labels', expand: true }
    expect(map({ attributes }, { alerts: [{ labels: { a: 1 } }, {}] })).toEqual([{ attributes: { a: 1 } }, {}])
  })
})

describe('a payload without alerts', () => {
  const sentence =
    'No alerts generated from payload: array path data.alerts was not found or data.alerts is an empty list'

  it.each<[JsonValue, string]>([
    [{ status: 'firing', data: {} }, '. Top-level keys: status, data'],
    [[{ data: { alerts: [1] } }], '. Top-level keys: none, the payload is a list'],
    [{ data: { alerts: [] } }, ' (it is an empty list)'],
    [{ data: { alerts: {} } }, ' (it is an object, not a list)'],
    [{ data: { alerts: 'x' } }, ' (it is a string, not a list)'],
    [{ data: { alerts: null } }, ' (it is null, not a list)'],
  ])('should be reported for %j', (payload, rest) => {
    expect(map({}, payload, 'data.alerts')).toBe(sentence + rest)
  })

  it('should be reported if an expanded list is empty or missing', () => {
    const mappings = { resource: { path: 'hosts[].name', expand: true } }
    expect(map(mappings, { hosts: [] })).toBe(
      'No alerts generated from payload: array path hosts was not found or hosts is an empty list (it is an empty list)',
    )
    expect(map(mappings, { other: 1 })).toContain('Top-level keys: other')
  })

  it('should be reported if the payload is an empty list', () => {
    expect(map({ resource: 'a' }, [])).toBe('No alerts generated from payload: it is an empty list')
    expect(map({ resource: { path: 'a[]', expand: true } }, [])).toContain('array path a was not found')
  })

  it('should not repeat all of its keys', () => {
    const keys = Array.from({ length: 1000 }, (_, index) => [`${index}${'k'.repeat(100)}`, 1])
    const message = map({}, Object.fromEntries(keys), 'alerts')
    expect(message).toContain('and 980 more')
    expect(message.length).toBeLessThan(1_500)
  })
})

describe('a payload that asks for too much', () => {
  it('should make 10,000 alerts and not one more', () => {
    const ones = Array.from({ length: LIMITS.webhookAlerts }, () => 1)
    expect(map({ value: 'x' }, ones)).toHaveLength(LIMITS.webhookAlerts)
    const refusal = 'The payload asks for more than 10000 alerts, the most that one delivery makes'
    expect(map({ value: 'x' }, [...ones, 1])).toBe(refusal)
    expect(map({ value: { path: 'a[]', expand: true } }, { a: [...ones, 1] })).toBe(refusal)
  })

  it('should make alerts of 16,000,000 characters of text and not one more', () => {
    const mappings = { value: { path: 'a[].b', expand: true }, text: 'text' }
    const payload = { a: Array.from({ length: 1_000 }, () => 1), text: 'y'.repeat(16_000) }
    expect(map(mappings, payload)).toHaveLength(1_000)
    expect(map(mappings, { ...payload, text: `${payload.text}y` })).toContain('more than 16000000 characters in all')
  })

  it.each<[string, JsonValue]>([
    ['a path', 'long[].none'],
    ['a join', { path: 'long', join: '' }],
  ])('should be refused early if %s reads a long list for each of many alerts', (_, mapping) => {
    const long = Array.from({ length: 40_000 }, () => null)
    let looks = 0
    const payload = {
      a: Array.from({ length: 10_000 }, () => 1),
      get long() {
        looks++
        return long
      },
    }
    expect(map({ value: { path: 'a[]', expand: true }, text: mapping }, payload)).toContain(
      'more than 16000000 characters',
    )
    expect(looks).toBeLessThan(1_000)
  })

  it('should be refused early if its alerts repeat a large part of it too often', () => {
    const large = Array.from({ length: 2_000 }, () => 'x'.repeat(50))
    const mappings = { value: { path: 'a[]', expand: true }, text: 'text', attributes: { large: 'large' } }
    let looks = 0
    const payload = {
      a: Array.from({ length: 9_000 }, () => 1),
      text: 'y'.repeat(100_000),
      get large() {
        looks++
        return large
      },
    }
    expect(map(mappings, payload)).toBe('The payload asks for alerts of more than 16000000 characters in all')
    expect(looks).toBeLessThan(1_000)
  })
})

// Helpers

function map(fieldMappings: JsonObject, payload: JsonValue, arrayPath = '') {
  const read = readMapping({ fieldMappings, defaultValues: {}, arrayPath })
  if ('issues' in read) throw new Error(read.issues[0]?.message)
  const mapped = applyMapping(read.mapping, payload)
  return 'message' in mapped ? mapped.message : mapped.map(({ input }) => JSON.parse(JSON.stringify(input)))
}
