import { describe, expect, it } from 'vitest'
import { describeRecurrence, findWeekday, formatRule, readRecurrence } from './recurrence.js'

describe('the recurrence of a window', () => {
  it.each([
    [null, 'never'],
    ['FREQ=DAILY', 'daily'],
    ['FREQ=WEEKLY;BYDAY=MO,SU', 'weekly'],
    ['FREQ=WEEKLY', 'rule'],
    ['FREQ=WEEKLY;BYDAY=1MO', 'rule'],
    ['FREQ=DAILY;COUNT=3', 'rule'],
    ['FREQ=MONTHLY;BYDAY=1SU', 'rule'],
  ])('should be sent back unchanged: %s', (rrule, repeat) => {
    const recurrence = readRecurrence(rrule)
    expect(recurrence.repeat).toBe(repeat)
    expect(formatRule(recurrence)).toBe(rrule)
  })

  it('should name the days in the order of the week', () => {
    const days = ['SU', 'MO', 'WE']
    expect(formatRule({ repeat: 'weekly', days, rule: '' })).toBe('FREQ=WEEKLY;BYDAY=MO,WE,SU')
    expect(formatRule({ repeat: 'weekly', days: [], rule: '' })).toBe('FREQ=WEEKLY')
  })

  it('should be formatted for lists', () => {
    expect(describeRecurrence('FREQ=DAILY')).toBe('every day')
    expect(describeRecurrence('FREQ=WEEKLY;BYDAY=SU,TU')).toBe('every week on Tue, Sun')
    expect(describeRecurrence('FREQ=MONTHLY')).toBe('FREQ=MONTHLY')
  })

  it.each([
    ['2030-01-06T02:00', 'SU'],
    ['2030-01-07T02:00', 'MO'],
    ['2030-01-05T23:59', 'SA'],
    ['', undefined],
  ])('should know the day of a local time: %s', (local, day) => {
    expect(findWeekday(local)).toBe(day)
  })
})
