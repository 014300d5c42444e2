import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { type NaiveTry, naiveTelling } from '../../test/naive-telling.js'
import type { Severity } from '../alert/severity.js'
import type { PastCause, Transition } from '../history/transition.js'
import { withoutPauses } from '../steps.js'
import { serviceState } from './concerns.js'
import { DryRun, type DryRunSubscription } from './dry-run.js'

const END = 400
const SERVICES = ['shop', 'bank', 'mail']
const CAUSE: PastCause = { alertId: 'a', environment: 'P', resource: 'disk', event: 'Full', severity: 'major' }
const OPTIONS = { from: at(0), maxListed: 1_000, maxMessages: 10_000 }
const SUBSCRIPTION: DryRunSubscription = {
  ...{ services: [], owners: [], minSeverity: 'major', waitSeconds: 0, repeatSeconds: null },
  unacknowledgedSeconds: null,
}

describe('DryRun', () => {
  it('should list when each state would have been told, from what was told before, with its causes', () => {
    expect(run({ waitSeconds: 30 }, [], [step(0, 'major'), step(100, 'critical'), step(200, null)]).lines).toEqual([
      '30 shop null > major',
      '130 shop major > critical',
      '230 shop critical > null',
    ])
    const { deliveries } = run({}, [], [step(0, 'major')])
    expect(deliveries).toEqual([
      {
        ...{ time: at(0), service: 'shop', from: null, to: 'major', acknowledged: false, repeat: false },
        causes: [CAUSE],
      },
    ])
  })

  it('should tell nothing of a service that flaps within the wait', () => {
    const flaps = Array.from({ length: 20 }, (_, index) => step(index * 20, index % 2 === 0 ? 'critical' : null))
    expect(run({ waitSeconds: 30 }, [], flaps).lines).toEqual([])
  })

  it('should take what hurt before the run for told, and tell what follows', () => {
    const before = [step(-500, 'major'), step(-10, 'critical', 'bank'), step(-5, 'minor', 'mail')]
    const after = [step(50, null), step(60, 'critical', 'mail')]
    expect(run({ waitSeconds: 30 }, before, after).lines).toEqual(['80 shop major > null', '90 mail null > critical'])
    expect(run({ repeatSeconds: 150 }, [step(-500, 'major')], []).lines).toEqual([
      '150 shop major > major repeat',
      '300 shop major > major repeat',
    ])
  })

  it('should not take an acknowledged service for told if only escalations are', () => {
    const before = [{ ...step(-500, 'major'), acknowledged: true, acknowledgedSeverity: 'major' as const }]
    expect(run({ unacknowledgedSeconds: 60 }, before, [step(50, null)]).lines).toEqual([])
  })

  it('should tell only of the services that the subscription concerns, by name and by owner', () => {
    const steps = ['shop', 'bank', 'mail'].map((service) => step(0, 'major', service))
    const owners = new Map([['bank', 'money']])
    expect(run({ services: ['mail'] }, steps, steps).lines).toEqual([])
    expect(run({ services: ['mail'] }, [], steps).lines).toEqual(['0 mail null > major'])
    expect(run({ owners: ['money'] }, [], steps, owners).lines).toEqual(['0 bank null > major'])
    expect(run({ owners: ['money'], services: ['mail'] }, [], steps, owners).lines).toEqual([])
  })

  it('should tell the worst of what is open and acknowledged', () => {
    const steps = [{ ...step(0, 'minor'), acknowledgedSeverity: 'critical' as const }]
    expect(run({}, [], steps).lines).toEqual(['0 shop null > critical acknowledged'])
  })

  it('should list a limited number of messages, count all, and stop after too many', () => {
    const every = run({ repeatSeconds: 1 }, [], [step(0, 'major')], new Map(), { maxListed: 3, maxMessages: 5_000 })
    expect([every.lines.length, every.total]).toEqual([3, END])
    const stopped = run({ repeatSeconds: 1 }, [], [step(0, 'major')], new Map(), { maxListed: 3, maxMessages: 10 })
    expect(stopped.total).toBe(11)
  })

  it('should yield now and then, also between two transitions', () => {
    const dryRun = new DryRun({ ...SUBSCRIPTION, repeatSeconds: 1 }, { ...OPTIONS, ownerOf: () => '' })
    expect([...dryRun.take([step(0, 'major')])]).toEqual([])
    expect([...dryRun.sendDue(at(2_000))].length).toBeGreaterThan(2)
  })

  it('should tell of each service what the model tells, whatever the others do', () => {
    fc.assert(
      fc.property(anyTelling(), fc.array(anyStep(), { maxLength: 30 }), (telling, random) => {
        const steps = toSteps(random)
        const expected = SERVICES.flatMap((service) =>
          modelOf(
            telling,
            steps.filter((each) => each.service === service),
          ),
        )
        const { lines, deliveries } = run(telling, [], steps)
        expect(lines.toSorted()).toEqual(expected.toSorted())
        const times = deliveries.map(({ time }) => time)
        expect(times).toEqual(times.toSorted())
        const cut = run(telling, [], steps, new Map(), { maxListed: 3 })
        expect(cut.deliveries).toEqual(deliveries.slice(0, 3))
      }),
      propertyRuns(300),
    )
  })
})

