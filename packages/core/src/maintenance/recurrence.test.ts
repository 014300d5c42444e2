import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { LIMITS } from '../limits.js'
import { localTime } from '../local-time.js'
import { runWithoutPauses } from '../work-meter.js'
import { compileRecurrence, type Recurrence } from './recurrence.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('compileRecurrence', () => {
  it('should keep the local time over changes of daylight saving', () => {
    const start = Date.parse('2026-03-27T01:00:00Z')
    const rule = compiled('FREQ=DAILY', start, 'Europe/Berlin')
    expect(occurrences(rule, start - 1, 4)).toEqual([
      '2026-03-27T01:00:00.000Z',
      '2026-03-28T01:00:00.000Z',
      // 02:00 does not exist on March 29, so RFC 5545 leaves this occurrence out.
      '2026-03-30T00:00:00.000Z',
      '2026-03-31T00:00:00.000Z',
    ])
  })

  it('should never run out: a rule without an end has occurrences after 500 years', () => {
    const rule = compiled('FREQ=DAILY', Date.parse('2020-01-01T02:00:00Z'), 'UTC')
    const later = Date.parse('2520-06-01T12:00:00Z')
    expect(runWithoutPauses(rule.latest(later))).toBe(Date.parse('2520-06-01T02:00:00Z'))
    expect(runWithoutPauses(rule.next(later))).toBe(Date.parse('2520-06-02T02:00:00Z'))
    expect(rule.last).toBeUndefined()
  })

  it('should end after COUNT occurrences, and at UNTIL', () => {
    const start = Date.parse('2026-01-05T02:00:00Z')
    const third = Date.parse('2026-01-19T02:00:00Z')
    for (const end of ['COUNT=3', 'UNTIL=20260119T020000Z', 'UNTIL=20260126T015959Z']) {
      const rule = compiled(`FREQ=WEEKLY;${end}`, start, 'UTC')
      expect(rule.last, end).toBe(third)
      expect(runWithoutPauses(rule.next(third)), end).toBeUndefined()
      expect(runWithoutPauses(rule.latest(third + 1_000 * DAY)), end).toBe(third)
    }
  })

  it('should refuse a rule that has no turn at startTime, and name its first occurrence', () => {
    expect(faultOf('FREQ=WEEKLY;BYDAY=SU')).toBe(
      'has no turn at startTime: its first turn is at 2026-01-04T02:00:00.000Z',
    )
  })

  it.each([
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31',
    'FREQ=YEARLY;BYYEARDAY=-366;BYMONTH=12',
    'FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1;BYDAY=TH;COUNT=1000',
    'FREQ=DAILY;INTERVAL=999;BYMONTH=2;BYMONTHDAY=30;BYDAY=MO',
    `FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=4;BYYEARDAY=${Array.from({ length: 100 }, (_, day) => day + 1).join()}`,
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-366',
  ])('should refuse, after a limited number of steps, %s', (rrule) => {
    expect(faultOf(rrule)).toMatch(/needs more than 1000 steps|has no turn at startTime/)
  })

  it('should refuse a rule that ends before startTime', () => {
    expect(faultOf('FREQ=DAILY;UNTIL=20200101T000000Z')).toBe('ends (UNTIL) before startTime')
  })

  it('should refuse a rule that has an occurrence at startTime, but needs too many steps to the next one', () => {
    const start = Date.parse('2028-02-29T02:00:00Z')
    const rrule = 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29'
    expect(runWithoutPauses(compileRecurrence({ start, timezone: 'UTC', rrule }))).toEqual({
      fault: 'needs more than 1000 steps',
    })
    const yearly = compiled('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', start, 'UTC')
    expect(runWithoutPauses(yearly.next(start))).toBe(Date.parse('2032-02-29T02:00:00Z'))
    expect(compiled('FREQ=YEARLY;UNTIL=20290101T000000Z', start, 'UTC').last).toBe(start)
  })

  it.each([
    ['FREQ=SECONDLY', 'has a wrong value of FREQ: it must be one of YEARLY, MONTHLY, WEEKLY, DAILY'],
    ['FREQ=HOURLY', 'has a wrong value of FREQ: it must be one of YEARLY, MONTHLY, WEEKLY, DAILY'],
    ['FREQ=DAILY;COUNT=1000000000', 'has a wrong value of COUNT: it must be a whole number from 1 to 1000'],
    ['FREQ=DAILY;COUNT=1001', 'has a wrong value of COUNT: it must be a whole number from 1 to 1000'],
    ['FREQ=DAILY;COUNT=0', 'has a wrong value of COUNT: it must be a whole number from 1 to 1000'],
    ['FREQ=DAILY;INTERVAL=0', 'has a wrong value of INTERVAL: it must be a whole number from 1 to 999'],
    ['FREQ=DAILY;UNTIL=20300101', 'has a wrong value of UNTIL: it must be a time in UTC, such as 20301231T235959Z'],
    ['FREQ=DAILY;BYHOUR=2,14', 'has a wrong value of BYHOUR: it must be one hour'],
    ['FREQ=MONTHLY;BYMONTHDAY=32', 'has a wrong value of BYMONTHDAY'],
    ['FREQ=DAILY=X', 'has a wrong value of FREQ: it must be one of YEARLY, MONTHLY, WEEKLY, DAILY'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20300101T000000Z', 'must not have both COUNT and UNTIL'],
    ['FREQ=DAILY;FREQ=WEEKLY', 'has the part FREQ twice'],
    ['INTERVAL=2', 'has no part FREQ'],
    ['FREQ=DAILY;BYDAY=1MO', 'is not a rule of RFC 5545'],
  ])('should refuse %s', (rrule, fault) => {
    expect(faultOf(rrule)).toContain(fault)
  })

  it.each([
    '',
    'garbage',
    'RRULE:FREQ=DAILY',
    'FREQ=DAILY;',
    'FREQ=DAILY\nDTSTART:20200101T000000Z',
    '__proto__=1',
    'freq=DAILY',
    'FREQ=DAILY;BYEASTER=0',
    'RSCALE=CHINESE;FREQ=YEARLY',
  ])('should refuse the unknown part of %j', (rrule) => {
    expect(faultOf(rrule)).toMatch(/^has the part .*; known are FREQ, INTERVAL,|^has a wrong value of FREQ/s)
  })

  it('should refuse a long rule', () => {
    expect(faultOf(`FREQ=DAILY;BYMONTH=${'1,'.repeat(LIMITS.recurrenceText)}1`)).toBe('is longer than 500 characters')
  })

  it('should have the occurrences of a model that goes through all days', () => {
    fc.assert(
      fc.property(anyRule(), fc.integer({ min: -2, max: 2_000 }), ({ rrule, start, timezone, hasOccurrence }, days) => {
        const rule = compiled(rrule, start, timezone)
        const time = start + days * DAY + 5 * HOUR
        const model = modelOf({ start, timezone, hasOccurrence }, time)
        expect([runWithoutPauses(rule.latest(time)), runWithoutPauses(rule.next(time))]).toEqual([
          model.latest,
          model.next,
        ])
        if (model.latest !== undefined) expect(runWithoutPauses(rule.latest(model.latest))).toBe(model.latest)
      }),
      propertyRuns(100),
    )
  })

  it('should find, slice by slice, the occurrences that the library finds in one piece', () => {
    fc.assert(
      fc.property(anyPart(), fc.constantFrom(...ZONES), ({ rrule, hour }, timezone) => {
        const from = Date.parse('2026-01-01T02:00:00Z') + hour * HOUR
        const start = firstInOnePiece(rrule, from, timezone)
        // For example, there is no 31st of April.
        if (start === undefined) return
        const expected = inOnePiece(rrule, start, timezone, 40)
        const rule = compiled(rrule, start, timezone)
        expect(occurrences(rule, start - 1, 40)).toEqual(
          expected.map((occurrence) => new Date(occurrence).toISOString()),
        )
        for (const occurrence of expected) expect(runWithoutPauses(rule.latest(occurrence + 1_000))).toBe(occurrence)
        if (/COUNT|UNTIL/.test(rrule)) expect(rule.last).toBe(inOnePiece(rrule, start, timezone, 1_000).at(-1))
      }),
      propertyRuns(30),
    )
  })

  it('should find 1,000 occurrences of a rule with COUNT, with pauses', () => {
    for (const freq of ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']) {
      const start = Date.parse('2026-01-01T02:00:00Z')
      const compiling = compileRecurrence({ start, timezone: 'UTC', rrule: `FREQ=${freq};COUNT=1000` })
      let pauses = 0
      let step = compiling.next()
      for (; step.done !== true; step = compiling.next()) pauses++
      expect(step.value, freq).toHaveProperty('last', inOnePiece(`FREQ=${freq}`, start, 'UTC', 1_000).at(-1))
      expect(pauses, freq).toBeGreaterThan(10)
    }
  })
})

