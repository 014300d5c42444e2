import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignOrdinals } from './ordinal.js'

describe('assignOrdinals', () => {
  it('should assign increasing integers from 1, for any stored numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(5_000), { nil: undefined })), (stored) => {
        const ordinals = [0, ...assignOrdinals(stored)]
        expect(ordinals.every((ordinal, index) => index === 0 || ordinal > (ordinals[index - 1] ?? 0))).toBe(true)
        expect(ordinals.every(Number.isSafeInteger)).toBe(true)
      }),
    )
  })

  it('should keep every number if items are only added at the end or removed', () => {
    const stored = assignOrdinals(Array.from({ length: 100 }, () => undefined))
    expect(assignOrdinals([...stored, undefined]).slice(0, -1)).toEqual(stored)
    const left = stored.filter((_, index) => index % 3 !== 0)
    expect(assignOrdinals(left)).toEqual(left)
  })

  it('should keep the numbers around an item that is inserted between two others', () => {
    const stored = assignOrdinals([undefined, undefined, undefined])
    const ordinals = assignOrdinals([stored[0], undefined, undefined, stored[1], stored[2]])
    expect([ordinals[0], ordinals[3], ordinals[4]]).toEqual(stored)
  })
})
