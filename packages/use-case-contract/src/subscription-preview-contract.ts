import { createOpsgraph, LIMITS, type Opsgraph, type Store } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { describe, expect, it } from 'vitest'
import { alertOn, shopOnADisk } from './impact-scene.js'
import { admin } from './stage.js'

const START = Date.UTC(2026, 0, 1)

const NONE_UNKNOWN = { services: [], owners: [], otherOwner: [], near: [] }

type Preview = Awaited<ReturnType<Opsgraph['previewSubscription']>>
type Transition = Parameters<Store['serviceHistory']['append']>[0][number]

/**
 * Tests that a dry run reports the messages that the subscription would have sent for the stored transitions
 * (rules.md#subscription-preview).
 */
export function subscriptionPreviewContract(harness: StoreHarness): void {
  describe('previewSubscription', () => {
    it('should list what would have been told of what has happened, with the causes', async () => {
      const { opsgraph, at, wait } = await setPreviewStage(harness)
      await shopOnADisk(opsgraph)
      const { id } = await alertOn(opsgraph, 'disk', { severity: 'major' })
      await opsgraph.noticeImpact()
      wait(600)
      await opsgraph.setAlertStatus(admin, { id, body: { status: 'ack' } })
      await opsgraph.noticeImpact()
      wait(600)
      await alertOn(opsgraph, 'disk', { severity: 'ok' })
      await opsgraph.noticeImpact()
      wait(20)
      const preview = await opsgraph.previewSubscription(admin, { subscription: { services: ['shop'] } })
      const cause = { alertId: id, environment: 'Production', resource: 'disk', event: 'Down', severity: 'major' }
      const message = { service: 'shop', from: 'major', to: 'major', acknowledged: false, repeat: false }
      expect(preview).toEqual({
        ...{ from: at(1_220 - 86_400), to: at(1_220), total: 2, omittedKinds: [], unknown: NONE_UNKNOWN },
        deliveries: [
          { ...message, time: at(30), from: null, causes: [cause] },
          { ...message, time: at(630), acknowledged: true, causes: [cause] },
        ],
      })
      wait(60)
      const all = await opsgraph.previewSubscription(admin, { subscription: {}, from: at(600) })
      expect(linesOf(all)).toEqual([
        ...['630 payments major > major acknowledged', '630 shop major > major acknowledged'],
        ...['1230 payments major > null', '1230 shop major > null'],
      ])
    })

    it('should say which services and owners are unknown', async () => {
      const { opsgraph } = await setPreviewStage(harness)
      await shopOnADisk(opsgraph)
      const subscription = { services: ['Shop', 'shop'], owners: ['Team Shpo'] }
      const { unknown } = await opsgraph.previewSubscription(admin, { subscription })
      expect(unknown).toEqual({
        ...{ services: ['Shop'], owners: ['Team Shpo'], otherOwner: ['shop'] },
        near: [{ name: 'Shop', near: 'shop' }],
      })
    })

    it('should take what hurt before the range for told, and end before its end', async () => {
      const { opsgraph, store, at, wait } = await setPreviewStage(harness)
      wait(10_000)
      await storeTransitions(store, [step(1, 0, 'major'), step(2, 3_600, 'critical'), step(3, 7_200, null)])
      const preview = (from: number, to: number) =>
        opsgraph.previewSubscription(admin, { subscription: { waitSeconds: 0 }, from: at(from), to: at(to) })
      expect(linesOf(await preview(60, 7_200))).toEqual(['3600 shop major > critical'])
      expect(linesOf(await preview(60, 7_201))).toEqual(['3600 shop major > critical', '7200 shop critical > null'])
      expect(linesOf(await preview(7_200, 9_000))).toEqual(['7200 shop critical > null'])
      expect(linesOf(await preview(7_201, 9_000))).toEqual([])
    })

    it('should tell only until now: the future is unknown', async () => {
      const { opsgraph, store, at, wait } = await setPreviewStage(harness)
      await storeTransitions(store, [step(1, 0, 'major')])
      wait(150)
      const request = { subscription: { waitSeconds: 0, repeatSeconds: 60 }, from: at(0), to: at(9_999) }
      expect((await opsgraph.previewSubscription(admin, request)).total).toBe(3)
      const ahead = { ...request, from: at(5_000) }
      expect(await opsgraph.previewSubscription(admin, ahead)).toMatchObject({ from: at(5_000), total: 0 })
    })

    it('should use the owners that the catalog names now', async () => {
      const { opsgraph, store, wait } = await setPreviewStage(harness)
      for (const service of ['shop', 'bank', 'mail'])
        await storeTransitions(store, [{ ...step(1, 0, 'major'), service }])
      await opsgraph.putCatalogService(admin, { serviceId: 'bank', body: { owner: 'money' } })
      await opsgraph.putCatalogService(admin, { serviceId: 'mail', body: { owner: 'office' } })
      wait(60)
      const told = async (subscription: object) =>
        (await opsgraph.previewSubscription(admin, { subscription })).deliveries.map(({ service }) => service)
      expect(await told({ owners: ['money'] })).toEqual(['bank'])
      expect((await told({ owners: ['office', ''] })).toSorted()).toEqual(['mail', 'shop'])
      expect(await told({ owners: ['money'], services: ['mail', 'shop'] })).toEqual([])
    })

    it('should say which kinds it leaves out', async () => {
      const { opsgraph, store, wait } = await setPreviewStage(harness)
      await storeTransitions(store, [step(1, 0, 'major')])
      wait(60)
      const preview = (kinds: readonly ('alert' | 'impact' | 'unreached')[]) =>
        opsgraph.previewSubscription(admin, { subscription: { kinds: [...kinds] } })
      expect(await preview(['alert', 'impact'])).toMatchObject({ total: 1, omittedKinds: ['alert'] })
      expect(await preview(['unreached'])).toMatchObject({ total: 0, deliveries: [], omittedKinds: ['unreached'] })
    })

    it('should need neither a name nor an address, and ignore whether the subscription is enabled', async () => {
      const { opsgraph, store, wait } = await setPreviewStage(harness)
      await storeTransitions(store, [step(1, 0, 'major')])
      wait(60)
      const whole = { name: 'On call', format: 'slack', url: 'no address', secret: 'x', enabled: false } as const
      expect((await opsgraph.previewSubscription(admin, { subscription: whole })).total).toBe(1)
      expect((await opsgraph.previewSubscription(admin, { subscription: {} })).total).toBe(1)
    })

    it('should refuse a faulty subscription with all faults, and an invalid range', async () => {
      const { opsgraph, at } = await setPreviewStage(harness)
      const preview = (request: object) =>
        opsgraph.previewSubscription(admin, request as Parameters<Opsgraph['previewSubscription']>[1])
      await expect(preview({})).rejects.toMatchObject({
        ...{ kind: 'invalid', issues: [expect.objectContaining({ path: 'subscription' })] },
      })
      await expect(preview({ subscription: { waitSeconds: -1, minSeverity: 'High' }, until: 1 })).rejects.toMatchObject(
        {
          kind: 'invalid',
          issues: expect.arrayContaining([
            expect.objectContaining({ path: 'subscription.waitSeconds' }),
            expect.objectContaining({ path: 'subscription.minSeverity' }),
            expect.objectContaining({ path: 'until' }),
          ]),
        },
      )
      await expect(preview({ subscription: {}, from: 'yesterday' })).rejects.toMatchObject({
        ...{ kind: 'invalid', message: expect.stringContaining('from ') },
      })
      await expect(preview({ subscription: {}, from: at(5), to: at(5) })).rejects.toMatchObject({
        ...{ kind: 'invalid', message: `from (${at(5)}) must be before to (${at(5)})` },
      })
    })

    it('should list a limited number of messages, and refuse too many', async () => {
      const { opsgraph, store, at, wait } = await setPreviewStage(harness)
      await storeTransitions(store, [step(1, 0, 'major')])
      wait(1_000_000)
      const preview = (seconds: number) =>
        opsgraph.previewSubscription(admin, {
          ...{ subscription: { waitSeconds: 0, repeatSeconds: 1 }, from: at(0), to: at(seconds) },
        })
      const { total, deliveries } = await preview(2_000)
      expect([total, deliveries.length]).toEqual([2_000, LIMITS.subscriptionPreviewListed])
      await expect(preview(LIMITS.subscriptionPreviewMessages + 1)).rejects.toMatchObject({
        kind: 'invalid',
        message:
          'there are more than 100,000 messages from `from` to `to`: ask for a shorter time, or for fewer services',
      })
    })

    it('should read at most a limited number of transitions, page by page', async () => {
      const { store, at } = await setPreviewStage(harness)
      let count: number = LIMITS.historyTransitions
      const between: Store['serviceHistory']['between'] = async (_, { after, limit }) => {
        const first = (after?.sequence ?? 0) + 1
        const size = Math.max(0, Math.min(limit, count - first + 1))
        return Array.from({ length: size }, (__, index) => step(first + index, first + index, null))
      }
      const flapping: Store = Object.create(store, {
        serviceHistory: { value: { ...store.serviceHistory, hurtBefore: store.serviceHistory.hurtBefore, between } },
      })
      const opsgraph = createOpsgraph({ store: flapping, clock: () => new Date(START + 1e9) })
      const request = { subscription: {}, from: at(0) }
      await expect(opsgraph.previewSubscription(admin, request)).resolves.toMatchObject({ total: 0 })
      count++
      await expect(opsgraph.previewSubscription(admin, request)).rejects.toMatchObject({
        kind: 'invalid',
        message:
          'there are more than 100,000 transitions from `from` to `to`: ask for a shorter time, or for fewer services',
      })
    })
  })
}

