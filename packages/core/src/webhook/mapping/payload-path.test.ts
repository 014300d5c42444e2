import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../limits.js'
import { lookUpPath, type PathStep, parsePath, writePath } from './payload-path.js'

const payload = {
  a: { b: 'deep' },
  list: ['first', { b: 'second' }],
  labels: { 'app.kubernetes.io/name': 'shop', 'a"b': 1, "it's": 2, '': 3, 'two words': 4 },
  toString: 'own',
}

describe('parsePath and lookUp', () => {
  it.each([
    ['a', payload.a],
    ['a.b', 'deep'],
    ['  a.b ', 'deep'],
    ['list[0]', 'first'],
    ['list[1].b', 'second'],
    ['labels["app.kubernetes.io/name"]', 'shop'],
    [`labels['app.kubernetes.io/name']`, 'shop'],
    ['labels["a\\"b"]', 1],
    [`labels["it's"]`, 2],
    ['labels[""]', 3],
    ['labels.two words', 4],
    ['["a"].b', 'deep'],
    ['toString', 'own'],
  ])('should find the value at %s', (text, found) => {
    const path = parsePath(text)
    expect([path.fault, lookUpPath(payload, path.steps, -1)]).toEqual([undefined, found])
  })

  it.each([
    'none',
    'a.none',
    'a.b.c',
    'a.b.length',
    'list.length',
    'list.0',
    'list[2]',
    'a[0]',
    'list[N]',
    'Production',
    'valueOf',
    'a.hasOwnProperty',
    'a.toString.name',
    '{{ a.b }}',
  ])('should find nothing at %s', (text) => {
    expect(lookUpPath(payload, parsePath(text).steps, -1)).toBeUndefined()
  })

  it('should read the element of [N]', () => {
    expect(lookUpPath(payload, parsePath('list[N].b').steps, 1)).toBe('second')
  })

  it('should separate the steps behind []', () => {
    expect(parsePath('a.list[].b[0]')).toMatchObject({ steps: ['a', 'list'], each: ['b', 0] })
    expect(parsePath('tags[]')).toMatchObject({ steps: ['tags'], each: [] })
  })

  it.each([
    ['', 'it is empty'],
    ['   ', 'it is empty'],
    ['a..b', 'a name is missing at character 2'],
    ['.a', 'a name is missing at character 1'],
    ['a.', 'a name is missing at character 2'],
    ['a[x]', 'the bracket at character 2 holds no index, N or quoted key'],
    ['a[-1]', 'the bracket at character 2'],
    ['a[0', 'the bracket at character 2'],
    ['a["b]', 'the bracket at character 2'],
    ['a[0]b', 'a dot is missing at character 5'],
    ['a]', 'a dot is missing at character 2'],
    ['a[].b[]', 'it has [] twice'],
    ['a.__proto__.b', '__proto__ is never read'],
    ['["constructor"].name', 'constructor is never read'],
    ['x'.repeat(LIMITS.payloadPath + 1), 'it is longer than 1000 characters'],
    ['a[0]'.repeat(1) + '[0]'.repeat(LIMITS.payloadPathSteps), 'it has more than 50 steps'],
  ])('should say why %.30s finds nothing', (text, fault) => {
    const path = parsePath(text)
    expect(path.fault).toContain(fault)
    expect([payload, [payload], 'text', null].map((value) => lookUpPath(value, path.steps, 0))).toEqual(
      Array(4).fill(undefined),
    )
  })

  it('should never read keys with these names', () => {
    const hostile = JSON.parse('{"__proto__": {"x": 1}, "constructor": {"x": 1}}')
    for (const text of ['__proto__.x', 'constructor.x', '["__proto__"]', 'constructor']) {
      expect(lookUpPath(hostile, parsePath(text).steps, -1)).toBeUndefined()
    }
  })

  it('should read only what the JSON shows, for any path and payload', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(step(), { maxLength: 4 }), (value, steps) => {
        const path = parsePath(writePath(steps as PathStep[], -1))
        const found = path.fault === undefined ? lookUpPath(value, path.steps, -1) : undefined
        expect(found).toEqual(steps.length === 0 ? undefined : naiveLookUp(value, steps))
      }),
    )
  })
})

describe('writePath', () => {
  it('should write a path that reads as the same steps', () => {
    fc.assert(
      fc.property(fc.array(step(), { minLength: 1, maxLength: 5 }), (steps) => {
        const { steps: read, fault } = parsePath(writePath(steps as PathStep[], -1))
        expect([fault, read.map((each) => (typeof each === 'object' ? each.own : each))]).toEqual([undefined, steps])
      }),
    )
  })

  it('should replace [N] by the index', () => {
    const { steps } = parsePath('alerts[N]["a.b"]')
    expect([writePath(steps, 3), writePath(steps, -1)]).toEqual(['alerts[3]["a.b"]', 'alerts[N]["a.b"]'])
  })
})

// Helpers

function step(): fc.Arbitrary<string | number> {
  const key = fc.oneof(
    fc.string(),
    fc.constantFrom('length', 'toString', 'a', '0', 'a.b', '"', '\\', ' x ', 'hasOwnProperty'),
  )
  return fc.oneof(
    key.filter((text) => text !== '__proto__' && text !== 'constructor'),
    fc.nat(5),
  )
}

function naiveLookUp(value: unknown, [step, ...rest]: readonly (string | number)[]): unknown {
  if (step === undefined) return value
  const children: readonly [string | number, unknown][] =
    typeof value !== 'object' || value === null
      ? []
      : Array.isArray(value)
        ? value.map((child, index) => [index, child])
        : Object.entries(value)
  const [, child] = children.find(([key]) => key === step) ?? []
  return child === undefined ? undefined : naiveLookUp(child, rest)
}
