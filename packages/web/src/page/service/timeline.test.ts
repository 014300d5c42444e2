import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../../test/run-length.js'
import { computeSpans, formatShare, listMinutesByState, type Span } from './timeline.js'

const FROM = Date.UTC(2026, 0, 1)
const MINUTE = 60_000

describe('spansOf', () => {
  it('should begin with what is not known, and go from each state to the next', () => {
    const history = buildHistory(10, [
      { at: 2, from: null, to: 'major' },
      { at: 5, from: 'major', to: null },
    ])
    expect(formatSpans(computeSpans(history))).toBe('unknown 0-2, major 2-5, none 5-10')
  })

  it('should begin with the severity before the first transition if that is known', () => {
    const history = { ...buildHistory(10, [{ at: 4, from: 'minor', to: null }]), knownSince: iso(0) }
    expect(formatSpans(computeSpans(history))).toBe('minor 0-4, none 4-10')
  })

  it('should have one span if the state is known and has not changed', () => {
    const history = { ...buildHistory(10, []), knownSince: iso(0) }
    expect(formatSpans(computeSpans({ ...history, minutes: { none: 10 } }))).toBe('none 0-10')
    expect(formatSpans(computeSpans({ ...history, minutes: { critical: 10 } }))).toBe('critical 0-10')
  })

  it('should have one unknown span if nothing is known', () => {
    expect(formatSpans(computeSpans(buildHistory(10, [])))).toBe('unknown 0-10')
  })

  it('should not guess the time before the oldest transition if the answer has not all of them', () => {
    const history = { ...buildHistory(10, [{ at: 4, from: 'minor', to: null }]), knownSince: iso(0), more: true }
    expect(formatSpans(computeSpans(history))).toBe('unknown 0-4, none 4-10')
  })

  it('should join spans of the same severity, between which only the causes changed', () => {
    const history = buildHistory(10, [
      { at: 2, from: null, to: 'major' },
      { at: 5, from: 'major', to: 'major' },
    ])
    expect(formatSpans(computeSpans(history))).toBe('unknown 0-2, major 2-10')
  })

  it('should always cover the whole range, without gaps, and have the minutes that the server counts', () => {
    fc.assert(
      fc.property(generateHistory(), (history) => {
        const spans = computeSpans(history)
        expect(spans[0]?.start).toBe(FROM)
        expect(spans.at(-1)?.end).toBe(FROM + RANGE * MINUTE)
        for (const [at, { end, state }] of spans.slice(0, -1).entries()) {
          expect(spans[at + 1]?.start).toBe(end)
          expect(spans[at + 1]?.state).not.toBe(state)
        }
        const spent = new Map<string, number>()
        for (const { state, start, end } of spans) spent.set(state, (spent.get(state) ?? 0) + (end - start) / MINUTE)
        expect(Object.fromEntries(spent)).toEqual(Object.fromEntries(listMinutesByState(history)))
      }),
      propertyRuns(200),
    )
  })
})

describe('minutesByState', () => {
  it('should be sorted, the worst first, and end with what is not known', () => {
    const history = { ...buildHistory(10, []), minutes: { none: 4, minor: 1, critical: 2 } }
    expect(listMinutesByState(history)).toEqual([
      ['critical', 2],
      ['minor', 1],
      ['none', 4],
      ['unknown', 3],
    ])
  })
})

describe('shareText', () => {
  it.each([
    [1, '100 %'],
    [0.999999, '99.99 %'],
    [0.5, '50 %'],
    [0.000001, 'less than 0.01 %'],
    [0, '0 %'],
  ])('should say for %d: %s', (share, text) => {
    expect(formatShare(share)).toBe(text)
  })
})

// Helpers

const RANGE = 100

interface Step {
  readonly at: number
  readonly from: 'major' | 'minor' | null
  readonly to: 'major' | 'minor' | null
}

function iso(minute: number): string {
  return new Date(FROM + minute * MINUTE).toISOString()
}

function buildHistory(range: number, steps: readonly Step[]) {
  const first = steps[0]
  return {
    ...{ from: iso(0), to: iso(range), minutes: {}, more: false },
    knownSince: first === undefined ? null : iso(first.at),
    transitions: steps.toReversed().map(({ at, from, to }) => ({ ...TRANSITION, time: iso(at), from, to })),
  }
}

const TRANSITION = { acknowledged: false, causes: [] }

function formatSpans(spans: readonly Span[]): string {
  return spans.map(({ state, start, end }) => `${state} ${(start - FROM) / MINUTE}-${(end - FROM) / MINUTE}`).join(', ')
}

/**
 * Generates histories as a server answers them: each transition begins at the severity at which the one before ended.
 */
function generateHistory() {
  const severity = fc.constantFrom('major' as const, 'minor' as const, null)
  const later = fc.uniqueArray(fc.integer({ min: 1, max: RANGE - 1 }), { maxLength: 8 })
  return fc
    .tuple(fc.option(severity, { nil: undefined }), later, fc.array(severity, { minLength: 8, maxLength: 8 }))
    .map(([before, times, states]) => {
      const steps = times
        .toSorted((one, other) => one - other)
        .map((at, index) => ({ at, from: states[index - 1] ?? null, to: states[index] ?? null }))
      const [first] = steps
      const all = first === undefined ? [] : [{ ...first, from: before ?? null }, ...steps.slice(1)]
      const history = buildHistory(RANGE, all)
      const start = before === undefined ? first?.at : 0
      const knownSince = start === undefined ? null : iso(start)
      return { ...history, knownSince, minutes: countMinutes(before, all, start) }
    })
}

/** Counts the minutes at each severity, minute by minute. */
function countMinutes(before: Step['to'] | undefined, steps: readonly Step[], start = RANGE) {
  const minutes: Record<string, number> = {}
  for (let minute = start; minute < RANGE; minute++) {
    const step = steps.findLast(({ at }) => at <= minute)
    const state = (step === undefined ? before : step.to) ?? 'none'
    minutes[state] = (minutes[state] ?? 0) + 1
  }
  return minutes
}
