import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { laterTimestamp, readTimestamp } from './timestamp.js'

describe('readTimestamp', () => {
  it.each([
    ['2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20T12:00:00Z', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20T13:00:00+01:00', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T12:00', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20T12:00:00.123456', '2026-11-20T12:00:00.123Z'],
    ['2026-11-20T13:00:00+0100', '2026-11-20T12:00:00.000Z'],
    ['2024-02-29T00:30:00+01:00', '2024-02-28T23:30:00.000Z'],
  ])('should read %s', (text, time) => {
    expect(readTimestamp(text)).toBe(time)
  })

  it.each([
    '',
    'now',
    '1',
    '2026',
    '2026-13-01',
    '2026-02-30',
    '2025-02-29T12:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T12:60:00Z',
    '2026-11-20T',
    '+012026-01-01',
    'Fri Nov 20 2026',
  ])('should refuse %j', (text) => {
    expect(readTimestamp(text)).toBeUndefined()
  })
})

describe('laterTimestamp', () => {
  it('should always be later than the previous time, and never before now', () => {
    const time = fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString())
    fc.assert(
      fc.property(time, time, (previous, now) => {
        expect(laterTimestamp(previous, now) > previous).toBe(true)
        expect(laterTimestamp(previous, now) >= now).toBe(true)
      }),
    )
  })
})
