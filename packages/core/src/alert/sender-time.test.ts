import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import type { JsonValue } from '../json-value.js'
import { LocalClock } from '../local-time.js'
import { readTimestamp } from '../timestamp.js'
import { readSenderTime } from './sender-time.js'

const UTC = new LocalClock('UTC')
const BERLIN = new LocalClock('Europe/Berlin')

describe('a time of a sender', () => {
  it.each<[JsonValue, string]>([
    ['2026-11-28T18:05:43.123Z', '2026-11-28T18:05:43.123Z'],
    ['2026-11-28T18:05:43', '2026-11-28T18:05:43.000Z'],
    ['2026-11-28T18:05:43.1234567890123Z', '2026-11-28T18:05:43.123Z'],
    ['2026-11-28', '2026-11-28T00:00:00.000Z'],
    ['2026-11-28 18:05:43', '2026-11-28T18:05:43.000Z'],
    ['  2026-11-28 18:05  ', '2026-11-28T18:05:00.000Z'],
    ['2026-11-28 18:05:43,123', '2026-11-28T18:05:43.123Z'],
    ['2026-11-28 18:05:43.123456+00:00', '2026-11-28T18:05:43.123Z'],
    ['2026-11-28 18:05:43 +0100', '2026-11-28T17:05:43.000Z'],
    ['2026-11-28T18:05:43+01', '2026-11-28T17:05:43.000Z'],
    ['2026-11-28t18:05:43z', '2026-11-28T18:05:43.000Z'],
    ['2026-11-28 18:05:43 UTC', '2026-11-28T18:05:43.000Z'],
    ['2026-11-28 18:05:43 GMT', '2026-11-28T18:05:43.000Z'],
    ['2026.11.28 18:05:43', '2026-11-28T18:05:43.000Z'],
    ['2026/11/28 18:05:43', '2026-11-28T18:05:43.000Z'],
    ['2026/1/5 8:05', '2026-01-05T08:05:00.000Z'],
    [1_795_889_143, '2026-11-28T18:05:43.000Z'],
    ['1795889143', '2026-11-28T18:05:43.000Z'],
    [1_795_889_143.123, '2026-11-28T18:05:43.123Z'],
    ['1795889143.123456', '2026-11-28T18:05:43.123Z'],
    [1_795_889_143_123, '2026-11-28T18:05:43.123Z'],
    ['1795889143123', '2026-11-28T18:05:43.123Z'],
    [1_795_889_143_123_456, '2026-11-28T18:05:43.123Z'],
    ['1795889143123456789', '2026-11-28T18:05:43.123Z'],
    [1_795_889_143_123_456_800, '2026-11-28T18:05:43.123Z'],
    ['Sat, 28 Nov 2026 18:05:43 +0100', '2026-11-28T17:05:43.000Z'],
    ['Sat, 28 Nov 2026 18:05:43 GMT', '2026-11-28T18:05:43.000Z'],
    ['28 Nov 2026 18:05 -0000 (UTC)', '2026-11-28T18:05:00.000Z'],
    ['Sat, 28 Nov 2026 10:05:43 PST', '2026-11-28T18:05:43.000Z'],
    ['sat, 5 dec 2026 18:05:43 edt', '2026-12-05T22:05:43.000Z'],
    ['2026-11-28 18:05:43.123456789 +0000 UTC m=+0.1', '2026-11-28T18:05:43.123Z'],
    ['2026-11-28 19:05:43.1 +0100 CET', '2026-11-28T18:05:43.100Z'],
    ['2026-11-28 21:50:43 +0545 +0545 m=-12.000000001', '2026-11-28T16:05:43.000Z'],
  ])('should be read from %j as %s', (value, time) => {
    expect(readSenderTime(value, UTC)).toBe(time)
  })

  it.each<[string, string]>([
    ['2026-11-28 18:05:43', '2026-11-28T17:05:43.000Z'],
    ['2026-07-28T18:05:43', '2026-07-28T16:05:43.000Z'],
    ['2026.07.28 18:05:43', '2026-07-28T16:05:43.000Z'],
    ['2026-11-28', '2026-11-27T23:00:00.000Z'],
    ['Sat, 28 Nov 2026 18:05:43', '2026-11-28T17:05:43.000Z'],
    // A time that says its zone does not depend on the zone of the sender.
    ['2026-11-28 18:05:43 UTC', '2026-11-28T18:05:43.000Z'],
    ['1795889143', '2026-11-28T18:05:43.000Z'],
    ['Sat, 28 Nov 2026 18:05:43 GMT', '2026-11-28T18:05:43.000Z'],
    // On 25 October, the clocks show 02:00 to 02:59 twice: the first time counts.
    ['2026-10-25 01:59:59', '2026-10-24T23:59:59.000Z'],
    ['2026-10-25 02:30:00', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25 03:00:00', '2026-10-25T02:00:00.000Z'],
    // On 29 March, the clocks go from 02:00 to 03:00: 02:30 is half an hour after the change.
    ['2026-03-29 01:59:59', '2026-03-29T00:59:59.000Z'],
    ['2026-03-29 02:30:00', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29 03:00:00', '2026-03-29T01:00:00.000Z'],
  ])('should be read from %j of a sender in Berlin as %s', (text, time) => {
    expect(readSenderTime(text, BERLIN)).toBe(time)
  })

  it.each(['0001-01-01T00:00:00Z', '0001-01-01 00:00:00 +0000 UTC', '0001-01-01T00:00:00'])(
    'should be none if it is the zero time %s',
    (text) => {
      expect([readSenderTime(text, UTC), readSenderTime(text, BERLIN)]).toEqual([null, null])
    },
  )

  it.each<JsonValue>([
    '',
    ' ',
    'yesterday',
    '28.11.2026 18:05:43',
    '11/28/2026 6:05 PM',
    '2026/11/28 06:05:43 PM',
    '2026-11/28 18:05:43',
    '2026-02-30 10:00:00',
    '2026-13-01',
    '2026-11-28 24:00:00',
    '2026-11-28 18:60:00',
    '2026-11-28 18:05:43 CET',
    '2026-11-28 18:05:43 UTC CET',
    '2026-11-28 18:05:43 +2500',
    '2026-11-28 18:05:43 Europe/Berlin',
    'Sat, 28 Nix 2026 18:05:43 +0000',
    'Sat, 31 Nov 2026 18:05:43 +0000',
    '1e9',
    '-1',
    '+1795889143',
    '17958891431234567890123456789',
    1e30,
    true,
    ['2026-11-28'],
    { time: '2026-11-28' },
    `2026-11-28 18:05:43${' '.repeat(100)}`,
  ])('should not be read from %j', (value) => {
    expect(readSenderTime(value, UTC) ?? undefined).toSatisfy((time) => time === undefined || time < '2000')
  })

  it('should not be read without a zone if the zone of the sender is unknown', () => {
    expect(readSenderTime('2026-11-28 18:05:43', undefined)).toBeUndefined()
    expect(readSenderTime('2026-11-28 18:05:43 +0100', undefined)).toBe('2026-11-28T17:05:43.000Z')
  })

  it('should be the same instant in every form in which it can be written', () => {
    fc.assert(
      fc.property(instant(), form(), fc.constantFrom(...ZONES), (time, { write, unit }, zone) => {
        const written = Math.floor(time / unit) * unit
        const read = readSenderTime(write(written), new LocalClock(zone))
        expect(read).toBe(new Date(written).toISOString())
      }),
      propertyRuns(1_000),
    )
  })

  it('should be what the clocks of the sender show, and the first such time', () => {
    fc.assert(
      fc.property(instant(), fc.constantFrom(...ZONES), fc.constantFrom(...LOCAL_FORMS), (time, zone, write) => {
        const second = Math.floor(time / 1000) * 1000
        const read = Date.parse(readSenderTime(write(shown(second, zone)), new LocalClock(zone)) ?? '')
        expect(shown(read, zone)).toBe(shown(second, zone))
        expect(read).toBeLessThanOrEqual(second)
        for (const earlier of [1, 2, 3, 4, 24, 48].map((halfHours) => read - halfHours * 1_800_000)) {
          expect(shown(earlier, zone)).not.toBe(shown(second, zone))
        }
      }),
      propertyRuns(1_000),
    )
  })

  it('should be read from ISO 8601 as requests are read', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          instant().map((time) => new Date(time).toISOString()),
          odd(),
        ),
        (text) => {
          const iso = readTimestamp(text)
          if (iso !== undefined && iso > '0002') expect(readSenderTime(text, UTC)).toBe(iso)
        },
      ),
      propertyRuns(1_000),
    )
  })

  it('should never throw, and always be in the stored format', () => {
    const value = fc.oneof(odd(), fc.string(), fc.double(), fc.jsonValue() as fc.Arbitrary<JsonValue>)
    fc.assert(
      fc.property(value, fc.constantFrom(UTC, BERLIN), (sent, clock) => {
        const time = readSenderTime(sent, clock) ?? null
        expect(time === null || readTimestamp(time) === time).toBe(true)
      }),
      propertyRuns(2_000),
    )
  })
})

