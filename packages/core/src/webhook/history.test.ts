import { describe, expect, it } from 'vitest'
import { type ErrorEntry, pushEntry, summarizeHistories, tracebackOf } from './history.js'

describe('pushEntry', () => {
  it('should keep the five newest, newest first', () => {
    const kept = [1, 2, 3, 4, 5, 6, 7]
      .map(entry)
      .reduce<readonly ErrorEntry[]>((history, next) => pushEntry(history, next), [])
    expect(kept.map(({ httpStatus }) => httpStatus)).toEqual([7, 6, 5, 4, 3])
  })
})

describe('summarizeHistories', () => {
  it('should count, and tell when the newest arrived', () => {
    expect(summarizeHistories([], [])).toEqual({
      payloadHistoryCount: 0,
      lastPayloadAt: null,
      errorHistoryCount: 0,
      lastErrorAt: null,
    })
    expect(summarizeHistories([entry(2), entry(1)], [entry(3)])).toEqual({
      payloadHistoryCount: 2,
      lastPayloadAt: entry(2).receivedAt,
      errorHistoryCount: 1,
      lastErrorAt: entry(3).receivedAt,
    })
  })
})

describe('tracebackOf', () => {
  it('should hold the last 20 lines, those of what was thrown in the end last', () => {
    const cause = new Error('disk full')
    const error = new Error(Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n'), { cause })
    error.stack = `${error.message}\n    at here`
    const lines = tracebackOf(error).split('\n')
    expect(lines).toHaveLength(20)
    expect(lines.at(-1)).toBe('    at here')
  })

  it('should hold the cause', () => {
    expect(tracebackOf(Object.assign(new Error('a', { cause: new Error('b') }), { stack: 'Error: a' }))).toContain(
      'Error: b',
    )
  })

  it('should survive whatever is thrown', () => {
    const ring = new Error('ring')
    ring.cause = ring
    expect([tracebackOf(ring).length > 0, tracebackOf('text'), tracebackOf(Object.create(null))]).toEqual([
      true,
      'thrown: string',
      'thrown: object',
    ])
  })
})

// Helpers

function entry(number: number): ErrorEntry {
  const receivedAt = `2026-11-20T12:00:0${number}.000Z`
  return {
    receivedAt,
    httpStatus: number,
    sizeBytes: 1,
    oversized: false,
    payload: null,
    message: null,
    traceback: null,
  }
}
