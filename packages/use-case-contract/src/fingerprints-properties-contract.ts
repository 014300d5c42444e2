import type { AlertInput, AlertStatus, Opsgraph, Severity } from '@opsgraph/core'
import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Arrival, FingerprintsModel, isActive, type ModelAlert } from './fingerprints-model.js'
import { admin, type Stage, setStage } from './stage.js'

const ENVIRONMENT = 'Production'
const START = Date.UTC(2026, 0, 1)
const SECOND = 1_000
const HOOKS = ['hook-a', 'hook-b'] as const

/**
 * Tests with random deliveries, waiting times and status changes that opsgraph and a naive model have the same alerts
 * (rules.md#fingerprints, rules.md#sender-times, rules.md#correlation).
 */
export function fingerprintsPropertiesContract(harness: StoreHarness): void {
  it('should agree with a naive model about any deliveries, times and people', async () => {
    const property = fc.asyncProperty(fc.array(step(), { minLength: 1, maxLength: 10 }), async (steps) => {
      const scene = await setScene(harness)
      for (const each of steps) {
        await scene.take(each)
        expect(await shown(scene)).toEqual(scene.model.alerts.map(expected).toSorted(byKey))
      }
    })
    await fc.assert(property, propertyRuns(harness, 60))
  })

  it('should have an active alert exactly while something fires, in whatever order the changes arrive', async () => {
    const property = fc.asyncProperty(firings(), async ({ changes, deliveries }) => {
      const scene = await setScene(harness)
      for (const delivery of deliveries) {
        await scene.take({ kind: 'post', arrivals: delivery.map((each) => changed(changes, each)) })
      }
      const { items } = await scene.opsgraph.listAlerts(admin, {})
      const active = items.filter(({ status }) => status !== 'closed').map(({ resource }) => resource)
      expect(active.toSorted()).toEqual(resourcesFiring(changes))
    })
    await fc.assert(property, propertyRuns(harness, 40))
  })

  it('should have an active alert exactly while something fires, if senders send no times', async () => {
    const change = fc.tuple(fc.constantFrom(...RESOURCES), fc.constantFrom('f', 'g', 'h'), fc.boolean())
    const property = fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
      const scene = await setScene(harness)
      const open = new Set<string>()
      for (const [resource, name, fires] of changes) {
        const fingerprint = `${resource} ${name}`
        await scene.take({ kind: 'post', arrivals: [toAlert({ resource, fingerprint, fires })] })
        if (fires) open.add(fingerprint)
        else open.delete(fingerprint)
        const { items } = await scene.opsgraph.listAlerts(admin, {})
        const found = items.map((alert) => [alert.resource, alert.status, alert.openCount])
        expect(found).toEqual(items.map((alert) => [alert.resource, ...firingOf(alert.resource, open)]))
      }
    })
    await fc.assert(property, propertyRuns(harness, 20))
  })
}

// Helpers

const RESOURCES = ['web', 'db'] as const

type Step =
  | { readonly kind: 'post'; readonly arrivals: readonly Sent[] }
  | { readonly kind: 'deliver'; readonly hook: string; readonly arrivals: readonly Sent[] }
  | { readonly kind: 'again'; readonly at: number }
  | { readonly kind: 'wait'; readonly seconds: number; readonly isDue: boolean }
  | { readonly kind: 'status'; readonly at: number; readonly status: AlertStatus }

/** An alert as it is sent. Its times are in seconds, relative to the time of sending. */
type Sent = Omit<Arrival, 'sender'> & { readonly origin?: string }

/** opsgraph and the model. Each step is applied to both. */
interface Scene extends Stage {
  readonly model: FingerprintsModel
  /** Applies a step to both, and compares the alerts. */
  readonly take: (step: Step) => Promise<void>
}

async function setScene(harness: StoreHarness): Promise<Scene> {
  let now = START
  const stage = await setStage(harness, undefined, () => new Date(now))
  const { opsgraph } = stage
  const model = new FingerprintsModel()
  for (const id of HOOKS) await opsgraph.createWebhook(admin, { id, ...HOOK })
  const sent: (() => Promise<void>)[] = []
  const take = async (step: Step): Promise<void> => {
    if (step.kind === 'wait') {
      now += step.seconds * SECOND
      if (!step.isDue) return
      model.pass(now)
      await opsgraph.changeDueAlerts()
      return
    }
    if (step.kind === 'again') return await sent[step.at % sent.length]?.()
    if (step.kind === 'status') return await giveStatus(opsgraph, model, step, now)
    const absolute = step.arrivals.map((each) => at(now, each))
    const send = async () => {
      const outdated = await (step.kind === 'post' ? post(opsgraph, absolute) : deliver(opsgraph, step.hook, absolute))
      const sender = step.kind === 'deliver' ? `webhook:${step.hook}` : undefined
      const arrivals = absolute.map((each) => ({ ...each, sender: sender ?? each.origin ?? 'none' }))
      // Alerts that a program passes to `receiveAlerts` are applied in the given order (rules.md#receiving-an-alert-15).
      const isOutdated =
        step.kind === 'post' ? arrivals.flatMap((each) => model.deliver([each], now)) : model.deliver(arrivals, now)
      expect(outdated).toEqual(step.kind === 'post' ? isOutdated : [isOutdated.filter(Boolean).length])
    }
    sent.push(send)
    await send()
  }
  return { ...stage, model, take }
}