// Helpers

/** Zones with and without summer time, with half hours, with a day that was skipped, and south of the equator. */
const ZONES = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia'],
  ...['Africa/Casablanca', 'America/Caracas', 'Antarctica/Troll', 'America/Sao_Paulo', 'Asia/Pyongyang'],
]

function instant(): fc.Arbitrary<number> {
  const anyTime = fc.integer({ min: Date.UTC(2000, 0, 3), max: Date.UTC(2037, 11, 31) })
  // Near the changes of the clocks of Berlin and New York, and the day that Apia left out.
  const changes = [
    Date.UTC(2026, 9, 25, 1),
    Date.UTC(2026, 2, 29, 1),
    Date.UTC(2026, 10, 1, 6),
    Date.UTC(2011, 11, 30, 10),
  ]
  const near = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -10_800_000, max: 10_800_000 }))
    .map(([change, ahead]) => change + ahead)
  return fc.oneof(anyTime, near)
}

interface Form {
  readonly write: (time: number) => JsonValue
  /** The smallest difference between two times that the form can show, in milliseconds. */
  readonly unit: number
}

/** Forms that say their zone. The texts are made of the parts of a date, and not of the forms of `Date`. */
function form(): fc.Arbitrary<Form> {
  const offset = fc.constantFrom(-570, -300, 0, 60, 345, 840)
  const withOffset = (write: (local: Parts, offset: string) => string, unit: number) =>
    offset.map(
      (minutes): Form => ({ write: (time) => write(partsOf(time + minutes * 60_000), offsetText(minutes)), unit }),
    )
  return fc.oneof(
    fc.constantFrom<Form>(
      { write: (time) => time / 1000, unit: 1 },
      { write: (time) => String(time / 1000), unit: 1000 },
      { write: (time) => time, unit: 1 },
      { write: (time) => time * 1000, unit: 1 },
      { write: (time) => time * 1_000_000, unit: 1 },
      { write: (time) => `${time}000000`, unit: 1 },
    ),
    withOffset((p, zone) => `${p.year}-${p.month}-${p.day} ${p.hour}:${p.minute}:${p.second}.${p.ms}${zone}`, 1),
    withOffset((p, zone) => `${p.year}/${p.month}/${p.day}T${p.hour}:${p.minute}:${p.second} ${zone}`, 1000),
    withOffset((p, zone) => `${p.year}.${p.month}.${p.day}  ${p.hour}:${p.minute}${zone}`, 60_000),
    withOffset(
      (p, zone) => `${p.name}, ${Number(p.day)} ${p.monthName} ${p.year} ${p.hour}:${p.minute}:${p.second} ${zone}`,
      1000,
    ),
    withOffset(
      (p, zone) => `${p.year}-${p.month}-${p.day} ${p.hour}:${p.minute}:${p.second}.${p.ms}4567 ${zone} XYZ m=+1.5`,
      1,
    ),
  )
}

