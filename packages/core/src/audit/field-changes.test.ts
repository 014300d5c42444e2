import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameJson, type JsonValue } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { auditFields, fieldChanges } from './field-changes.js'

describe('fieldChanges', () => {
  it('should give the old and the new value of each field that differs', () => {
    const before = { name: 'a', filters: { clauses: [{ key: 'x' }] }, topologyId: null, weight: 1 }
    const after = { name: 'b', filters: {}, topologyId: 't', weight: 1 }
    expect(fieldChanges(before, after)).toEqual({
      name: { from: 'a', to: 'b' },
      filters: { from: { clauses: [{ key: 'x' }] }, to: {} },
      topologyId: { from: null, to: 't' },
    })
  })

  it('should list exactly the fields that differ', () => {
    fc.assert(
      fc.property(fields(), fields(), (before, after) => {
        const differing = NAMES.filter((name) => !isSameJson(before[name], after[name]))
        expect(Object.keys(fieldChanges(before, after)).sort()).toEqual(differing.sort())
      }),
    )
  })

  it('should cut values that are too long, and mark the cut', () => {
    const long = 'x'.repeat(LIMITS.auditValue + 1)
    const cut = `${'x'.repeat(LIMITS.auditValue)}…`
    expect(fieldChanges({ text: '' }, { text: long })).toEqual({ text: { from: '', to: cut } })
    expect(auditFields({ text: long, list: [long], short: ['x'] })).toEqual({
      text: cut,
      list: `["${'x'.repeat(LIMITS.auditValue - 2)}…`,
      short: ['x'],
    })
  })
})

// Helpers

const NAMES = ['name', 'filters', '__proto__'] as const

function fields(): fc.Arbitrary<Readonly<Record<(typeof NAMES)[number], JsonValue>>> {
  const value = fc.oneof(fc.constantFrom<JsonValue>(null, 1, 'a', [], {}), fc.jsonValue() as fc.Arbitrary<JsonValue>)
  return fc.tuple(value, value, value).map((values) => {
    return Object.fromEntries(NAMES.map((name, index) => [name, values[index]])) as Record<
      (typeof NAMES)[number],
      JsonValue
    >
  })
}