const HOOK = {
  enabled: true,
  fieldMappings: Object.fromEntries(
    [
      'resource',
      'event',
      'severity',
      'status',
      'text',
      'fingerprint',
      'eventTime',
      'endTime',
      'correlate',
      'timeout',
    ].map((field) => [field, field]),
  ),
  defaultValues: { environment: ENVIRONMENT, type: 'check' },
}

function at(now: number, { eventTime, endTime, ...sent }: Sent): Sent {
  return {
    ...sent,
    ...(eventTime !== undefined && { eventTime: now + eventTime * SECOND }),
    ...(endTime !== undefined && { endTime: now + endTime * SECOND }),
  }
}

function inputOf({ eventTime, endTime, ...sent }: Sent): AlertInput {
  return {
    environment: ENVIRONMENT,
    ...sent,
    correlate: [...sent.correlate],
    ...(eventTime !== undefined && { eventTime: new Date(eventTime).toISOString() }),
    ...(endTime !== undefined && { endTime: new Date(endTime).toISOString() }),
  }
}

async function post(opsgraph: Opsgraph, arrivals: readonly Sent[]): Promise<readonly unknown[]> {
  const received = await opsgraph.receiveAlerts(admin, arrivals.map(inputOf))
  return received.map((each) => 'outdated' in each)
}

/** Delivers the alerts to a webhook, and returns how many of them are outdated. */
async function deliver(opsgraph: Opsgraph, webhookId: string, arrivals: readonly Sent[]): Promise<readonly unknown[]> {
  const body = Buffer.from(JSON.stringify(arrivals.map(inputOf)))
  const received = await opsgraph.receiveDelivery({
    ...{ webhookId, rawHeaders: ['content-type', 'application/json'], body, sizeBytes: body.length },
  })
  expect(received.httpStatus).toBe(200)
  return [received.outdated]
}

async function giveStatus(
  opsgraph: Opsgraph,
  model: FingerprintsModel,
  { at: index, status }: Extract<Step, { kind: 'status' }>,
  now: number,
): Promise<void> {
  const alert = model.alerts[index % Math.max(1, model.alerts.length)]
  if (alert === undefined) return
  model.setStatus(alert, status, now)
  const { resource, event } = alert
  const { items } = await opsgraph.listAlerts(admin, { filters: { resource: [resource], event: [event] } })
  for (const { id } of items) await opsgraph.setAlertStatus(admin, { id, body: { status } })
}

async function shown({ opsgraph }: Scene): Promise<readonly object[]> {
  const { items } = await opsgraph.listAlerts(admin, {})
  const alerts = await Promise.all(items.map(({ id }) => opsgraph.readAlertById(admin, id)))
  return alerts
    .map(({ resource, event, status, severity, text, openCount, activeSince, fingerprints }) => ({
      ...{ resource, event, status, severity, text, openCount },
      ...(!isOver(status) && { activeSince }),
      fingerprints: fingerprints?.toSorted(byName),
    }))
    .toSorted(byKey)
}

function expected(alert: ModelAlert) {
  const { resource, event, status, severity, text, open, activeSince } = alert
  return {
    ...{ resource, event, status, severity, text, openCount: open.size },
    ...(isActive(alert) && { activeSince: new Date(activeSince).toISOString() }),
    fingerprints: [...open]
      .map(([fingerprint, each]) => ({
        ...{ fingerprint, severity: each.severity, text: each.text, since: new Date(each.since).toISOString() },
      }))
      .toSorted(byName),
  }
}

function isOver(status: AlertStatus): boolean {
  return status === 'closed' || status === 'expired'
}

function byName(one: { fingerprint: string }, other: { fingerprint: string }): number {
  return one.fingerprint < other.fingerprint ? -1 : 1
}

