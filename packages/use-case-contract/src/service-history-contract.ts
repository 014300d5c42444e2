import { setTimeout as delay } from 'node:timers/promises'
import { createOpsgraph, LIMITS, type Opsgraph, type Store } from '@opsgraph/core'
import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alertOn, causesOf, shopOnADisk } from './impact-scene.js'
import { admin } from './stage.js'

const START = Date.UTC(2026, 0, 1)

/**
 * Tests that each transition of a service is stored once, and that the transitions lead from state to state
 * (rules.md#history-of-services).
 */
export function serviceHistoryContract(harness: StoreHarness): void {
  describe('noticeImpact', () => {
    it('should store what hurts at first as a transition from null, with the causes that the impact shows', async () => {
      const { opsgraph, transitions, at } = await setHistoryStage(harness)
      await shopOnADisk(opsgraph)
      expect(await opsgraph.noticeImpact()).toBe(0)
      const { id } = await alertOn(opsgraph, 'disk', { severity: 'major' })
      await alertOn(opsgraph, 'checkout', { severity: 'warning' })
      expect(await opsgraph.noticeImpact()).toBe(2)
      const named = { environment: 'Production', resource: 'disk', event: 'Down', severity: 'major' }
      expect(await transitions('shop')).toEqual([
        {
          ...{ service: 'shop', sequence: 1, time: at(0), from: null, to: 'major', acknowledged: false },
          causes: [{ alertId: id, ...named }],
        },
      ])
      const shown = (await causesOf(opsgraph, 'payments')).map(({ alertId }) => alertId)
      const [stored] = await transitions('payments')
      expect(stored?.causes.map(({ alertId }) => alertId)).toEqual(shown)
      await expect(opsgraph.readServiceHistory(admin, { service: 'search' })).resolves.toMatchObject({ items: [] })
    })

    it('should store a change of severity, of acknowledgement and of causes, and the end, once each', async () => {
      const { opsgraph, transitions, wait } = await setHistoryStage(harness)
      await shopOnADisk(opsgraph)
      const { id } = await alertOn(opsgraph, 'disk', { severity: 'minor' })
      const changes: readonly (() => Promise<unknown>)[] = [
        () => alertOn(opsgraph, 'disk', { severity: 'critical' }),
        () => opsgraph.setAlertStatus(admin, { id, body: { status: 'ack' } }),
        () => alertOn(opsgraph, 'cache', { severity: 'minor' }),
        () => alertOn(opsgraph, 'cache', { severity: 'ok' }),
        () => opsgraph.setAlertStatus(admin, { id, body: { status: 'shelved' } }),
      ]
      await opsgraph.noticeImpact()
      for (const change of changes) {
        wait(60)
        await change()
        expect(await opsgraph.noticeImpact()).toBeGreaterThan(0)
        expect(await opsgraph.noticeImpact()).toBe(0)
      }
      const found = (await transitions('shop')).toReversed()
      expect(found.map(({ from, to, acknowledged, causes }) => [from, to, acknowledged, causes.length])).toEqual([
        [null, 'minor', false, 1],
        ['minor', 'critical', false, 1],
        ['critical', 'critical', true, 1],
        ['critical', 'minor', false, 2],
        ['minor', 'critical', true, 1],
        ['critical', null, false, 0],
      ])
    })

    it('should store the worst severity of what is acknowledged too, and not show it', async () => {
      const { opsgraph, store, transitions } = await setHistoryStage(harness)
      await shopOnADisk(opsgraph)
      const { id } = await alertOn(opsgraph, 'disk', { severity: 'critical' })
      await alertOn(opsgraph, 'cache', { severity: 'minor' })
      const newest = async () => (await store.serviceHistory.newest(['shop']))[0]
      await opsgraph.noticeImpact()
      expect(await newest()).toMatchObject({ to: 'critical', acknowledgedSeverity: null })
      await opsgraph.setAlertStatus(admin, { id, body: { status: 'ack' } })
      await opsgraph.noticeImpact()
      expect(await newest()).toMatchObject({ to: 'minor', acknowledged: false, acknowledgedSeverity: 'critical' })
      await alertOn(opsgraph, 'disk', { severity: 'major' })
      expect(await opsgraph.noticeImpact()).toBeGreaterThan(0)
      expect(await newest()).toMatchObject({ from: 'minor', to: 'minor', acknowledgedSeverity: 'major' })
      expect((await transitions('shop'))[0]).not.toHaveProperty('acknowledgedSeverity')
    })

    it('should store nothing if only what hurts nothing changes, such as a text', async () => {
      const { opsgraph, transitions } = await setHistoryStage(harness)
      await shopOnADisk(opsgraph)
      await alertOn(opsgraph, 'disk')
      await opsgraph.noticeImpact()
      await alertOn(opsgraph, 'disk', { text: 'still down' })
      await alertOn(opsgraph, 'lamp')
      await opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { description: 'sells' } })
      expect(await opsgraph.noticeImpact()).toBe(0)
      expect(await transitions('shop')).toHaveLength(1)
    })

    it('should store at most one transition for a service that flaps a hundred times between two looks', async () => {
      const { opsgraph, transitions } = await setHistoryStage(harness)
      await shopOnADisk(opsgraph)
      for (let at = 0; at < 50; at++) {
        await alertOn(opsgraph, 'disk', { severity: 'critical' })
        await alertOn(opsgraph, 'disk', { severity: 'ok' })
      }
      expect(await opsgraph.noticeImpact()).toBe(0)
      for (let at = 0; at < 50; at++) {
        await alertOn(opsgraph, 'disk', { severity: 'ok' })
        await alertOn(opsgraph, 'disk', { severity: 'critical' })
      }
      await opsgraph.noticeImpact()
      expect(await transitions('shop')).toHaveLength(1)
    })

    it('should end the state of a service that is deleted, and keep its history', async () => {
      const { opsgraph, transitions, wait } = await setHistoryStage(harness)
      await shopOnADisk(opsgraph)
      await alertOn(opsgraph, 'disk')
      await opsgraph.noticeImpact()
      const { items } = await opsgraph.listTopologySummaries(admin, { filters: { service: ['shop'] } })
      await opsgraph.deleteTopology(admin, items[0]?.id ?? '')
      wait(10)
      expect(await opsgraph.noticeImpact()).toBe(1)
      expect((await transitions('shop')).map(({ to }) => to)).toEqual([null, 'critical'])
    })

    it('should keep the order although the clock goes back', async () => {
      const { opsgraph, transitions, wait, at } = await setHistoryStage(harness)
      await shopOnADisk(opsgraph)
      for (const severity of ['minor', 'major', 'critical'] as const) {
        await alertOn(opsgraph, 'disk', { severity })
        await opsgraph.noticeImpact()
        wait(-30)
      }
      wait(200)
      const found = await transitions('shop')
      expect(found.map(({ time, to }) => [time, to])).toEqual([
        [at(0), 'critical'],
        [at(0), 'major'],
        [at(0), 'minor'],
      ])
    })

    it('should store each transition once, though several servers look at the same time', async () => {
      const { opsgraph, store, transitions, wait } = await setHistoryStage(harness)
      const others = Array.from({ length: 3 }, () => createOpsgraph({ store, clock: () => new Date(START) }))
      await shopOnADisk(opsgraph)
      for (const severity of ['critical', 'ok', 'minor', 'ok'] as const) {
        await alertOn(opsgraph, 'disk', { severity })
        wait(1)
        const written = await Promise.all([opsgraph, ...others].map((each) => each.noticeImpact()))
        expect(written.reduce((sum, each) => sum + each, 0)).toBe(2)
      }
      expect((await transitions('shop')).map(({ to }) => to)).toEqual([null, 'minor', null, 'critical'])
    })

    it('should store nothing if another server has noticed a newer state meanwhile', async () => {
      const { opsgraph, store, transitions } = await setHistoryStage(harness)
      await shopOnADisk(opsgraph)
      let meanwhile = async () => {}
      const slow = createOpsgraph({ store: beforeWriting(store, () => meanwhile()), clock: () => new Date(START) })
      await alertOn(opsgraph, 'disk', { severity: 'minor' })
      meanwhile = async () => {
        meanwhile = async () => {}
        await alertOn(opsgraph, 'disk', { severity: 'critical' })
        expect(await opsgraph.noticeImpact()).toBe(2)
      }
      expect(await slow.noticeImpact()).toBe(0)
      expect((await transitions('shop')).map(({ to }) => to)).toEqual(['critical'])
      expect(await slow.noticeImpact()).toBe(0)
      await alertOn(opsgraph, 'disk', { severity: 'ok' })
      expect(await slow.noticeImpact()).toBe(2)
    })

    it('should store the newer state afterwards if another server has stored an older one meanwhile', async () => {
      const { opsgraph, store, transitions } = await setHistoryStage(harness)
      await shopOnADisk(opsgraph)
      const clock = () => new Date(START)
      const [atGate, gate] = [signal(), signal()]
      let beforeNewer = async () => {}
      const newer = createOpsgraph({ store: beforeWriting(store, () => beforeNewer()), clock })
      const older = createOpsgraph({
        store: beforeWriting(store, () => {
          atGate.give()
          return gate.given
        }),
        clock,
      })
      await alertOn(opsgraph, 'disk', { severity: 'minor' })
      await untilImpactIsCached(newer)
      const first = older.noticeImpact()
      await atGate.given
      await alertOn(opsgraph, 'disk', { severity: 'critical' })
      beforeNewer = async () => {
        gate.give()
        await first
      }
      expect([await newer.noticeImpact(), await first]).toEqual([0, 2])
      expect(await newer.noticeImpact()).toBe(2)
      expect((await transitions('shop')).map(({ to }) => to)).toEqual(['critical', 'minor'])
    })

    it('should lose no transition if the store fails while it writes', async () => {
      const { opsgraph, store, transitions } = await setHistoryStage(harness)
      await shopOnADisk(opsgraph)
      let isDown = true
      const fails = async () => {
        if (isDown) throw new Error('down')
      }
      const failing = createOpsgraph({ store: beforeWriting(store, fails), clock: () => new Date(START) })
      await alertOn(opsgraph, 'disk')
      await expect(failing.noticeImpact()).rejects.toThrow('down')
      await expect(failing.noticeImpact()).rejects.toThrow('down')
      expect(await transitions('shop')).toEqual([])
      isDown = false
      expect(await failing.noticeImpact()).toBe(2)
      expect(await failing.noticeImpact()).toBe(0)
    })

    it('should notice 10,000 services at once, and their end', async () => {
      const { opsgraph, transitions } = await setHistoryStage(harness)
      const service = Array.from({ length: 100 }, (_, at) => `s${at}`)
      const alerts = Array.from({ length: 100 }, (_, group) => ({
        ...{ environment: 'E', resource: `r${group}`, event: 'Down', severity: 'major' as const },
        service: service.map((name) => `${name}-${group}`),
      }))
      await opsgraph.receiveAlerts(admin, alerts)
      expect(await opsgraph.noticeImpact()).toBe(10_000)
      expect(await opsgraph.noticeImpact()).toBe(0)
      await opsgraph.setAlertStatuses(admin, { filters: { event: 'Down' }, status: 'closed' })
      expect(await opsgraph.noticeImpact()).toBe(10_000)
      expect((await transitions('s7-42')).map(({ from, to }) => [from, to])).toEqual([
        ['major', null],
        [null, 'major'],
      ])
    })

    it('should always lead from each stored state to the state that the impact shows', async () => {
      const { opsgraph, transitions, wait } = await setHistoryStage(harness)
      await shopOnADisk(opsgraph)
      const make = async ({ isNoticed, ...fields }: Change) => {
        await alertOn(opsgraph, fields.resource, fields)
        wait(1)
        if (isNoticed) await opsgraph.noticeImpact()
      }
      const run = async (changes: readonly Change[]) => {
        for (const each of changes) await make(each)
        await opsgraph.noticeImpact()
        const { items } = await opsgraph.readImpact(admin)
        for (const shown of items) expectChain(await transitions(shown.service), shown)
      }
      const property = fc.asyncProperty(fc.array(anyChange(), { minLength: 1, maxLength: 8 }), run)
      await fc.assert(property, propertyRuns(harness, 15))
    })
  })

  describe('readServiceHistory', () => {
    it('should add up the minutes of the known time, by default of the last 24 hours', async () => {
      const { opsgraph, wait, at } = await setHistoryStage(harness)
      await shopOnADisk(opsgraph)
      for (const severity of ['minor', 'critical', 'ok'] as const) {
        await alertOn(opsgraph, 'disk', { severity })
        await opsgraph.noticeImpact()
        wait(3_600)
      }
      const history = await opsgraph.readServiceHistory(admin, { service: ' shop ' })
      expect(history).toMatchObject({
        ...{ service: 'shop', from: at(3 * 3_600 - 86_400), to: at(3 * 3_600), knownSince: at(0) },
        ...{ minutes: { minor: 60, critical: 60, none: 60 }, share: 2 / 3, total: 3, page: 1, more: false },
      })
      const part = await opsgraph.readServiceHistory(admin, { service: 'shop', from: at(1_800), to: at(7_200) })
      expect(part).toMatchObject({ minutes: { minor: 30, critical: 60 }, share: 1 / 3, knownSince: at(1_800) })
      expect(part.items.map(({ to }) => to)).toEqual(['critical'])
      const ahead = await opsgraph.readServiceHistory(admin, { service: 'shop', from: at(9_000), to: at(999_999) })
      expect(ahead).toMatchObject({ minutes: { none: 30 }, share: 1, items: [] })
      const before = await opsgraph.readServiceHistory(admin, { service: 'shop', from: at(-9), to: at(0) })
      expect(before).toMatchObject({ minutes: {}, share: null, knownSince: null, total: 0 })
    })

    it('should list page by page, newest first', async () => {
      const { opsgraph, wait } = await setHistoryStage(harness)
      for (const severity of ['minor', 'major', 'critical'] as const) {
        await alertOn(opsgraph, 'disk', { severity, service: ['bank'] })
        await opsgraph.noticeImpact()
        wait(1)
      }
      const { items, ...page } = await opsgraph.readServiceHistory(admin, { service: 'bank', page: 2, pageSize: 2 })
      expect(items.map(({ to }) => to)).toEqual(['minor'])
      expect(page).toMatchObject({ total: 3, page: 2, pageSize: 2, pages: 2, more: false })
    })

    it('should refuse a service that neither is nor was, an invalid time, and an empty range', async () => {
      const { opsgraph, at } = await setHistoryStage(harness)
      await shopOnADisk(opsgraph)
      const read = (request: object) => opsgraph.readServiceHistory(admin, { service: 'shop', ...request })
      await expect(read({ service: 'none' })).rejects.toMatchObject({ kind: 'notFound', message: 'service not found' })
      await expect(read({ from: 'today' })).rejects.toMatchObject({
        ...{ kind: 'invalid', message: expect.stringContaining('from ') },
      })
      await expect(read({ to: '2026-02-30' })).rejects.toMatchObject({ message: expect.stringContaining('to ') })
      await expect(read({ from: at(5), to: at(5) })).rejects.toMatchObject({
        ...{ kind: 'invalid', message: `from (${at(5)}) must be before to (${at(5)})` },
      })
      await expect(read({ page: 0 })).rejects.toMatchObject({ kind: 'invalid' })
      expect(await read({})).toMatchObject({ items: [], minutes: {}, share: null })
    })

    it('should read at most a limited number of transitions', async () => {
      const { opsgraph, store, at } = await setHistoryStage(harness)
      const steps: Store['serviceHistory']['steps'] = async (_, { after, limit }) =>
        Array.from({ length: limit }, (_, index) => ({ sequence: after + index + 1, time: at(0), to: null })).filter(
          ({ sequence }) => sequence <= count,
        )
      const flapping: Store = Object.create(store, {
        snapshot: {
          value: (work: Parameters<Store['snapshot']>[0]) =>
            store.snapshot((parts) => work({ ...parts, serviceHistory: { ...parts.serviceHistory, steps } })),
        },
      })
      await alertOn(opsgraph, 'disk', { service: ['bank'] })
      await opsgraph.noticeImpact()
      const other = createOpsgraph({ store: flapping, clock: () => new Date(START) })
      let count: number = LIMITS.historyTransitions
      await expect(other.readServiceHistory(admin, { service: 'bank' })).resolves.toMatchObject({ total: 0 })
      count++
      await expect(other.readServiceHistory(admin, { service: 'bank' })).rejects.toMatchObject({
        kind: 'invalid',
        message: 'bank has more than 100,000 transitions from `from` to `to`: ask for a shorter time',
      })
    })
  })
}

