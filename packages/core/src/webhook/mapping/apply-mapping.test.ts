import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../json-value.js'
import { WorkMeter } from '../../work-meter.js'
import { applyMapping, mapInSteps } from './apply-mapping.js'
import { readMapping } from './read-mapping.js'

const payload: JsonObject = {
  host: 'web-1',
  nested: { name: 'deep', none: null },
  items: [{ name: 'a' }, { name: 'b' }, {}],
  tags: ['x', 'y'],
  mixed: ['x', 1, true, null],
  objects: [{}],
  disks: { '/': 91, '/var': 20 },
  cpu: 98.5,
  down: true,
  flags: { text: 'true', no: 'false', one: 1, zero: 0, yes: 'yes', two: 2 },
}

describe('a mapping value', () => {
  it.each<[string, JsonValue, JsonValue | undefined]>([
    ['a path', 'host', 'web-1'],
    ['a path into an object', 'nested.name', 'deep'],
    ['a path to an element', 'items[1].name', 'b'],
    ['a literal in place of a path', 'Production', undefined],
    ['a template', '{{ host }}', undefined],
    ['a broken path', 'nested..name', undefined],
    ['a path that is missing', 'nested.other', undefined],
    ['null in the payload', 'nested.none', undefined],
    ['a number', 5, '5'],
    ['a boolean', false, 'false'],
    ['a number in the payload', 'cpu', '98.5'],
    ['a boolean in the payload', 'down', 'true'],
    ['join', { path: 'tags', join: ', ' }, 'x, y'],
    ['join of a path with []', { path: 'tags[]', join: '' }, 'xy'],
    ['join of numbers, booleans and null', { path: 'mixed', join: '-' }, 'x-1-true'],
    ['join of what stands in the elements', { path: 'items[].name', join: '+' }, 'a+b'],
    ['join of a single text', { path: 'host', join: ',' }, 'web-1'],
    ['the keys of an object as one text', { path: 'disks', keys: true, join: ', ' }, '/, /var'],
    ['the keys of a list', { path: 'tags', keys: true, join: ', ' }, undefined],
    ['the keys of a text', { path: 'host', keys: true, join: ', ' }, undefined],
    ['the keys of nothing', { path: 'none', keys: true, join: ', ' }, undefined],
    ['a path with keys: false', { path: 'host', keys: false }, 'web-1'],
    ['join of nothing', { path: 'none', join: ',' }, undefined],
    ['a choice by true', { path: 'down', if_true: 'yes', if_false: 'no' }, 'yes'],
    ['a choice by "true"', { path: 'flags.text', if_true: 'yes', if_false: 'no' }, 'yes'],
    ['a choice by "false"', { path: 'flags.no', if_true: 'yes', if_false: 'no' }, 'no'],
    ['a choice by 1', { path: 'flags.one', if_true: 'yes', if_false: 'no' }, 'yes'],
    ['a choice by 0', { path: 'flags.zero', if_true: 'yes', if_false: 'no' }, 'no'],
    ['a choice by another text', { path: 'flags.yes', if_true: 'yes', if_false: 'no' }, undefined],
    ['a choice by another number', { path: 'flags.two', if_true: 'yes', if_false: 'no' }, undefined],
    ['a choice by nothing', { path: 'none', if_true: 'yes', if_false: 'no' }, undefined],
    ['a choice with one side', { path: 'down', if_false: 'no' }, undefined],
  ])('should give a text field %s', (_, value, expected) => {
    expect(mapOne({ text: value })).toEqual({ input: { text: expected }, fault: undefined })
  })

  it.each<[string, JsonValue, JsonValue]>([
    ['a list', 'tags', ['x', 'y']],
    ['a list by []', 'tags[]', ['x', 'y']],
    ['a single value by []', 'host[]', ['web-1']],
    ['what stands in the elements', 'items[].name', ['a', 'b']],
  ])('should give a list field %s', (_, value, expected) => {
    expect(mapOne({ tags: value }).input).toEqual({ tags: expected })
  })

  it('should not convert a single value to a list', () => {
    expect(mapOne({ service: 'host' })).toEqual({ input: { service: 'web-1' }, fault: undefined })
  })

  it.each<[string, JsonValue]>([
    ['an object', 'nested'],
    ['a list', 'tags'],
    ['a list by []', 'host[]'],
    ['a join of objects', { path: 'objects', join: ',' }],
  ])('should reject %s in a text field', (_, value) => {
    expect(mapOne({ resource: 'host', severity: value }).fault?.message).toBe('severity must be a string')
  })

  it('should copy attributes of any kind, each with a value of its own', () => {
    const attributes = {
      load: 'cpu',
      all: 'nested',
      list: { path: 'tags', join: '/' },
      fixed: 7,
      none: 'none',
      deep: { of: 'host' },
    }
    expect(mapOne({ attributes }).input).toEqual({
      attributes: { load: 98.5, all: { name: 'deep', none: null }, list: 'x/y', fixed: 7, deep: { of: 'web-1' } },
    })
  })

  it('should give the keys of an object as a list', () => {
    const keys = (path: string) => ({ path, keys: true })
    expect(mapOne({ tags: keys('disks'), service: keys('objects[0]'), correlate: keys('tags') }).input).toEqual({
      tags: ['/', '/var'],
      service: [],
    })
    expect(mapOne({ text: keys('disks') }).fault).toEqual({ field: 'text', message: 'text must be a string' })
  })

  it('should use an object at a path as the attributes', () => {
    expect(mapOne({ attributes: 'nested' }).input).toEqual({ attributes: { name: 'deep', none: null } })
  })

  it('should treat an attribute called path as an attribute', () => {
    expect(mapOne({ attributes: { path: 'host' } }).input).toEqual({ attributes: { path: 'web-1' } })
  })
})