function byKey(one: { resource: string; event: string }, other: { resource: string; event: string }): number {
  return `${one.resource} ${one.event}` < `${other.resource} ${other.event}` ? -1 : 1
}

function step(): fc.Arbitrary<Step> {
  const arrivals = fc.array(sent(), { minLength: 1, maxLength: 4 })
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('post' as const), arrivals }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('deliver' as const), hook: fc.constantFrom(...HOOKS), arrivals }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const), at: fc.nat({ max: 5 }) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('wait' as const),
        seconds: fc.constantFrom(0, 10, 60, 120, 130, 300),
        isDue: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('status' as const),
        at: fc.nat({ max: 5 }),
        status: fc.constantFrom<AlertStatus>('ack', 'closed', 'open', 'assign', 'expired', 'shelved'),
      }),
    },
  )
}

function sent(): fc.Arbitrary<Sent> {
  const often = <Value>(value: Value) => ({ weight: 3, arbitrary: fc.constant(value) })
  return fc.record(
    {
      origin: fc.constantFrom('monitor', 'probe'),
      resource: fc.constantFrom(...RESOURCES),
      event: fc.constantFrom('Down', 'Slow', 'Up'),
      severity: fc.constantFrom<Severity>('critical', 'major', 'warning', 'ok', 'ok'),
      status: fc.constantFrom<AlertStatus>('ack', 'closed', 'expired', 'open', 'shelved'),
      text: fc.constantFrom('one', 'one more', 'two'),
      fingerprint: fc.constantFrom('f', 'g', 'h'),
      eventTime: fc.constantFrom(-200, -60, -20, 0, 20, 590, 700),
      endTime: fc.constantFrom(-100, -10, 15, 65),
      correlate: fc.oneof(often([]), fc.subarray(['Down', 'Slow', 'Up'])),
      timeout: fc.oneof(often(0), fc.constant(257)),
    },
    { requiredKeys: ['resource', 'event', 'severity', 'text', 'correlate', 'timeout'] },
  )
}

/** A change of a fingerprint of a resource: it begins to fire, or ends. */
interface Change {
  readonly resource: (typeof RESOURCES)[number]
  readonly fingerprint: string
  /** Seconds from the start. */
  readonly time: number
  readonly fires: boolean
}

/** Generates changes of fingerprints, and deliveries that contain all of them: in any order, some of them twice. */
function firings() {
  const change = fc.record({
    resource: fc.constantFrom(...RESOURCES),
    fingerprint: fc.constantFrom('f', 'g', 'h'),
    time: fc.integer({ min: -60, max: -1 }),
    fires: fc.boolean(),
  })
  const selector = ({ resource, fingerprint, time }: Change) => `${resource} ${fingerprint} ${time}`
  return fc.uniqueArray(change, { selector, minLength: 1, maxLength: 8 }).chain((changes) => {
    const some = fc.array(fc.nat({ max: changes.length - 1 }), { maxLength: 4 })
    const all = fc.shuffledSubarray(
      changes.map((_, index) => index),
      { minLength: changes.length },
    )
    return fc.record({
      changes: fc.constant(changes),
      deliveries: fc
        .array(some, { maxLength: 3 })
        .chain((few) => all.map((rest) => [...few, ...rest.map((each) => [each])])),
    })
  })
}

function changed(changes: readonly Change[], index: number): Sent {
  const change = changes[index]
  if (change === undefined) throw new Error('no such change')
  return { ...toAlert({ ...change, fingerprint: `${change.resource} ${change.fingerprint}` }), eventTime: change.time }
}

function toAlert({ resource, fingerprint, fires }: Omit<Change, 'time' | 'resource'> & { resource: string }): Sent {
  return {
    ...{ resource, event: 'Down', fingerprint, severity: fires ? 'major' : 'ok' },
    ...{ text: 'text', correlate: [], timeout: 0, origin: 'monitor' },
  }
}

/** Returns the status of the alert of a resource, and the number of its open fingerprints. */
function firingOf(resource: string, open: ReadonlySet<string>): readonly [AlertStatus, number] {
  const count = [...open].filter((each) => each.startsWith(`${resource} `)).length
  return [count > 0 ? 'open' : 'closed', count]
}

/** Returns the resources with a fingerprint whose newest change is that it fires. */
function resourcesFiring(changes: readonly Change[]): readonly string[] {
  const newest = new Map<string, Change>()
  for (const change of changes.toSorted((one, other) => one.time - other.time)) {
    newest.set(`${change.resource} ${change.fingerprint}`, change)
  }
  return [...new Set([...newest.values()].filter(({ fires }) => fires).map(({ resource }) => resource))].toSorted()
}
