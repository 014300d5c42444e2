import { describe, expect, it } from 'vitest'
import { readRecords } from '../../test/read-records.js'
import { LIMITS } from '../limits.js'
import { withoutPauses } from '../steps.js'
import { toWarning } from './cmdb-issue.js'
import { readJsonRecords } from './read-json-records.js'

describe('readRecords', () => {
  it('should read a list, and a list in items', () => {
    const record = {
      row: 0,
      resource: 'a',
      environment: 'E',
      parents: ['p'],
      services: ['s'],
      type: 't',
      attributes: { k: 'v' },
      blankKeys: [],
    }
    const sent = [
      { resource: ' a ', environment: 'E ', parent: ' p', services: ['s'], type: 't', attributes: { k: 'v' } },
    ]
    expect(readRecords(sent, '').records).toEqual([record])
    expect(readRecords({ items: sent }, '').records).toEqual([record])
  })

  it('should read numbers as text, booleans too in attributes, and null or empty as absent', () => {
    const attributes = { cores: 8, on: true, off: false, none: null, empty: ' ', name: ' x ' }
    const [record] = readRecords(
      [{ resource: 7, environment: 1, parent: 2.5, type: null, services: null, attributes }],
      '',
    ).records
    expect(record).toMatchObject({ resource: '7', environment: '1', parents: ['2.5'], type: '', services: [] })
    expect(record?.attributes).toEqual({ cores: '8', on: 'true', off: 'false', name: 'x' })
    const [blank] = readRecords([{ resource: 'a', attributes: { k: '' } }], '').records
    expect(blank).toMatchObject({ attributes: {}, blankKeys: ['k'], type: null })
    const [bare] = readRecords(
      [{ resource: 'a', environment: '', parent: ' ', type: '', attributes: null }],
      'E',
    ).records
    expect(bare).toMatchObject({ environment: 'E', parents: [], type: '', attributes: {}, blankKeys: [] })
  })

  it('should keep attributes with any names', () => {
    const sent = JSON.parse(
      '[{"resource": "a", "environment": "E", "attributes": {"__proto__": "x", "constructor": 1}}]',
    )
    expect(Object.entries(readRecords(sent, '').records[0]?.attributes ?? {})).toEqual([
      ['__proto__', 'x'],
      ['constructor', '1'],
    ])
  })

  it.each([
    [{ services: 'a; b|c;;a' }, ['a', 'b', 'c']],
    [{ services: ['a;b', ' c ', '', 'c', 5] }, ['a;b', 'c', '5']],
    [{ service: 'a', services: ['b'] }, ['b', 'a']],
    [{ service: ['a', 'a'] }, ['a']],
  ])('should read the services of %j', (sent, services) => {
    expect(readRecords([{ resource: 'r', environment: 'E', ...sent }], '').records[0]?.services).toEqual(services)
  })

  it('should warn once per record without an environment', () => {
    const { records, warnings } = readRecords(
      [{ resource: 'a' }, { resource: 'b', environment: 'E' }, { resource: 'c' }],
      'D',
    )
    expect(records.map(({ environment }) => environment)).toEqual(['D', 'E', 'D'])
    const params = { environment: 'D' }
    expect(warnings).toEqual([0, 2].map((row) => ({ code: 'environmentDefaulted', row, params })))
  })

  // rules.md#cmdb-warnings-3
  it('should warn once of each unknown field, with the row of its first record and what is probably meant', () => {
    const sent = [entry('a'), entry('b', { parnet: 'a', rack: 1 }), entry('c', { rack: 2, 'attr.os': 'x' })]
    const { warnings } = readRecords(sent, '')
    expect(warnings).toEqual([
      { code: 'unknownColumn', row: 1, params: { field: 'parnet', meant: 'parent' } },
      { code: 'unknownColumn', row: 1, params: { field: 'rack' } },
      { code: 'unknownColumn', row: 2, params: { field: 'attr.os', meant: 'attributes' } },
    ])
    expect(warnings.map((warning) => toWarning(warning).message)[0]).toBe(
      'the field parnet is not known; it is ignored. Is parent meant?',
    )
  })

  it('should count unknown fields beyond the first thousand', () => {
    const sent = Array.from({ length: 3 }, (_, at) =>
      entry(`r${at}`, Object.fromEntries(Array.from({ length: 500 }, (_, key) => [`x${at}.${key}`, 1]))),
    )
    const { warnings } = readRecords(sent, '')
    expect(warnings).toHaveLength(LIMITS.cmdbColumns + 1)
    expect(warnings.at(-1)).toEqual({ code: 'unknownColumn', row: 0, params: { more: '500' } })
  })

  it('should warn of parents that are not in the file in the same environment', () => {
    const { warnings } = readRecords(
      [entry('a', { environment: 'E', parent: 'b' }), entry('b', { environment: 'F' })],
      '',
    )
    const params = { environment: 'E', resource: 'a', parent: 'b' }
    expect(warnings).toEqual([{ code: 'unknownParent', row: 0, params }])
  })

  it.each([
    ['a record that is none', [null], 'missingResource records[0]'],
    ['no resource', [{ environment: 'E' }], 'missingResource records[0].resource'],
    ['an empty resource', [{ resource: ' ' }], 'missingResource records[0].resource'],
    ['a resource that is no text', [{ resource: {} }], 'missingResource records[0].resource'],
    ['a long resource', [{ resource: 'x'.repeat(256) }], 'valueTooLong records[0].resource'],
    ['a long environment', [entry('a', { environment: 'x'.repeat(256) })], 'valueTooLong records[0].environment'],
    ['a long parent', [entry('a', { parent: 'x'.repeat(256) })], 'valueTooLong records[0].parent'],
    ['a long service', [entry('a', { services: ['x'.repeat(256)] })], 'valueTooLong records[0].services'],
    ['a long type', [entry('a', { type: 'x'.repeat(101) })], 'valueTooLong records[0].type'],
    ['a parent that is no text', [entry('a', { parent: ['b'] })], 'invalidJson records[0].parent'],
    ['services that are no texts', [entry('a', { services: [{}] })], 'invalidJson records[0].services'],
    ['services that are no list', [entry('a', { service: {} })], 'invalidJson records[0].service'],
    ['attributes that are no object', [entry('a', { attributes: ['x'] })], 'invalidJson records[0].attributes'],
    ['an attribute that is no text', [entry('a', { attributes: { k: [] } })], 'invalidJson records[0].attributes'],
    ['U+0000 in a name', [entry('a\u0000b')], 'invalidJson records[0].resource'],
    [
      'half a surrogate pair in an attribute',
      [entry('a', { attributes: { k: '\ud800' } })],
      'invalidJson records[0].attributes',
    ],
    ['a resource twice', [entry('a'), entry('b'), entry(' a')], 'duplicateRecord records[2]'],
    ['a parent that is the resource', [entry('a', { parent: 'a' })], 'selfParent records[0].parent'],
    [
      'a loop',
      [entry('c', { parent: 'a' }), entry('a', { parent: 'b' }), entry('b', { parent: 'a' })],
      'cycle records[1].parent',
    ],
    ['an object without items', { records: [] }, 'invalidJson body'],
    ['a text', 'resource', 'invalidJson body'],
    ['too many records', Array(LIMITS.cmdbRecords + 1).fill(1), 'tooManyRecords body'],
  ])('should refuse %s', (_, sent, fault) => {
    expect(readRecords(sent, '').issues.map(({ code, path }) => `${code} ${path}`)).toEqual([fault])
  })

  it('should say how to correct a resource that has two records', () => {
    const { issues } = readRecords(
      [entry('a'), entry('a'), entry('b', { parent: 'p' }), entry('b', { parent: 'q' })],
      '',
    )
    expect(issues.map(({ message }) => message)).toEqual([
      'the resource a is in the file already, as record 0: keep one record',
      'the resource b is in the file already, as record 2: name all its parents in one record',
    ])
  })

  it('should say how to correct names that are references to other records', () => {
    const reference = { display_value: 'srv-1', link: 'https://example.org/cmdb_ci/1' }
    const { issues } = readRecords([{ resource: reference, parent: reference }, { resource: true }, {}], '')
    expect(issues.map(({ message }) => message)).toEqual([
      'resource must be a text: it is an object, so send the name in it',
      'parent must be a text: it is an object, so send the name in it',
      'resource must be a text',
      'a record needs a resource: a text',
    ])
  })

  it('should take names of 255 characters, a type of 100, and 50,000 records', () => {
    const long = {
      ...entry('x'.repeat(255)),
      parent: 'y'.repeat(255),
      type: 'z'.repeat(100),
      services: ['s'.repeat(255)],
    }
    expect(readRecords([long], '').issues).toEqual([])
    expect(
      readRecords(
        Array.from({ length: LIMITS.cmdbRecords }, (_, at) => entry(`r${at}`)),
        '',
      ).issues,
    ).toEqual([])
  })

  it("should let resources of different environments share a name, and be each other's parents", () => {
    const sent = [entry('a', { environment: 'E', parent: 'b' }), entry('b', { environment: 'F', parent: 'a' })]
    expect(readRecords(sent, '').issues).toEqual([])
  })

  it('should report every fault of every record', () => {
    const { issues } = readRecords([entry('a', { parent: {}, type: [] }), 5, entry('b', { parent: 'b' })], '')
    expect(issues.map(({ path }) => path)).toEqual([
      'records[0].parent',
      'records[0].type',
      'records[1]',
      'records[2].parent',
    ])
  })

  it('should report 1,000 faults, and how many more there are', () => {
    const { issues } = readRecords(Array(1_234).fill(null), '')
    expect(issues).toHaveLength(1_001)
    expect(issues.at(-1)).toEqual({ code: 'missingResource', path: 'body', message: '234 more faults are not listed' })
    expect(readRecords(Array(1_000).fill(null), '').issues).toHaveLength(1_000)
  })

  it('should find one loop of all records, and one of each pair, without recursion', () => {
    const count = LIMITS.cmdbRecords
    const ring = Array.from({ length: count }, (_, at) => entry(`r${at}`, { parent: `r${(at + 1) % count}` }))
    const [loop, ...others] = readRecords(ring, '').issues
    expect(others).toEqual([])
    expect(loop?.message).toBe(
      `parents form a loop: ${Array.from({ length: 10 }, (_, at) => `r${at}`).join(' -> ')} -> 49990 more -> r0`,
    )
    const pairs = ring
      .slice(0, 200)
      .map(({ resource }, at) => entry(resource, { parent: `r${at % 2 === 0 ? at + 1 : at - 1}` }))
    expect(readRecords(pairs, '').issues).toHaveLength(100)
  })
})