it('should use the default value for a list whose elements all lack the path, but not for an empty list', () => {
  const read = readMapping({ fieldMappings: { tags: 'a[].b' }, defaultValues: { tags: ['none'] }, arrayPath: '' })
  if ('issues' in read) throw new Error(read.issues[0]?.message)
  const mapped = applyMapping(read.mapping, [{ a: [{ c: 1 }, { b: null }] }, { a: [] }])
  expect(mapped).toMatchObject([{ input: { tags: ['none'] } }, { input: { tags: [] } }])
})

describe('a default value', () => {
  it('should be used if a field is not mapped, or if its path is missing or null', () => {
    const mappings = {
      resource: 'none',
      event: 'nested.none',
      text: { path: 'host', if_true: 'a', if_false: 'b' },
      type: 'host',
    }
    const defaults = { resource: 'r', event: 'e', text: 't', environment: 'Production', type: 'unused' }
    expect(mapOne(mappings, defaults).input).toEqual({ ...defaults, type: 'web-1' })
  })

  it('should convert a number to text in text fields only', () => {
    expect(mapOne({}, { value: 5, timeout: 60, tags: ['a'] }).input).toEqual({ value: '5', timeout: 60, tags: ['a'] })
  })

  it('should be used for each attribute separately', () => {
    const mappings = { attributes: { region: 'none', host: 'host', deep: { a: 'none' } } }
    const defaults = { attributes: { region: 'eu', host: 'unused', team: 'web', deep: { a: 1, b: 2 } } }
    expect(mapOne(mappings, defaults).input).toEqual({
      attributes: { region: 'eu', host: 'web-1', deep: { a: 1, b: 2 }, team: 'web' },
    })
  })

  it('should not be merged into an object at a path', () => {
    expect(mapOne({ attributes: 'nested' }, { attributes: { region: 'eu' } }).input).toEqual({
      attributes: { name: 'deep', none: null },
    })
  })
})

describe('a large object of the payload', () => {
  const names = Array.from({ length: 5_000 }, (_, index) => `label-${index}`)
  const large = Object.fromEntries(names.map((name) => [name, 1]))

  it.each<[string, JsonValue]>([
    ['copy it', 'labels'],
    ['list its keys', { path: 'labels', keys: true }],
    ['join its keys', { path: 'labels', keys: true, join: ' ' }],
  ])('should be read once, even if many attributes %s', (_, value) => {
    let reads = 0
    const ownKeys = (target: JsonObject) => {
      reads += 1
      return Reflect.ownKeys(target)
    }
    const attributes = Object.fromEntries(Array.from({ length: 190 }, (_, index) => [`copy-${index}`, value]))
    applyMapping(mappingOf({ attributes }), { labels: new Proxy(large, { ownKeys }) })
    expect(reads).toBe(1)
  })

  it('should be measured with pauses if many attributes copy objects that contain it', () => {
    const levels = Array.from({ length: 40 }, (_, index) => `in${'.in'.repeat(index)}`)
    const nested = levels.reduce<JsonObject>((inner) => ({ in: inner }), large)
    const attributes = Object.fromEntries(levels.map((path, index) => [`copy-${index}`, path]))
    const steps = mapInSteps(mappingOf({ attributes }), nested, { meter: new WorkMeter() })
    let pauses = 0
    while (steps.next().done !== true) pauses += 1
    expect(pauses).toBeGreaterThan(5)
  })
})

// Helpers

function mapOne(fieldMappings: JsonObject, defaultValues: JsonObject = {}) {
  const mapped = applyMapping(mappingOf(fieldMappings, defaultValues), payload)
  if ('message' in mapped) throw new Error(mapped.message)
  expect(mapped).toHaveLength(1)
  return { input: JSON.parse(JSON.stringify(mapped[0]?.input)), fault: mapped[0]?.fault }
}

function mappingOf(fieldMappings: JsonObject, defaultValues: JsonObject = {}) {
  const read = readMapping({ fieldMappings, defaultValues, arrayPath: '' })
  if ('issues' in read) throw new Error(read.issues[0]?.message)
  return read.mapping
}
