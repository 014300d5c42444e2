import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import { missingFields } from './check-coverage.js'
import { type MappingSource, readMapping } from './read-mapping.js'

describe('readMapping', () => {
  it.each<[string, unknown, string]>([
    ['a list', ['a'], 'fieldMappings.text must be a path, a number, a boolean or an object with a path'],
    ['an infinite number', Number.POSITIVE_INFINITY, 'fieldMappings.text must be a path, a number'],
    ['an object without a path', {}, 'fieldMappings.text needs a path'],
    ['an empty path', { path: ' ', join: ',' }, 'fieldMappings.text needs a path'],
    ['a path that is no text', { path: 5 }, 'fieldMappings.text needs a path'],
    ['an unknown key', { path: 'a', jion: ',' }, 'fieldMappings.text has unknown keys: jion'],
    ['two kinds at once', { path: 'a[]', join: ',', expand: true }, 'fieldMappings.text can have one of expand, join'],
    [
      'keys and expand',
      { path: 'a[]', keys: true, expand: true },
      'fieldMappings.text can have one of expand, join and keys',
    ],
    [
      'keys and a choice',
      { path: 'a', keys: true, if_true: 1 },
      'fieldMappings.text can have one of expand, join and keys',
    ],
    ['keys that is no boolean', { path: 'a', keys: 1 }, 'fieldMappings.text needs true or false as keys'],
    ['keys of a list', { path: 'a[].b', keys: true }, 'fieldMappings.text reads the keys of a list, which has none'],
    ['a separator that is no text', { path: 'a', join: 5 }, 'fieldMappings.text needs a text as join'],
    ['expand that is no boolean', { path: 'a[]', expand: 'yes' }, 'fieldMappings.text needs true or false as expand'],
    ['expand without []', { path: 'a', expand: true }, 'fieldMappings.text expands a path without []'],
    ['expand of [N]', { path: 'a[N].b[]', expand: true }, 'fieldMappings.text expands a path with [N]'],
    ['expand of no path', { path: 'a..b[]', expand: true }, 'fieldMappings.text expands no path: a name is missing'],
  ])('should refuse %s', (_, value, message) => {
    expect(issuesOf({ fieldMappings: { text: value } })).toEqual([
      { code: 'invalidMapping', path: 'fieldMappings.text', message: expect.stringContaining(message) },
    ])
  })

  it.each([
    [['a..b'], 'jsonFields[0]', 'jsonFields[0] is not a payload path: a name is missing at character 2'],
    [['a', 'b[].c[]'], 'jsonFields[1]', 'jsonFields[1] is not a payload path: it has [] twice'],
    [[''], 'jsonFields[0]', 'jsonFields[0] is not a payload path: it is empty'],
    [['a[N]'], 'jsonFields[0]', 'jsonFields[0] is not a payload path: [N] needs a mapping with expand'],
  ])('should refuse the jsonFields %j', (jsonFields, path, message) => {
    expect(issuesOf({ jsonFields })).toEqual([{ code: 'invalidJsonField', path, message }])
  })

  it('should accept 20 jsonFields and refuse more', () => {
    const paths = Array.from({ length: LIMITS.webhookJsonFields + 1 }, (_, index) => `a[${index}]`)
    expect(issuesOf({ jsonFields: paths.slice(1) })).toEqual([])
    expect(issuesOf({ jsonFields: paths })).toEqual([
      { code: 'tooMany', path: 'jsonFields', message: 'jsonFields names more than 20 paths' },
    ])
  })

  it('should report all faults at once, each with its path', () => {
    const fieldMappings = { resource: [], attributes: { a: { path: 'x', foo: 1 }, b: { c: [] } } }
    expect(issuesOf({ fieldMappings }).map(({ path }) => path)).toEqual([
      'fieldMappings.resource',
      'fieldMappings.attributes.a',
      'fieldMappings.attributes.b.c',
    ])
  })

  it('should refuse unknown fields, because a misspelled one would be lost silently', () => {
    expect(issuesOf({ fieldMappings: { sevrity: 'a' }, defaultValues: { id: 'x' } })).toEqual([
      {
        code: 'unknownField',
        path: 'fieldMappings.sevrity',
        message: 'fieldMappings.sevrity is not a field of alerts',
      },
      { code: 'unknownField', path: 'defaultValues.id', message: 'defaultValues.id is not a field of alerts' },
    ])
  })

  it.each([
    ['a[0', 'arrayPath is not a payload path: the bracket'],
    ['a[].b', 'arrayPath must end with its list'],
    ['a[N].b', 'arrayPath must name a list'],
    ['[]', 'arrayPath must name a list'],
  ])('should refuse the array path %s', (arrayPath, message) => {
    expect(issuesOf({ arrayPath })).toMatchObject([{ code: 'invalidArrayPath', path: 'arrayPath' }])
    expect(issuesOf({ arrayPath })[0]?.message).toContain(message)
  })

  it('should treat null and blank texts as not mapped', () => {
    const read = readMapping({
      fieldMappings: { text: null, event: ' ', attributes: {} },
      defaultValues: null,
      arrayPath: '',
    })
    expect('mapping' in read && Object.values(read.mapping.fields).filter(Boolean)).toEqual([])
  })

  it('should refuse values that are not objects', () => {
    expect(issuesOf({ fieldMappings: [] })[0]?.message).toBe('fieldMappings must be an object')
    expect(issuesOf({ defaultValues: 'x' })[0]?.message).toBe('defaultValues must be an object')
  })

  it('should refuse default values that are nested too deeply', () => {
    expect(issuesOf({ defaultValues: { rawData: nest(LIMITS.jsonDepth + 1) } })[0]?.code).toBe('invalidDefault')
  })

  it('should refuse the attribute __proto__, which would be lost', () => {
    expect(issuesOf({ fieldMappings: JSON.parse('{"attributes": {"__proto__": "a"}}') })[0]?.path).toBe(
      'attributes.__proto__',
    )
  })

  it('should refuse attributes that are nested too deeply, or too many', () => {
    const deep = Array.from({ length: 11 }).reduce<JsonValue>((inner) => ({ a: inner }), 'path')
    expect(issuesOf({ fieldMappings: { attributes: deep } })[0]?.message).toContain('more than 10 levels')
    const many = Object.fromEntries(Array.from({ length: LIMITS.webhookFields }, (_, index) => [`a${index}`, 'x']))
    expect(issuesOf({ fieldMappings: { attributes: many } })[0]?.code).toBe('tooMany')
  })
})