describe('readJsonRecords', () => {
  it('should read text as it reads values, escapes included', () => {
    const text = '[{"resource": "\\u0061", "environment": "E"}, {"resource": "b\\u0000", "environment": "E"}]'
    const { records, issues } = withoutPauses(readJsonRecords(text, ''))
    expect(records[0]?.resource).toBe('a')
    expect(issues.map(({ path }) => path)).toEqual(['records[1].resource'])
  })

  it.each(['', '{', '[{"resource": "a"},]', 'resource\na'])('should refuse %j, which is not JSON', (text) => {
    const { issues } = withoutPauses(readJsonRecords(text, ''))
    expect(issues).toMatchObject([{ code: 'invalidJson', path: 'body' }])
  })

  it.each(['['.repeat(3_000_000), `[${'{},'.repeat(3_000_000)}{}]`])(
    'should refuse millions of lists and objects unparsed',
    (text) => {
      expect(withoutPauses(readJsonRecords(text, '')).issues).toMatchObject([{ code: 'tooManyRecords', path: 'body' }])
    },
  )

  it('should not mistake brackets in texts for lists', () => {
    const text = JSON.stringify([entry('a', { attributes: { k: '"[\\'.repeat(300_000) } })])
    expect(withoutPauses(readJsonRecords(text, '')).issues).toEqual([])
  })
})

// Helpers

function entry(resource: string, fields: object = {}) {
  return { resource, environment: 'E', ...fields }
}
