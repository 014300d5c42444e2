import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { alertOn, createTopologyOf, shopOnADisk } from './impact-scene.js'
import { admin } from './stage.js'
import { type Stage, type Subscription, setSubscriptionStage } from './subscription-stage.js'

/** Tests what messages say of alerts that are active although a state is over (rules.md#what-subscriptions-tell-12). */
export function remainingAlertsContract(harness: StoreHarness): void {
  it('should say nothing of what remains if the alerts of a service have ended', async () => {
    const { opsgraph, after } = await setStage(['impact'])
    expect(await after(() => alertOn(opsgraph, 'cache', { severity: 'ok' }))).toEqual([])
  })

  it.each(['minor', 'unknown'] as const)('should say that a service is still %s', async (severity) => {
    const { opsgraph, after } = await setStage(['impact'])
    expect(await after(() => alertOn(opsgraph, 'cache', { severity }))).toEqual([
      { reason: 'lessSevere', count: 1, severity, minSeverity: 'major' },
    ])
  })

  it('should say how many alerts of a service are silenced, and by which window', async () => {
    const { opsgraph, after } = await setStage(['impact'])
    const { id } = await alertOn(opsgraph, 'cache', { event: 'Slow' })
    const silence = async () => {
      await opsgraph.setAlertStatus(admin, { id, body: { status: 'shelved' } })
      await holdAlerts(opsgraph, 'Down')
    }
    const window = { id: expect.any(String), name: 'patch', count: 1 }
    expect(await after(silence)).toEqual([{ reason: 'silenced', count: 2, window }])
  })

  it.each([
    ['no service', []],
    ['another service', ['cache']],
  ])('should name an alert that no longer reaches the service, but %s', async (_, resources) => {
    const { opsgraph, alert, after } = await setStage(['impact'], { services: ['shop'] })
    await createTopologyOf(opsgraph, 'others', resources)
    await alertOn(opsgraph, 'database', { severity: 'minor' })
    await opsgraph.noticeImpact()
    expect(await after(() => deleteTopology(opsgraph, 'shop'))).toEqual([
      { reason: 'unreached', count: 2, severity: 'critical', alert },
    ])
  })

  it('should name an alert that the catalog entry of the service excludes, with its severity now', async () => {
    const { opsgraph, alert, after } = await setStage(['impact'])
    const exclude = async () => {
      await opsgraph.putCatalogService(admin, {
        serviceId: 'shop',
        body: { alertImpact: { severities: ['critical'] } },
      })
      await alertOn(opsgraph, 'cache', { severity: 'major' })
    }
    expect(await after(exclude)).toEqual([{ reason: 'excluded', count: 1, severity: 'major', alert }])
  })

  it('should say how many alerts redundancy rules absorb', async () => {
    const { opsgraph, after } = await setStage(['impact'], { services: ['shop'] }, 'container')
    const relations = [{ resource: 'spare container', parent: 'database' }]
    await opsgraph.putRelations(admin, { environment: 'Production', relations })
    const body = { minHealthy: 1, degraded: null }
    const absorb = () => opsgraph.putRedundancyRule(admin, { environment: 'Production', resource: 'database', body })
    expect(await after(absorb)).toEqual([{ reason: 'held', count: 1 }])
  })

  it.each([
    [['minor', 'ok'], []],
    [['ok', 'minor'], [{ reason: 'lessSevere', count: 1, severity: 'minor', minSeverity: 'major' }]],
  ] as const)('should say of a service what remains at the end of the wait: %j', async ([first, second], remains) => {
    const { opsgraph, subscription, change, receivers, wait, round, after } = await setStage(['impact'])
    await change(subscription, { waitSeconds: 30 })
    await alertOn(opsgraph, 'cache', { severity: first })
    await round()
    wait(5)
    await alertOn(opsgraph, 'cache', { severity: second })
    await round()
    expect(receivers.received).toHaveLength(1)
    expect(await after(async () => wait(30))).toEqual(remains)
  })

  it('should say nothing of what remains if an alert has ended', async () => {
    const { opsgraph, after } = await setStage(['alert'])
    expect(await after(() => alertOn(opsgraph, 'cache', { severity: 'ok' }))).toEqual([])
  })

  it.each(['impact', 'alert'] as const)(
    'should not say that all is well if the alert has expired: kind %s',
    async (kind) => {
      const { opsgraph, alert, after, wait, round, subscription, change } = await setStage([kind])
      await change(subscription, { waitSeconds: 30 })
      const { lastReceiveTime } = await alertOn(opsgraph, 'cache', { timeout: 60 })
      await round()
      wait(60)
      await opsgraph.changeDueAlerts()
      await round()
      expect(await after(async () => wait(30))).toEqual([
        { reason: 'expired', count: 1, severity: 'critical', alert, lastReceiveTime },
      ])
    },
  )

  it('should say that an alert is less severe, shelved until a time, or in a window', async () => {
    const { opsgraph, id, after, at } = await setStage(['alert'])
    const still = { count: 1, severity: 'critical' }
    expect(await after(() => alertOn(opsgraph, 'cache', { severity: 'unknown' }))).toEqual([
      { reason: 'lessSevere', count: 1, severity: 'unknown', minSeverity: 'major' },
    ])
    await after(() => alertOn(opsgraph, 'cache'))
    const shelve = () => opsgraph.setAlertStatus(admin, { id, body: { status: 'shelved', timeout: 600 } })
    expect(await after(shelve)).toEqual([{ reason: 'silenced', ...still, until: at(603) }])
    await after(() => opsgraph.setAlertStatus(admin, { id, body: { status: 'open' } }))
    const window = { id: expect.any(String), name: 'patch', count: 1 }
    expect(await after(() => holdAlerts(opsgraph, 'Down'))).toEqual([{ reason: 'silenced', ...still, window }])
  })

  it('should say that a subscription no longer selects an alert, by its filters or by its services', async () => {
    const { opsgraph, subscription, change, after } = await setStage(['alert'], { services: ['shop'] })
    const still = { count: 1, severity: 'critical' }
    const filters = { operator: 'AND' as const, clauses: [{ key: 'event', op: '=' as const, value: 'Slow' }] }
    expect(await after(() => change(subscription, { filters }))).toEqual([{ reason: 'notSelected', ...still }])
    await after(() => change(subscription, { filters: {} }))
    expect(await after(() => deleteTopology(opsgraph, 'shop'))).toEqual([{ reason: 'unreached', ...still }])
  })

  it('should not say that an alert has ended if the subscription no longer tells of alerts', async () => {
    const { subscription, change, receivers, after } = await setStage(['alert'])
    expect(await after(() => change(subscription, { kinds: ['impact'], services: ['search'] }))).toEqual([])
    expect(receivers.received.at(-1)).toMatchObject({ to: null, isLeft: true })
  })

  it('should say that an alert that reached no service reaches one now', async () => {
    const { opsgraph, after } = await setStage(['unreached'], {}, 'lamp')
    expect(await after(() => createTopologyOf(opsgraph, 'lights', ['lamp']))).toEqual([
      { reason: 'reached', count: 1, severity: 'critical' },
    ])
  })

  // Helpers

  /** Tells a subscription to the kinds of a critical alert that affects the service `shop`. */
  async function setStage(
    kinds: Subscription['kinds'],
    fields: Parameters<Stage['subscribe']>[0] = {},
    resource = 'cache',
  ) {
    const stage = await setSubscriptionStage(harness)
    const { opsgraph, receivers, subscribe, wait, round } = stage
    await shopOnADisk(opsgraph)
    await opsgraph.putCatalogService(admin, { serviceId: 'shop', body: {} })
    const subscription = await subscribe({ kinds, minSeverity: 'major', ...fields })
    const { id, environment, event } = await alertOn(opsgraph, resource)
    await round()
    expect(receivers.received).toMatchObject([{ to: 'critical' }])
    return {
      ...{ ...stage, subscription, id, alert: { alertId: id, environment, resource, event } },
      /** Changes something, and returns what remains according to the next message. */
      after: async (change: () => Promise<unknown>) => {
        wait(1)
        await change()
        const before = receivers.received.length
        await round()
        expect(receivers.received).toHaveLength(before + 1)
        return receivers.received.at(-1)?.remains ?? []
      },
    }
  }
}

// Helpers

/** Creates a maintenance window that silences the alerts of an event. */
async function holdAlerts(opsgraph: Stage['opsgraph'], event: string): Promise<void> {
  await opsgraph.createMaintenanceWindow(admin, {
    ...{ name: 'patch', startTime: '2025-12-31T00:00:00Z', endTime: '2026-01-02T00:00:00Z' },
    filters: { clauses: [{ key: 'event', op: '=', value: event }] },
  })
  await opsgraph.applyMaintenance()
}

async function deleteTopology(opsgraph: Stage['opsgraph'], service: string): Promise<void> {
  const { items } = await opsgraph.listTopologySummaries(admin, { filters: { service: [service] } })
  await opsgraph.deleteTopology(admin, items[0]?.id ?? '')
}