type Parts = ReturnType<typeof partsOf>

function partsOf(time: number) {
  const date = new Date(time)
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    year: date.getUTCFullYear(),
    month: two(date.getUTCMonth() + 1),
    day: two(date.getUTCDate()),
    hour: two(date.getUTCHours()),
    minute: two(date.getUTCMinutes()),
    second: two(date.getUTCSeconds()),
    ms: String(date.getUTCMilliseconds()).padStart(3, '0'),
    name: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][date.getUTCDay()],
    monthName: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[date.getUTCMonth()],
  }
}

function offsetText(minutes: number): string {
  const absolute = Math.abs(minutes)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(absolute / 60))}${two(absolute % 60)}`
}

/** The local time in a zone, such as `2026-11-28 18:05:43`, by another locale than the reader uses. */
function shown(time: number, timeZone: string): string {
  const known =
    SWEDISH.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  SWEDISH.set(timeZone, known)
  return known.format(time)
}
const SWEDISH = new Map<string, Intl.DateTimeFormat>()

const LOCAL_FORMS: readonly ((shown: string) => string)[] = [
  (text) => text,
  (text) => text.replace(' ', 'T'),
  (text) => text.replaceAll('-', '/'),
  (text) => text.replaceAll('-', '.'),
]

/** Texts that are nearly times. */
function odd(): fc.Arbitrary<string> {
  const part = fc.constantFrom(
    ...[
      '2026',
      '-',
      '11',
      '.',
      '/',
      '28',
      'T',
      ' ',
      '18',
      ':',
      '05',
      '+',
      '01',
      'Z',
      'UTC',
      'm=',
      'Sat,',
      'Nov',
      '9',
      '(',
      ')',
    ],
    ...[
      '2026-11-28',
      '18:05:43',
      '+0100',
      '0000-01-01',
      '9999-12-31',
      '23:59:59.999',
      '1795889143',
      'Sat, 28 Nov 2026',
    ],
  )
  return fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''))
}
