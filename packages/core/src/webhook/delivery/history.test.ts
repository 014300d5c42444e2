import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DeliveryRecord,
  type ErrorEntry,
  foldRecords,
  formatTraceback,
  joinHistories,
  NO_HISTORIES,
  pushEntry,
  summarizeHistories,
} from './history.js'

describe('pushEntry', () => {
  it('should keep the five newest, newest first', () => {
    const kept = [1, 2, 3, 4, 5, 6, 7]
      .map(entry)
      .reduce<readonly ErrorEntry[]>((history, next) => pushEntry(history, next), [])
    expect(kept.map(({ httpStatus }) => httpStatus)).toEqual([7, 6, 5, 4, 3])
  })
})

describe('foldRecords', () => {
  it('should keep the newest entries of each webhook, separately for each history', () => {
    const records = [1, 2, 3, 4, 5, 6].flatMap((number) => [
      record('a', { payload: number, error: null }),
      record('b', { payload: null, error: number }),
    ])
    const folded = foldRecords([...records, record('c', { payload: null, error: null })])
    expect(folded.get('a')).toEqual({ payloads: [6, 5, 4, 3, 2].map(entry), errors: [] })
    expect(folded.get('b')).toEqual({ payloads: [], errors: [6, 5, 4, 3, 2].map(entry) })
    expect(folded.get('c')).toEqual(NO_HISTORIES)
    expect([...folded.keys()]).toEqual(['a', 'b', 'c'])
  })
})

describe('joinHistories', () => {
  it('should join parts to the histories of all deliveries', () => {
    const number = fc.option(fc.integer({ min: 0, max: 9 }))
    const records = fc.array(fc.record({ payload: number, error: number }), { maxLength: 12 })
    fc.assert(
      fc.property(records, records, (older, newer) => {
        const left = (some: typeof older) =>
          foldRecords(some.map((fields) => record('a', fields))).get('a') ?? NO_HISTORIES
        expect(joinHistories(left(newer), left(older))).toEqual(left([...older, ...newer]))
      }),
    )
  })
})

describe('summarizeHistories', () => {
  it('should count entries, with the time of the newest', () => {
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

describe('formatTraceback', () => {
  it('should hold the last 20 lines, with the outermost error last', () => {
    const cause = new Error('disk full')
    const error = new Error(Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n'), { cause })
    error.stack = `${error.message}\n    at here`
    const lines = formatTraceback(error).split('\n')
    expect(lines).toHaveLength(20)
    expect(lines.at(-1)).toBe('    at here')
  })

  it('should hold the cause', () => {
    expect(formatTraceback(Object.assign(new Error('a', { cause: new Error('b') }), { stack: 'Error: a' }))).toContain(
      'Error: b',
    )
  })

  it('should accept any thrown value', () => {
    const ring = new Error('ring')
    ring.cause = ring
    expect([formatTraceback(ring).length > 0, formatTraceback('text'), formatTraceback(Object.create(null))]).toEqual([
      true,
      'thrown: string',
      'thrown: object',
    ])
  })
})

// Helpers

function record(
  webhookId: string,
  { payload, error }: { readonly payload: number | null; readonly error: number | null },
): DeliveryRecord {
  return {
    webhookId,
    payloadEntry: payload === null ? null : entry(payload),
    errorEntry: error === null ? null : entry(error),
    deliveredAt: null,
  }
}

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