// Helpers

type ServiceImpact = Awaited<ReturnType<Opsgraph['readImpact']>>['items'][number]

/** Creates opsgraph with a clock that stands still until `wait` is called. */
async function setHistoryStage(harness: StoreHarness) {
  const { store } = await harness.open()
  let now = START
  const opsgraph = createOpsgraph({ store, clock: () => new Date(now) })
  const at = (seconds: number) => new Date(START + seconds * 1_000).toISOString()
  return {
    opsgraph,
    store,
    /** Returns the time that is this many seconds after the start. */
    at,
    wait: (seconds: number) => {
      now += seconds * 1_000
    },
    transitions: (service: string) => transitionsOf(opsgraph, service),
  }
}

function signal() {
  let give = (): void => undefined
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { give, given }
}

/** Waits until the graph is in memory, if the store has a log. From then on, the impact is not computed again. */
async function untilImpactIsCached(opsgraph: Opsgraph): Promise<void> {
  for (let tries = 0; tries < 50 && opsgraph.graphMemoryCounts().environments === 0; tries++) {
    await opsgraph.readImpact(admin)
    await delay(10)
  }
}

async function transitionsOf(opsgraph: Opsgraph, service: string) {
  const range = { from: '2025-01-01', to: '2027-01-01' }
  return (await opsgraph.readServiceHistory(admin, { service, ...range, pageSize: 1_000 })).items
}

