import { describe, expect, it } from 'vitest'
import { allowedRemovals, readRemovalLimit, USUAL_REMOVALS } from './removal-limit.js'

// rules.md#removal-guard-1
describe('readRemovalLimit', () => {
  it.each([
    ['0', 50, 0],
    ['12', 50, 12],
    ['20%', 49, 9],
    ['100%', 7, 7],
    ['20%,10', 49, 10],
    ['20%,10', 100, 20],
    [USUAL_REMOVALS, 3, 10],
  ])('should with %s of %d allow %d', (text, before, allowed) => {
    const limit = readRemovalLimit(text)
    expect(limit && allowedRemovals(limit, before)).toBe(allowed)
  })

  it.each(['', ' 1', '-1', '1.5', '101%', '%', '20%,', ',10', '10,20%', '1e3', '1234567890', 'none'])(
    'should refuse %j',
    (text) => {
      expect(readRemovalLimit(text)).toBeUndefined()
    },
  )
})
