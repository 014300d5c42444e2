import { describe, expect, it } from 'vitest'
import { timeOrderedId } from './time-ordered-id.js'

/** The number of ids that the tests create. It is so high that several ids are created in each millisecond. */
const MANY = 50_000

describe('timeOrderedId', () => {
  it('should be a UUID of version 7 that begins with the milliseconds', () => {
    const before = Date.now()
    const id = timeOrderedId()
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(timeOf(id)).toBeGreaterThanOrEqual(before)
    expect(timeOf(id)).toBeLessThanOrEqual(Date.now() + 1)
  })

  it('should ascend without a repetition, also within one millisecond', () => {
    const ids = Array.from({ length: MANY }, timeOrderedId)
    expect(new Set(ids.map(timeOf)).size).toBeLessThan(MANY)
    expect(new Set(ids).size).toBe(MANY)
    expect(ids.toSorted()).toEqual(ids)
  })

  it('should not be predictable from the id before', () => {
    const tails = Array.from({ length: 100 }, () => timeOrderedId().slice(-12))
    expect(new Set(tails).size).toBe(tails.length)
  })
})

// Helpers

function timeOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}