// Helpers

/** Creates opsgraph with a clock that stands still until `wait` is called. */
async function setPreviewStage(harness: StoreHarness) {
  const { store } = await harness.open()
  let now = START
  return {
    store,
    opsgraph: createOpsgraph({ store, clock: () => new Date(now) }),
    at,
    wait: (seconds: number) => {
      now += seconds * 1_000
    },
  }
}

/** Returns the time that is this many seconds after the start. */
function at(seconds: number): string {
  return new Date(START + seconds * 1_000).toISOString()
}

function step(sequence: number, seconds: number, to: Transition['to']): Transition {
  return {
    ...{ service: 'shop', sequence, time: at(seconds), from: null, to, acknowledged: false, causes: [] },
    acknowledgedSeverity: null,
  }
}

async function storeTransitions(store: Store, steps: readonly Transition[]): Promise<void> {
  for (const each of steps) await store.serviceHistory.append([each])
}

/** Formats the messages as texts. Messages of the same time are in the order of the services. */
function linesOf({ deliveries }: Preview): readonly string[] {
  return deliveries
    .map(({ time, service, from, to, acknowledged }) => ({
      time,
      line: `${(Date.parse(time) - START) / 1_000} ${service} ${from} > ${to}${acknowledged ? ' acknowledged' : ''}`,
    }))
    .toSorted((one, other) =>
      one.time === other.time ? (one.line < other.line ? -1 : 1) : one.time < other.time ? -1 : 1,
    )
    .map(({ line }) => line)
}
