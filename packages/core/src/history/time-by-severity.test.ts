import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { SEVERITIES, type Severity } from '../alert/severity.js'
import { groupBy } from '../group-by.js'
import { SeverityClock } from './time-by-severity.js'

/** The time that is this many seconds after the start of 2026. */
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString()

describe('SeverityClock', () => {
  it('should add up the time at each severity, worst first, and the share better than major', () => {
    const clock = new SeverityClock(at(0), at(1_000))
    clock.add({ time: at(-50), to: 'warning' })
    clock.add({ time: at(100), to: null })
    clock.add({ time: at(400), to: 'critical' })
    clock.add({ time: at(500), to: 'warning' })
    clock.add({ time: at(600), to: 'major' })
    const { minutes, share } = clock.total()
    expect(Object.entries(minutes)).toEqual([
      ['critical', 100 / 60],
      ['major', 400 / 60],
      ['warning', 200 / 60],
      ['none', 300 / 60],
    ])
    expect(share).toBe(0.5)
  })

  it('should not count the time before the first transition, nor time outside of the range', () => {
    const clock = new SeverityClock(at(0), at(600))
    clock.add({ time: at(480), to: 'minor' })
    clock.add({ time: at(700), to: 'critical' })
    expect(clock.total()).toEqual({ minutes: { minor: 2 }, share: 1 })
  })

  it('should know nothing without a transition', () => {
    expect(new SeverityClock(at(0), at(600)).total()).toEqual({ minutes: {}, share: null })
  })

  it('should give each second of the known time to exactly the severity that the service had', () => {
    const step = fc.record({ time: fc.integer({ min: -20, max: 80 }), to: fc.option(fc.constantFrom(...SEVERITIES)) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), (random) => {
        const steps = random.toSorted((one, other) => one.time - other.time)
        const clock = new SeverityClock(at(0), at(60))
        for (const { time, to } of steps) clock.add({ time: at(time), to })
        const words = Array.from({ length: 60 }, (_, second) => severityAt(steps, second)).filter((word) => word !== '')
        const counts = groupBy(words, (word) => word)
        const better = words.filter((word) => !['security', 'critical', 'major'].includes(word))
        const { minutes, share } = clock.total()
        expect(minutes).toEqual(Object.fromEntries(Array.from(counts, ([word, all]) => [word, all.length / 60])))
        expect(share).toBe(words.length === 0 ? null : better.length / words.length)
      }),
      propertyRuns(500),
    )
  })
})

/** The severity after the last transition up to a second; empty = there is no transition. */
function severityAt(steps: readonly { readonly time: number; readonly to: Severity | null }[], second: number): string {
  const last = steps.findLast(({ time }) => time <= second)
  return last === undefined ? '' : (last.to ?? 'none')
}
