import { expect, it } from 'vitest'
import { withoutPauses } from '../steps.js'
import { readMaintenanceWindow, readNewMaintenanceWindow } from './read-maintenance-window.js'

const body = { name: 'Sundays', startTime: '2030-01-06T02:00:00.123Z', endTime: '2030-01-06T04:00:00.999Z' }

it('should cut the milliseconds of times, as toISOString() writes them, in a new window and in a change', () => {
  const window = withoutPauses(readNewMaintenanceWindow({ ...body, rrule: 'FREQ=WEEKLY;BYDAY=SU' }))
  expect(window).toMatchObject({ startTime: '2030-01-06T02:00:00.000Z', endTime: '2030-01-06T04:00:00.000Z' })
  const changed = withoutPauses(readMaintenanceWindow(window, { endTime: '2030-01-06T05:00:00.5Z' }))
  expect(changed).toEqual({ ...window, endTime: '2030-01-06T05:00:00.000Z' })
})

it('should refuse a window of less than a second', () => {
  const short = { ...body, endTime: '2030-01-06T02:00:00.999Z' }
  expect(() => withoutPauses(readNewMaintenanceWindow(short))).toThrow('endTime must be later than startTime')
})
