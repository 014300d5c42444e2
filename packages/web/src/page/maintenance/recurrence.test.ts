import { describe, expect, it } from 'vitest'
import { dayOf, recurrenceOf, recurrenceText, ruleOf } from './recurrence.js'

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
    const recurrence = recurrenceOf(rrule)
    expect(recurrence.repeat).toBe(repeat)
    expect(ruleOf(recurrence)).toBe(rrule)
  })

  it('should name the days in the order of the week', () => {
    const days = ['SU', 'MO', 'WE']
    expect(ruleOf({ repeat: 'weekly', days, rule: '' })).toBe('FREQ=WEEKLY;BYDAY=MO,WE,SU')
    expect(ruleOf({ repeat: 'weekly', days: [], rule: '' })).toBe('FREQ=WEEKLY')
  })

  it('should be formatted for lists', () => {
    expect(recurrenceText('FREQ=DAILY')).toBe('every day')
    expect(recurrenceText('FREQ=WEEKLY;BYDAY=SU,TU')).toBe('every week on Tue, Sun')
    expect(recurrenceText('FREQ=MONTHLY')).toBe('FREQ=MONTHLY')
  })

  it.each([
    ['2030-01-06T02:00', 'SU'],
    ['2030-01-07T02:00', 'MO'],
    ['2030-01-05T23:59', 'SA'],
    ['', undefined],
  ])('should know the day of a local time: %s', (local, day) => {
    expect(dayOf(local)).toBe(day)
  })
})
