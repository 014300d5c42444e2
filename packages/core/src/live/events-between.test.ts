import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareStates } from './events-between.js'

describe('compareStates', () => {
  it('should name what was created, changed and deleted', () => {
    const before = new Map(Object.entries({ kept: 1, changed: 1, gone: 1 }))
    const after = new Map(Object.entries({ kept: 1, changed: 2, added: 1 }))
    expect(Object.fromEntries(compareStates(before, after))).toEqual({
      ...{ changed: 'changed', added: 'created', gone: 'deleted' },
    })
  })

  it('should name each object that differs, exactly once, and no other', () => {
    fc.assert(
      fc.property(state(), state(), (before, after) => {
        const changes = compareStates(before, after)
        const ids = new Set([...before.keys(), ...after.keys()])
        expect([...changes.keys()].sort()).toEqual([...ids].filter((id) => before.get(id) !== after.get(id)).sort())
        for (const [id, change] of changes) {
          expect(change).toBe(!before.has(id) ? 'created' : after.has(id) ? 'changed' : 'deleted')
        }
      }),
    )
  })
})

// Helpers

function state(): fc.Arbitrary<ReadonlyMap<string, number>> {
  const entry = fc.tuple(fc.constantFrom('a', 'b', 'c', '__proto__'), fc.nat(2))
  return fc.array(entry).map((entries) => new Map(entries))
}