// Helpers

/** The first occurrence of a rule, from one call of the library; `undefined` = the library finds none. */
function firstInOnePiece(rrule: string, start: number, timezone: string): number | undefined {
  try {
    return inOnePiece(rrule, start, timezone, 1)[0]
  } catch {
    return undefined
  }
}

/** The first occurrences of a rule, from one call of the library. */
function inOnePiece(rrule: string, start: number, timezone: string, count: number): readonly number[] {
  const rruleString = `DTSTART;TZID=${timezone}:${localTime(start, timezone)}\nRRULE:${rrule}`
  const found = new RRuleTemporal({ rruleString }).all((_, index) => index < count)
  return found.slice(0, count).map(({ epochMilliseconds }) => epochMilliseconds)
}

/** Rules with the parts of RFC 5545, and an hour of the year at which they begin. */
function anyPart() {
  const monthDays = fc.uniqueArray(fc.integer({ min: -28, max: 28 }).filter(Boolean), { minLength: 1, maxLength: 5 })
  const months = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 })
  const weekdays = fc.uniqueArray(fc.constantFrom(...SUNDAY_FIRST), { minLength: 1 })
  const by = fc.oneof(
    fc.tuple(
      fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
      weekdays.map((days) => `;BYDAY=${days.join()}`),
    ),
    fc.tuple(
      fc.constantFrom('MONTHLY', 'YEARLY'),
      monthDays.map((days) => `;BYMONTHDAY=${days.join()}`),
    ),
    fc.tuple(
      fc.constantFrom('MONTHLY', 'YEARLY'),
      fc.tuple(weekdays, fc.constantFrom(1, -1)).map(([days, place]) => `;BYDAY=${days.join()};BYSETPOS=${place}`),
    ),
    fc.tuple(
      fc.constant('MONTHLY'),
      weekdays.map((days) => `;BYDAY=${days.map((day) => `-1${day}`).join()}`),
    ),
    fc.tuple(
      fc.constantFrom('DAILY', 'WEEKLY', 'YEARLY'),
      months.map((list) => `;BYMONTH=${list.join()}`),
    ),
    fc.tuple(
      fc.constant('YEARLY'),
      fc.integer({ min: 1, max: 52 }).map((week) => `;BYWEEKNO=${week};BYDAY=MO`),
    ),
  )
  const end = fc.oneof(
    fc.constant(''),
    fc.integer({ min: 1, max: 60 }).map((count) => `;COUNT=${count}`),
  )
  return fc
    .tuple(by, fc.integer({ min: 1, max: 3 }), end, fc.nat(8_759))
    .map(([[freq, parts], every, last, hour]) => ({ rrule: `FREQ=${freq}${parts};INTERVAL=${every}${last}`, hour }))
}

