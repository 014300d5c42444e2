import { describe, expect, it } from 'vitest'
import { formatPeriod, toInstant, toLocalTime } from './zoned-time.js'

describe('a local time in a time zone', () => {
  it.each([
    ['2030-01-06T02:00', 'Europe/Berlin', '2030-01-06T01:00:00.000Z'],
    ['2030-07-06T02:00', 'Europe/Berlin', '2030-07-06T00:00:00.000Z'],
    ['2030-01-06T02:00', 'UTC', '2030-01-06T02:00:00.000Z'],
    ['2030-01-06T02:00', 'Asia/Kathmandu', '2030-01-05T20:15:00.000Z'],
    // The clocks of Berlin go forward on 31 March 2030 at 02:00, and back on 27 October 2030 at 03:00.
    ['2030-03-31T01:59', 'Europe/Berlin', '2030-03-31T00:59:00.000Z'],
    ['2030-03-31T03:00', 'Europe/Berlin', '2030-03-31T01:00:00.000Z'],
    ['2030-10-27T03:00', 'Europe/Berlin', '2030-10-27T02:00:00.000Z'],
    ['2029-12-31T23:30', 'America/New_York', '2030-01-01T04:30:00.000Z'],
  ])('should be the instant, and the instant this time again: %s %s', (local, timezone, instant) => {
    expect(toInstant(local, timezone)).toBe(instant)
    expect(toLocalTime(instant, timezone)).toBe(local)
  })

  it('should be sent as it is if it is not complete', () => {
    expect(toInstant('', 'UTC')).toBe('')
  })

  it('should be read as UTC if the browser does not know the time zone', () => {
    expect(toInstant('2030-01-06T02:00', 'Moon/Crater')).toBe('2030-01-06T02:00:00.000Z')
    const period = { startTime: '2030-01-06T02:00:00Z', endTime: '2030-01-06T04:00:00Z', timezone: 'Moon/Crater' }
    expect(formatPeriod(period)).toMatch(/2:00.*4:00.* UTC$/)
  })
})