type Change = ReturnType<typeof anyChange> extends fc.Arbitrary<infer Value> ? Value : never

/** Generates an alert about a resource, and whether the server looks for changes after it. */
function anyChange() {
  return fc.record({
    resource: fc.constantFrom('disk', 'database', 'checkout', 'index', 'cache'),
    severity: fc.constantFrom('critical' as const, 'minor' as const, 'ok' as const),
    isNoticed: fc.boolean(),
  })
}

/** Expects that the transitions lead from each state to the next one, and to the state that the impact shows. */
function expectChain(newestFirst: Awaited<ReturnType<typeof transitionsOf>>, shown: ServiceImpact): void {
  const all = newestFirst.toReversed()
  const last = all.at(-1) ?? { to: null, acknowledged: false }
  expect([last.to, last.acknowledged]).toEqual([shown.severity, shown.acknowledged])
  expect(all.map(({ from }) => from)).toEqual([null, ...all.map(({ to }) => to)].slice(0, all.length))
  expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => index + 1))
}

/** Wraps a store so that it calls `first` before each transaction. Any number of callers can lead at the same time. */
function beforeWriting(store: Store, first: () => Promise<void>): Store {
  return new Proxy(store, {
    get: (target, name) => {
      if (name === 'lead') return undefined
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      return async (...input: readonly unknown[]) => {
        if (name === 'transaction') await first()
        return await Reflect.apply(member, target, input)
      }
    },
  })
}