// Helpers

/** What a subscription would have told from second 0 until second `END`, exclusive. */
function run(
  subscription: Partial<DryRunSubscription>,
  before: readonly Transition[],
  steps: readonly Transition[],
  owners: ReadonlyMap<string, string> = new Map(),
  options: Partial<typeof OPTIONS> = {},
) {
  const ownerOf = (service: string) => owners.get(service) ?? ''
  const dryRun = new DryRun({ ...SUBSCRIPTION, ...subscription }, { ...OPTIONS, ...options, ownerOf })
  withoutPauses(dryRun.begin(before))
  withoutPauses(dryRun.take(steps))
  withoutPauses(dryRun.sendDue(at(END - 0.001)))
  const lines = dryRun.deliveries.map(({ time, service, from, to, acknowledged, repeat }) =>
    lineOf(time, { service, from, to, acknowledged, repeat }),
  )
  return { lines, deliveries: dryRun.deliveries, total: dryRun.total }
}

interface Line {
  readonly service: string
  readonly from: Severity | null
  readonly to: Severity | null
  readonly acknowledged: boolean
  readonly repeat: boolean
}

function lineOf(time: string, { service, from, to, acknowledged, repeat }: Line): string {
  const words = `${(Date.parse(time) - Date.UTC(2026, 0, 1)) / 1_000} ${service} ${from} > ${to}`
  return `${words}${acknowledged ? ' acknowledged' : ''}${repeat ? ' repeat' : ''}`
}

/** What the model tells of one service, if the receiver accepts everything at once. */
function modelOf(telling: Partial<DryRunSubscription>, steps: readonly Transition[]): readonly string[] {
  const subscription = { ...SUBSCRIPTION, ...telling }
  const log = { seen: [] as { at: number; state: NaiveTry['state'] }[], tries: [] as NaiveTry[] }
  const lines: string[] = []
  const tell = (service: string, now: number, order = 0) => {
    const told = naiveTelling(log, subscription, now)
    if (told === undefined) return
    log.tries.push({
      ...told,
      id: `${now}`,
      at: now + order,
      end: { at: now + order, delivered: true, retryAfter: null },
    })
    const { from, repeat, state } = told
    lines.push(lineOf(at(now), { service, from, repeat, to: state.severity, acknowledged: state.acknowledged }))
  }
  for (let now = 0; now < END; now++) {
    const seen = steps.find(({ time }) => time === at(now))
    // What is due at the time of a transition is sent before it.
    tell(steps[0]?.service ?? '', now, -0.5)
    if (seen === undefined) continue
    const causes = seen.causes.map((cause) => ({ ...cause, path: [] }))
    log.seen.push({ at: now, state: serviceState({ ...seen, severity: seen.to }, causes, subscription.minSeverity) })
    tell(seen.service, now)
  }
  return lines
}

function step(seconds: number, to: Severity | null, service = 'shop'): Transition {
  return {
    ...{ service, sequence: 1, time: at(seconds), from: null, to, acknowledged: false, acknowledgedSeverity: null },
    causes: to === null ? [] : [CAUSE],
  }
}

function at(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString()
}

function anyStep() {
  return fc.record({
    gap: fc.integer({ min: 1, max: 6 }),
    service: fc.constantFrom(...SERVICES),
    to: fc.option(fc.constantFrom<Severity>('critical', 'major', 'minor')),
    acknowledged: fc.boolean(),
    acknowledgedSeverity: fc.constantFrom<Severity | null>(null, 'critical'),
  })
}

function toSteps(random: readonly (ReturnType<typeof anyStep> extends fc.Arbitrary<infer Value> ? Value : never)[]) {
  let now = 0
  return random.map(({ gap, service, to, acknowledged, acknowledgedSeverity }) => {
    now += gap
    const isAcknowledged = acknowledged && to !== null
    const known = isAcknowledged ? to : acknowledgedSeverity
    return { ...step(now, to, service), acknowledged: isAcknowledged, acknowledgedSeverity: known }
  })
}

function anyTelling() {
  return fc.record({
    waitSeconds: fc.constantFrom(0, 3, 10),
    repeatSeconds: fc.constantFrom(null, 0, 40),
    unacknowledgedSeconds: fc.constantFrom(null, 0, 5, 20),
  })
}
