import { describe, expect, it } from 'vitest'
import { runWithoutPauses } from '../work-meter.js'
import { Occurrences } from './compiled-window.js'
import type { MaintenanceWindow } from './maintenance-window.js'
import { WindowPlan } from './window-plan.js'

describe('Occurrences', () => {
  it('should find the occurrence and the next change at any time, in any order', () => {
    const occurrences = runWithoutPauses(Occurrences.compile(WINDOW))
    const first = { startTime: '2026-01-01T01:00:00.000Z', endTime: '2026-01-01T02:00:00.000Z' }
    const second = { startTime: '2026-01-02T01:00:00.000Z', endTime: '2026-01-02T02:00:00.000Z' }
    const expected = [
      ['2026-01-01T00:59:59.999Z', undefined, first.startTime],
      [first.startTime, first, first.endTime],
      ['2026-01-01T01:59:59.999Z', first, first.endTime],
      [first.endTime, undefined, second.startTime],
      ['2026-01-02T01:30:00.000Z', second, second.endTime],
    ] as const
    for (const [time, occurrence, change] of [...expected, ...expected.toReversed()]) {
      const span = runWithoutPauses(occurrences.at(Date.parse(time)))
      expect(span.occurrence, time).toEqual(occurrence)
      expect(new Date(span.until).toISOString(), time).toBe(change)
    }
  })

  it('should change no more after the last occurrence', () => {
    const occurrences = runWithoutPauses(Occurrences.compile({ ...WINDOW, rrule: null }))
    expect(runWithoutPauses(occurrences.at(Date.parse(WINDOW.endTime))).until).toBe(Number.POSITIVE_INFINITY)
    expect(runWithoutPauses(occurrences.at(Date.parse('2027-01-01T01:30:00Z'))).occurrence).toBeUndefined()
  })

  it('should look into a recurrence rule only once until the window begins or ends', () => {
    const occurrences = runWithoutPauses(Occurrences.compile(WINDOW))
    const time = Date.parse('2036-06-01T01:30:00Z')
    const span = runWithoutPauses(occurrences.at(time))
    expect(span.occurrence).toBeDefined()
    // The same object shows that the span was cached, because each look-up in the rule makes a new object.
    expect(runWithoutPauses(occurrences.at(time + 1))).toBe(span)
    expect(runWithoutPauses(occurrences.at(time + DAY))).not.toBe(span)
  })
})

describe('WindowPlan', () => {
  it('should pause after each window that it compiles, and compile a changed window only', () => {
    const now = '2026-06-01T00:00:00.000Z'
    const windows = Array.from({ length: 100 }, (_, index) => ({ ...WINDOW, id: `w${index}` }))
    const first = WindowPlan.compile(
      windows.map((window, index) => ({ ...window, startTime: at(index), endTime: at(index + 1) })),
      { known: undefined, now },
    )
    const pauses = countPauses(first)
    const changed = windows.map((window, index) => ({ ...window, startTime: at(index), endTime: at(index + 1) }))
    const last = changed.pop() as MaintenanceWindow
    const second = countPauses(
      WindowPlan.compile([...changed, { ...last, rrule: 'FREQ=WEEKLY' }], { known: pauses.result, now }),
    )
    // A pause before each window, and before each slice of time in which its rule is looked up.
    expect([pauses.count, second.count]).toEqual([500, 5])
    const active = runWithoutPauses(second.result.activeAt('2026-06-01T01:00:30.000Z'))
    expect(active.map(({ window }) => window.id)).toEqual(['w0'])
  })
})

// Helpers

function at(minute: number): string {
  return new Date(Date.parse('2026-01-01T01:00:00Z') + minute * 60_000).toISOString()
}

function countPauses<T>(computation: Generator<undefined, T>): { readonly count: number; readonly result: T } {
  for (let count = 0; ; count++) {
    const { done, value } = computation.next()
    if (done) return { count, result: value }
  }
}

const DAY = 86_400_000
const WINDOW: MaintenanceWindow = {
  id: 'window',
  name: 'databases',
  filters: { operator: 'AND', clauses: [] },
  hurtDepth: 0,
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
