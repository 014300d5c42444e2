import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import type { Severity } from '../alert/severity.js'
import { changedStates, type PastCause, type ServiceState, type Transition, transitionTo } from './transition.js'

const NOW = '2026-01-01T00:00:00.000Z'
const EARLIER = '2025-12-31T23:59:59.000Z'

describe('changedStates', () => {
  const state = hurt('shop', 'major', ['a', 'b'])
  const stored = transitionTo(state, undefined, NOW)

  it.each<[string, ServiceState]>([
    ['the severity', { ...state, severity: 'critical' }],
    ['whether it is acknowledged', { ...state, acknowledged: true }],
    ['the severity of what is acknowledged', { ...state, acknowledgedSeverity: 'critical' }],
    ['another cause', hurt('shop', 'major', ['a', 'c'])],
    ['a cause more', hurt('shop', 'major', ['a', 'b', 'c'])],
    ['a cause less', hurt('shop', 'major', ['a'])],
  ])('should find a change: %s', (_, changed) => {
    expect(changedStates([stored], [changed])).toEqual([changed])
  })

  it.each<[string, ServiceState]>([
    ['the same state', state],
    ['the order of the causes', hurt('shop', 'major', ['b', 'a'])],
    ['the severity of a cause', { ...state, causes: state.causes.map((cause) => ({ ...cause, severity: 'minor' })) }],
  ])('should find no change: %s', (_, same) => {
    expect(changedStates([stored], [same])).toEqual([])
  })

  it('should find services that are hurt for the first time, and services that are no longer hurt', () => {
    expect(changedStates([], [state])).toEqual([state])
    const healthy = { service: 'shop', severity: null, acknowledged: false, acknowledgedSeverity: null, causes: [] }
    expect(changedStates([stored], [])).toEqual([healthy])
  })
})

describe('transitionTo', () => {
  it('should say from which severity to which one, and begin with null', () => {
    const first = transitionTo(hurt('shop', 'major', ['a']), undefined, NOW)
    expect(first).toEqual({
      ...{ service: 'shop', sequence: 1, time: NOW, from: null, to: 'major', acknowledged: false },
      acknowledgedSeverity: null,
      causes: [cause('a')],
    })
    const second = { service: 'shop', severity: null, acknowledged: false, acknowledgedSeverity: null, causes: [] }
    expect(transitionTo(second, first, NOW)).toMatchObject({ sequence: 2, from: 'major', to: null, causes: [] })
  })

  it('should not be earlier than the transition before, although the clock has gone back', () => {
    const first = transitionTo(hurt('shop', 'major', ['a']), undefined, NOW)
    expect(transitionTo(hurt('shop', 'minor', ['a']), first, EARLIER)).toMatchObject({ sequence: 2, time: NOW })
  })
})

it('should lead, over any states, from each stored state to the next one, without gaps, and only by changes', () => {
  fc.assert(
    fc.property(fc.array(anyRound(), { maxLength: 20 }), (rounds) => {
      let newest: ReadonlyMap<string, Transition> = new Map()
      for (const { states, now } of rounds) {
        const next = afterRound(newest, states, now)
        for (const service of SERVICES) expectStep(newest.get(service), next.get(service))
        const severities = SERVICES.map((service) => next.get(service)?.to ?? null)
        expect(severities).toEqual(
          SERVICES.map((name) => states.find(({ service }) => service === name)?.severity ?? null),
        )
        expect(changedStates(hurtIn(next), states)).toEqual([])
        newest = next
      }
    }),
    propertyRuns(300),
  )
})

// Helpers

const SERVICES = ['a', 'b', 'c']

function cause(alertId: string): PastCause {
  return { alertId, environment: 'P', resource: 'r', event: 'e', severity: 'major' }
}

function hurt(service: string, severity: Severity, ids: readonly string[]): ServiceState {
  return { service, severity, acknowledged: false, acknowledgedSeverity: null, causes: ids.map(cause) }
}

function hurtIn(newest: ReadonlyMap<string, Transition>): readonly Transition[] {
  return [...newest.values()].filter(({ to }) => to !== null)
}

/** The newest transitions after a round that finds these states. */
function afterRound(newest: ReadonlyMap<string, Transition>, states: readonly ServiceState[], now: string) {
  const changed = changedStates(hurtIn(newest), states)
  expect(new Set(changed.map(({ service }) => service)).size).toBe(changed.length)
  const added = changed.map((state) => [state.service, transitionTo(state, newest.get(state.service), now)] as const)
  return new Map([...newest, ...added])
}

/** Expects either no transition, or one that continues from the one before to another state, and is not earlier. */
function expectStep(before: Transition | undefined, after: Transition | undefined): void {
  if (after === before) return
  const first = { sequence: 0, time: '', to: null, acknowledged: false, acknowledgedSeverity: null, causes: [] }
  const { sequence, time, to, ...state } = before ?? first
  expect(after).toMatchObject({ from: to, sequence: sequence + 1 })
  expect((after?.time ?? '') >= time).toBe(true)
  const { acknowledged, acknowledgedSeverity, causes } = state
  expect([after?.to, after?.acknowledged, after?.acknowledgedSeverity, after?.causes]).not.toEqual([
    ...[to, acknowledged, acknowledgedSeverity, causes],
  ])
}

/** The states of some services, and the clock, which may go back. */
function anyRound() {
  const state = fc.record({
    service: fc.constantFrom(...SERVICES),
    severity: fc.constantFrom<Severity>('critical', 'minor'),
    acknowledged: fc.boolean(),
    acknowledgedSeverity: fc.constantFrom<Severity | null>(null, 'critical'),
    causes: fc.uniqueArray(fc.constantFrom('1', '2'), { minLength: 1 }).map((ids) => ids.map(cause)),
  })
  return fc.record({
    states: fc.uniqueArray(state, { selector: ({ service }) => service, maxLength: 3 }),
    now: fc.nat(100).map((seconds) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString()),
  })
}
