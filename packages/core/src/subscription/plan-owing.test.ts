import { describe, expect, it } from 'vitest'
import { withoutPauses } from '../steps.js'
import { STATE_OVER } from './concerns.js'
import type { OwedRow } from './owed.js'
import { type KeyedObservation, planOwedRows } from './plan-owing.js'
import type { SubscriptionKind } from './subscription.js'

const NOW = '2026-01-01T00:00:00.000Z'

describe('planOwedRows', () => {
  it('should change nothing if it is planned again', () => {
    const { save, forget } = plan(sights(3), [])
    expect(save.map(({ object, due, rank }) => [object, due, rank])).toEqual([0, 1, 2].map((at) => [`${at}`, DUE, 1]))
    expect(forget).toEqual([])
    expect(plan(sights(3), save)).toEqual({ save: [], forget: [] })
  })

  it('should forget what was never sent, and is over', () => {
    const { save } = plan(sights(2), [])
    const [first, second] = sights(2)
    const over = [{ ...first, seen: undefined }, second] as readonly KeyedObservation[]
    expect(plan(over, save)).toEqual({ save: [], forget: [{ subscription: 'one', kind: 'impact', object: '0' }] })
  })

  it('should say that a service is no longer reported, which need not have recovered', () => {
    const told = plan(sights(1), []).save.map((row) => ({ ...row, owed: { ...row.owed, sequence: 1 } }))
    const [sight] = sights(1) as readonly [KeyedObservation]
    const over = { ...sight, seen: sight.seen && { ...sight.seen, state: STATE_OVER } }
    const detailsAfter = (seen: KeyedObservation) => plan([seen], told).save[0]?.owed.newest.details.isLeft
    expect([detailsAfter({ ...sight, seen: undefined }), detailsAfter(over)]).toEqual([true, undefined])
  })

  it('should not say of an alert that it has ended if only the kind of the subscription has changed', () => {
    const [sight] = sights(1) as readonly [KeyedObservation]
    const isLeftWith = (kinds: readonly SubscriptionKind[]) => {
      const alert = { ...sight, key: { ...sight.key, kind: 'alert' as const } }
      const told = plan([alert], []).save.map((row) => ({ ...row, owed: { ...row.owed, sequence: 1 } }))
      return plan([{ ...alert, seen: undefined }], told, kinds).save[0]?.owed.newest.details.isLeft
    }
    expect([isLeftWith(['alert']), isLeftWith(['impact'])]).toEqual([undefined, true])
  })

  it('should pause now and then, however much there is to plan', () => {
    const planning = planOwedRows(sights(2_000), [], () => ({ ...TELLING, kinds: ['impact'] }), NOW)
    let pauses = 0
    while (planning.next().done !== true) pauses++
    expect(pauses).toBeGreaterThanOrEqual(4)
  })
})

// Helpers

const TELLING = { minSeverity: 'minor', waitSeconds: 30, repeatSeconds: null, unacknowledgedSeconds: null } as const
const DUE = '2026-01-01T00:00:30.000Z'

function plan(
  seen: readonly KeyedObservation[],
  stored: readonly OwedRow[],
  kinds: readonly SubscriptionKind[] = ['impact'],
) {
  return withoutPauses(planOwedRows(seen, stored, () => ({ ...TELLING, kinds }), NOW))
}

function sights(count: number): readonly KeyedObservation[] {
  const details = { title: '', text: '', environment: '', redundancy: [], owner: '', runbook: '' }
  const state = { severity: 'critical', acknowledged: false, causes: [] } as const
  return Array.from({ length: count }, (_, at) => ({
    key: { subscription: 'one', kind: 'impact', object: `${at}` },
    seen: { state, details },
  }))
}
