import { expect, it } from 'vitest'
import { type CountedAlertState, compareWorstAlertStates, worstAlertStateOf } from './standing.js'

it.each<[string, CountedAlertState[], ReturnType<typeof worstAlertStateOf>]>([
  ['nothing', [], undefined],
  [
    'open alerts, however bad the acknowledged ones are',
    [state('critical', 'ack', 9), state('minor', 'open', 2), state('minor', 'unknown', 1), state('warning', 'open', 5)],
    { severity: 'minor', isOpen: true, count: 3 },
  ],
  [
    'acknowledged alerts if none is open',
    [state('major', 'ack', 1), state('major', 'assign', 1), state('critical', 'shelved', 1)],
    { severity: 'major', isOpen: false, count: 2 },
  ],
  ['silenced alerts, which hurt nothing', [state('critical', 'shelved', 1), state('major', 'blackout', 1)], undefined],
])('should be determined by %s', (_, states, standing) => {
  expect(worstAlertStateOf(states)).toEqual(standing)
})

it('should put the worst severity first, open before acknowledged, then the higher count, and services without alerts last', () => {
  const sorted = [
    { severity: 'major', isOpen: true, count: 9 },
    { severity: 'critical', isOpen: true, count: 2 },
    { severity: 'critical', isOpen: true, count: 3 },
    { severity: 'critical', isOpen: false, count: 7 },
    { severity: 'warning', isOpen: true, count: 1 },
  ] as const
  const order = [2, 1, 3, 0, 4].map((index) => sorted[index])
  expect([undefined, ...sorted].toSorted((one, other) => compareWorstAlertStates(one, other))).toEqual([
    ...order,
    undefined,
  ])
  expect(compareWorstAlertStates(undefined, undefined)).toBe(0)
})

// Helpers

function state(
  severity: CountedAlertState['severity'],
  status: CountedAlertState['status'],
  count: number,
): CountedAlertState {
  return { severity, status, count }
}
