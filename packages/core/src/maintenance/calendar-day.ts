const DAY = 86_400_000
const WEEK = 7

/** The weekdays, in the order of {@link CalendarDay.weekday}. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** A day of the Gregorian calendar, which can move to later days. */
export class CalendarDay {
  /** The number of days since 1970-01-01. */
  number: number
  year = 0
  /** 1 to 12. */
  month = 0
  dayOfMonth = 0
  daysInMonth = 0
  /** 1 to 366. */
  dayOfYear = 0
  daysInYear = 0
  /** 0 = Monday. */
  weekday: number

  /** @param number the number of days since 1970-01-01 */
  constructor(number: number) {
    this.number = number
    this.weekday = weekdayOf(number)
    this.#readMonth()
  }

  /** Moves to the next day. Changes the object, because a rule may look at hundreds of thousands of days. */
  advance(): void {
    this.number++
    this.weekday = (this.weekday + 1) % WEEK
    if (this.dayOfMonth === this.daysInMonth) {
      this.#readMonth()
      return
    }
    this.dayOfMonth++
    this.dayOfYear++
  }

  #readMonth(): void {
    const date = new Date(this.number * DAY)
    this.year = date.getUTCFullYear()
    this.month = date.getUTCMonth() + 1
    this.dayOfMonth = date.getUTCDate()
    this.daysInMonth = dayNumber(this.year, this.month + 1) - dayNumber(this.year, this.month)
    const newYear = dayNumber(this.year, 1)
    this.dayOfYear = this.number - newYear + 1
    this.daysInYear = dayNumber(this.year + 1, 1) - newYear
  }
}

/** The number of the first day of a month. The month 13 is January of the next year. */
export function dayNumber(year: number, month: number): number {
  return Date.UTC(year, month - 1) / DAY
}

/** The number of the day on which the week of a day begins. */
export function weekStart(number: number, firstWeekday: number): number {
  return number - ((weekdayOf(number) - firstWeekday + WEEK) % WEEK)
}

/**
 * The number of a week in its year, and how many weeks this year has. The first week of a year is the first one with at
 * least four days in this year.
 *
 * @param start the number of the first day of the week
 */
export function weekOf(start: number): { readonly week: number; readonly weeks: number } {
  // The fourth day of a week is in the year to which the week belongs.
  const firstWeekday = weekdayOf(start)
  const year = new Date((start + 3) * DAY).getUTCFullYear()
  const first = weekStart(dayNumber(year, 1) + 3, firstWeekday)
  const next = weekStart(dayNumber(year + 1, 1) + 3, firstWeekday)
  return { week: (start - first) / WEEK + 1, weeks: (next - first) / WEEK }
}

function weekdayOf(number: number): number {
  // 1970-01-01 was a Thursday.
  return (((number + 3) % WEEK) + WEEK) % WEEK
}