describe('missingFields', () => {
  const covered = { resource: 'a', event: 'a', environment: 'a', type: 'a', text: 'a', severity: 'a' }

  it('should name the required fields that neither is mapped nor has a default value', () => {
    expect(missingFields({}, {})).toEqual(['resource', 'event', 'environment', 'type', 'text', 'severity'])
    const { environment: _, text: __, ...rest } = covered
    expect(missingFields(rest, { text: 'x' })).toEqual(['environment'])
  })

  it.each([' ', '', '\t\n', null])('should not count the default value %j as one', (text) => {
    expect(missingFields({ ...covered, text: undefined }, { text })).toEqual(['text'])
    expect(missingFields({ ...covered, text }, {})).toEqual(['text'])
  })

  it.each([[[]], [{}], [['a']]])('should not count the default value %j, which would reject every alert', (text) => {
    expect(missingFields({ ...covered, text: undefined }, { text })).toEqual(['text'])
  })

  it('should accept mappings, default values, or both, without an origin', () => {
    expect([
      missingFields(covered, {}),
      missingFields({}, covered),
      missingFields({}, { ...covered, text: 0 }),
    ]).toEqual([[], [], []])
  })
})

// Helpers

function issuesOf(source: Partial<MappingSource>) {
  const read = readMapping({ fieldMappings: {}, defaultValues: {}, arrayPath: '', ...source })
  return 'issues' in read ? read.issues : []
}

function nest(levels: number): JsonValue {
  return Array.from({ length: levels }).reduce<JsonValue>((inner) => [inner], 1)
}
