import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { columnMapText, readColumnMap } from './column-map.js'

describe('columnMapText', () => {
  it('should write maps so that they are read again, or nothing', () => {
    const name = fc.string({ unit: fc.constantFrom('a', ':', ',', ' ', '.'), minLength: 1, maxLength: 6 })
    const field = fc.constantFrom('resource', 'parent', 'type', '', 'attr.a')
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(name, field), { selector: ([each]) => each, maxLength: 4 }), (pairs) => {
        const map = new Map(pairs)
        const text = columnMapText(map)
        if (text !== undefined) expect(readColumnMap(text)).toEqual(map)
        else expect(pairs.some(([each, to]) => /^\s|\s$|[:,]/.test(each) || repeated(pairs, to))).toBe(true)
      }),
      propertyRuns(500),
    )
  })
})

function repeated(pairs: readonly (readonly [string, string])[], field: string): boolean {
  return field !== '' && pairs.filter(([, to]) => to === field).length > 1
}
