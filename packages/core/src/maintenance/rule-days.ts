import { CalendarDay, dayNumber, weekOf, weekStart } from './calendar-day.js'
import type { RuleParts } from './rule-parts.js'

/** A period of a recurrence rule: a year, a month, a week or a day, with the first and the last day. */
interface Period {
  readonly first: number
  readonly last: number
}

/** The days on which a recurrence rule has turns, by period. All days are numbers of days since 1970-01-01. */
export class RuleDays {
  readonly #parts: RuleParts
  readonly #start: CalendarDay
  readonly #holds: (day: CalendarDay) => boolean

  /** @param start the day of the first turn */
  constructor(parts: RuleParts, start: number) {
    this.#parts = parts
    this.#start = new CalendarDay(start)
    this.#holds = compileDay(parts, this.#start)
  }

  /** The number of the period, counted from the period of the first turn, that contains a day or precedes it. */
  periodOf(number: number): number {
    const { freq, interval, firstWeekday } = this.#parts
    const day = new CalendarDay(number)
    const start = this.#start
    switch (freq) {
      case 'YEARLY':
        return Math.floor((day.year - start.year) / interval)
      case 'MONTHLY':
        return Math.floor(((day.year - start.year) * 12 + day.month - start.month) / interval)
      case 'WEEKLY':
        return Math.floor((number - weekStart(start.number, firstWeekday)) / (7 * interval))
      case 'DAILY':
        return Math.floor((number - start.number) / interval)
    }
  }

  /** How many days {@link daysOf} looks at. */
  get daysAtOnce(): number {
    return { YEARLY: 366, MONTHLY: 31, WEEKLY: 7, DAILY: 1 }[this.#parts.freq]
  }

  /** The days of a period that the rule selects, in ascending order. */
  daysOf(period: number): readonly number[] {
    const { first, last } = this.#span(period)
    const days: number[] = []
    for (const day = new CalendarDay(first); day.number <= last; day.advance()) {
      if (this.#holds(day)) days.push(day.number)
    }
    const { positions } = this.#parts
    if (positions === undefined) return days
    return days.filter((_, index) => positions.includes(index + 1) || positions.includes(index - days.length))
  }

  lastDayOf(period: number): number {
    return this.#span(period).last
  }

  #span(period: number): Period {
    const { freq, interval, firstWeekday } = this.#parts
    const { year, month, number } = this.#start
    switch (freq) {
      case 'YEARLY': {
        const current = year + period * interval
        return { first: dayNumber(current, 1), last: dayNumber(current + 1, 1) - 1 }
      }
      case 'MONTHLY': {
        const months = year * 12 + month - 1 + period * interval
        const current = { year: Math.floor(months / 12), month: (months % 12) + 1 }
        return { first: dayNumber(current.year, current.month), last: dayNumber(current.year, current.month + 1) - 1 }
      }
      case 'WEEKLY': {
        const first = weekStart(number, firstWeekday) + period * interval * 7
        return { first, last: first + 6 }
      }
      case 'DAILY':
        return { first: number + period * interval, last: number + period * interval }
    }
  }
}

/**
 * Compiles the parts of a rule to a test for days. A part of RFC 5545 either expands a period to days or limits these
 * days. Both are the same test, because all days of the period are tested. If no part selects days, the day of the
 * first turn does.
 */
function compileDay(parts: RuleParts, start: CalendarDay): (day: CalendarDay) => boolean {
  const { freq, months, weeks, yearDays, monthDays, weekdays, firstWeekday } = parts
  const tests: ((day: CalendarDay) => boolean)[] = []
  if (months !== undefined) tests.push(({ month }) => months.includes(month))
  if (monthDays !== undefined) tests.push((day) => isListed(monthDays, day.dayOfMonth, day.daysInMonth))
  if (yearDays !== undefined) tests.push((day) => isListed(yearDays, day.dayOfYear, day.daysInYear))
  if (weekdays !== undefined) {
    const isOfMonth = freq === 'MONTHLY' || months !== undefined
    tests.push((day) =>
      weekdays.some(({ weekday, nth }) => day.weekday === weekday && (nth === undefined || isNth(day, nth, isOfMonth))),
    )
  }
  if (weeks !== undefined) {
    let known = { start: Number.NaN, isListed: false }
    tests.push(({ number }) => {
      const start = weekStart(number, firstWeekday)
      if (start !== known.start) {
        const { week, weeks: count } = weekOf(start)
        known = { start, isListed: isListed(weeks, week, count) }
      }
      return known.isListed
    })
  }
  if ((monthDays ?? yearDays ?? weekdays) === undefined) tests.push(...testsOfStart(parts, start))
  return (day) => tests.every((holds) => holds(day))
}

/** The tests for a rule of which no part selects days. */
function testsOfStart({ freq, months, weeks }: RuleParts, start: CalendarDay): ((day: CalendarDay) => boolean)[] {
  if (freq === 'DAILY') return []
  if (freq === 'WEEKLY' || weeks !== undefined) return [({ weekday }) => weekday === start.weekday]
  const isSameDay = ({ dayOfMonth }: CalendarDay) => dayOfMonth === start.dayOfMonth
  return freq === 'YEARLY' && months === undefined ? [isSameDay, ({ month }) => month === start.month] : [isSameDay]
}

/** True if the list has this place, counted from the start (positive numbers) or from the end (negative numbers). */
function isListed(list: readonly number[], place: number, count: number): boolean {
  return list.includes(place) || list.includes(place - count - 1)
}

/** True if a day is the nth of its weekday in its month or year; a negative `nth` counts from the end. */
function isNth(day: CalendarDay, nth: number, isOfMonth: boolean): boolean {
  const place = isOfMonth ? day.dayOfMonth : day.dayOfYear
  const count = isOfMonth ? day.daysInMonth : day.daysInYear
  return nth > 0 ? Math.ceil(place / 7) === nth : Math.ceil((count - place + 1) / 7) === -nth
}
