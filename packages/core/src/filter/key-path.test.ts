import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { clause, subject } from '../../test/arbitrary/filter.js'
import { naiveField } from '../../test/naive-filter.js'
import { WorkMeter } from '../work-meter.js'
import { compileKey } from './key-path.js'

describe('compileKey', () => {
  it.each([
    ['a', { a: 1 }, 1],
    ['a.b', { a: { b: 1 } }, 1],
    ['a.b', { 'a.b': 1 }, 1],
    // A dot is first read as a separator between two names. If no value is found this way, or only `null`, the dot is
    // read as part of a name.
    ['a.b', { a: { b: 1 }, 'a.b': 2 }, 1],
    ['a.b', { a: { b: null }, 'a.b': 2 }, 2],
    ['a.b', { a: { c: 1 }, 'a.b': 2 }, 2],
    ['a.b.c', { a: { 'b.c': 1 } }, 1],
    ['a.b.c', { 'a.b': { c: 1 } }, 1],
    ['a.b.c', { a: { b: 2 }, 'a.b': { c: 1 } }, 1],
    ['a..b', { a: { '': { b: 1 } } }, 1],
    ['a.b', { a: 'text' }, undefined],
    ['a.length', { a: 'text' }, undefined],
    ['a', { a: null }, null],
    // The rest of the key is read from each element of a list.
    ['a.b', { a: [{ b: 1 }, { c: 2 }, 3, [{ b: 4 }]] }, [1, undefined, undefined, [4]]],
    ['a.length', { a: [1] }, [undefined]],
    ['a.0', { a: [1] }, [undefined]],
  ])('should read %s of %j', (key, fields, expected) => {
    expect(compileKey(key)(fields, new WorkMeter())).toEqual(expected)
  })

  it.each(['__proto__', 'constructor', 'constructor.name', 'toString', 'a.__proto__', 'a.constructor.name'])(
    'should not reach a prototype with the key %s',
    (key) => {
      expect(compileKey(key)({ a: {} }, new WorkMeter())).toBeUndefined()
    },
  )

  it('should read fields named like built-in properties', () => {
    const fields = JSON.parse('{"__proto__": {"constructor": 1}}')
    expect(compileKey('__proto__.constructor')(fields, new WorkMeter())).toBe(1)
  })

  it('should find the same field as trying every way to split the key', () => {
    fc.assert(
      fc.property(clause(), subject(), ({ key }, fields) => {
        expect(compileKey(key)(fields, new WorkMeter()) ?? undefined).toEqual(naiveField(fields, key))
      }),
      propertyRuns(2_000),
    )
  })
})
