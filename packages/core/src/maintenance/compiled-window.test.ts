import { describe, expect, it } from 'vitest'
import { Turns } from './compiled-window.js'
import type { MaintenanceWindow } from './maintenance-window.js'

describe('Turns', () => {
  it('should find the turn and the next change at any time, in any order', () => {
    const turns = new Turns(WINDOW)
    const first = { startTime: '2026-01-01T01:00:00.000Z', endTime: '2026-01-01T02:00:00.000Z' }
    const second = { startTime: '2026-01-02T01:00:00.000Z', endTime: '2026-01-02T02:00:00.000Z' }
    const expected = [
      ['2026-01-01T00:59:59.999Z', undefined, first.startTime],
      [first.startTime, first, first.endTime],
      ['2026-01-01T01:59:59.999Z', first, first.endTime],
      [first.endTime, undefined, second.startTime],
      ['2026-01-02T01:30:00.000Z', second, second.endTime],
    ] as const
    for (const [time, turn, change] of [...expected, ...expected.toReversed()]) {
      expect(turns.at(Date.parse(time)), time).toEqual(turn)
      expect(new Date(turns.nextChange(Date.parse(time))).toISOString(), time).toBe(change)
    }
  })

  it('should change no more after the last turn', () => {
    const turns = new Turns({ ...WINDOW, rrule: null })
    expect(turns.nextChange(Date.parse(WINDOW.endTime))).toBe(Number.POSITIVE_INFINITY)
    expect(turns.at(Date.parse('2027-01-01T01:30:00Z'))).toBeUndefined()
  })

  it('should look into a recurrence rule only once until the window begins or ends', () => {
    const turns = new Turns(WINDOW)
    const time = Date.parse('2036-06-01T01:30:00Z')
    const turn = turns.at(time)
    expect(turn).toBeDefined()
    // The same object, because each look into the rule makes a new one.
    expect(turns.at(time + 1)).toBe(turn)
    expect(turns.at(time + DAY)).not.toBe(turn)
  })
})

const DAY = 86_400_000
const WINDOW: MaintenanceWindow = {
  id: 'window',
  name: 'databases',
  filters: { operator: 'AND', clauses: [] },
  startTime: '2026-01-01T01:00:00.000Z',
  endTime: '2026-01-01T02:00:00.000Z',
  timezone: 'UTC',
  rrule: 'FREQ=DAILY',
  text: '',
  createdBy: 'ann',
  overTime: null,
  createTime: '2026-01-01T00:00:00.000Z',
  updateTime: '2026-01-01T00:00:00.000Z',
}