const SUNDAY_FIRST = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Santiago']

function compiled(rrule: string, start: number, timezone: string): Recurrence {
  const rule = runWithoutPauses(compileRecurrence({ start, timezone, rrule }))
  if ('fault' in rule) throw new Error(`${rrule} from ${new Date(start).toISOString()}: ${rule.fault}`)
  return rule
}

function faultOf(rrule: string): string {
  const start = Date.parse('2026-01-01T02:00:00Z')
  const rule = runWithoutPauses(compileRecurrence({ start, timezone: 'UTC', rrule }))
  return 'fault' in rule ? rule.fault : ''
}

function occurrences(rule: Recurrence, after: number, count: number): readonly string[] {
  const found: string[] = []
  for (let time = runWithoutPauses(rule.next(after)); time !== undefined && found.length < count; ) {
    found.push(new Date(time).toISOString())
    time = runWithoutPauses(rule.next(time))
  }
  return found
}

/** Says whether a window has an occurrence on a day; both days are numbered from 1970 in local time. */
type HasOccurrence = (day: number, first: number) => boolean

function anyRule() {
  const time = fc.record({
    timezone: fc.constantFrom(...ZONES),
    start: fc.integer({ min: Date.UTC(2024, 0) / QUARTER, max: Date.UTC(2027, 0) / QUARTER }).map((at) => at * QUARTER),
  })
  const interval = fc.integer({ min: 1, max: 5 })
  const daily = interval.map((every): { text: () => string; hasOccurrence: HasOccurrence } => ({
    text: () => `FREQ=DAILY;INTERVAL=${every}`,
    hasOccurrence: (day, first) => (day - first) % every === 0,
  }))
  const weekly = fc.tuple(interval, fc.uniqueArray(fc.integer({ min: 0, max: 6 }))).map(([every, others]) => ({
    text: (first: number) => {
      const weekdays = new Set([weekdayOf(first), ...others])
      return `FREQ=WEEKLY;INTERVAL=${every};BYDAY=${[...weekdays].map((weekday) => SUNDAY_FIRST[weekday]).join()}`
    },
    hasOccurrence: (day: number, first: number) => {
      const weekdays = new Set([weekdayOf(first), ...others])
      return weekdays.has(weekdayOf(day)) && (mondayOf(day) - mondayOf(first)) % (7 * every) === 0
    },
  }))
  return (
    fc
      .record({ time, kind: fc.oneof(daily, weekly) })
      .map(({ time: { timezone, start }, kind }) => {
        return { start, timezone, rrule: kind.text(dayOf(start, timezone)), hasOccurrence: kind.hasOccurrence }
      })
      // In the hour that occurs twice, a rule begins at its first occurrence.
      .filter(({ start, timezone }) => instantsOf(clockOf(start, timezone), timezone)[0] === start)
  )
}

