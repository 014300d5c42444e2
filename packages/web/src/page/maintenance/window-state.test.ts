import { describe, expect, it } from 'vitest'
import { computeState, sortByState } from './window-state.js'

const NOON = Date.parse('2030-01-06T12:00:00Z')
const once = (startTime: string, endTime: string) => ({ startTime, endTime, overTime: endTime, rrule: null })
const WEEKLY = { ...once('2030-01-01T02:00:00Z', '2030-01-01T04:00:00Z'), overTime: null, rrule: 'FREQ=DAILY' }

describe('the state of a window', () => {
  it.each([
    ['coming', once('2030-01-06T12:00:01Z', '2030-01-06T13:00:00Z'), 0],
    ['running', once('2030-01-06T12:00:00Z', '2030-01-06T13:00:00Z'), 0],
    ['over', once('2030-01-06T11:00:00Z', '2030-01-06T12:00:00Z'), 0],
    ['recurring', WEEKLY, 0],
    ['running', WEEKLY, 1],
    ['running', { ...WEEKLY, startTime: '2030-01-06T11:00:00Z', endTime: '2030-01-06T13:00:00Z' }, 0],
    ['over', { ...WEEKLY, overTime: '2030-01-06T04:00:00Z' }, 1],
  ] as const)('should be %s', (state, window, held) => {
    expect(computeState(window, NOON, held)).toBe(state)
  })

  it('should put what matters now first, and coming windows in the order of their beginning', () => {
    const late = { window: once('2030-01-09T00:00:00Z', '2030-01-10T00:00:00Z'), state: 'coming' } as const
    const soon = { window: once('2030-01-07T00:00:00Z', '2030-01-08T00:00:00Z'), state: 'coming' } as const
    const over = { window: once('2030-01-01T00:00:00Z', '2030-01-02T00:00:00Z'), state: 'over' } as const
    const running = { window: once('2030-01-06T00:00:00Z', '2030-01-07T00:00:00Z'), state: 'running' } as const
    const recurring = { window: WEEKLY, state: 'recurring' } as const
    expect(sortByState([late, over, recurring, soon, running])).toEqual([running, soon, late, recurring, over])
  })
})