/**
 * Finds the occurrences around `time` by looking at every day, and at every quarter of an hour of a day with an
 * occurrence.
 */
function modelOf(
  { start, timezone, hasOccurrence }: { start: number; timezone: string; hasOccurrence: HasOccurrence },
  time: number,
) {
  const first = dayOf(start, timezone)
  const clock = clockOf(start, timezone).slice(8)
  const found: number[] = []
  const middle = dayOf(time, timezone)
  for (let day = Math.max(first, middle - 100); day <= Math.max(first, middle) + 100; day++) {
    if (!hasOccurrence(day, first)) continue
    const date = new Date(day * DAY).toISOString().slice(0, 10).replaceAll('-', '')
    found.push(...instantsOf(`${date}${clock}`, timezone).slice(0, 1))
  }
  return { latest: found.findLast((at) => at <= time), next: found.find((at) => at > time) }
}

/** The instants at which the clocks show a local time. No zone is 15 hours away from UTC. */
function instantsOf(local: string, timezone: string): readonly number[] {
  const inUtc = Date.parse(local.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'))
  const quarters = Math.floor((inUtc - 15 * HOUR) / QUARTER)
  return Array.from({ length: 30 * 4 + 1 }, (_, index) => (quarters + index) * QUARTER).filter(
    (at) => clockOf(at, timezone) === local,
  )
}

function dayOf(time: number, timezone: string): number {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(clockOf(time, timezone)) ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY
}

const QUARTER = 900_000
const FORMATS = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
)

/** Like `localTime`, but formats only once per time zone. */
function clockOf(time: number, timezone: string): string {
  return (FORMATS.get(timezone)?.format(time) ?? '').replaceAll(/[-:]/g, '').replace(' ', 'T')
}

function weekdayOf(day: number): number {
  return (day + 4) % 7
}

function mondayOf(day: number): number {
  return day - ((weekdayOf(day) + 6) % 7)
}
