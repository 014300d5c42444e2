import { createOpsgraph, LIMITS, type Opsgraph } from '@opsgraph/core'
import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type SilenceAction, SilenceModel } from './silence-model.js'
import { admin, setStage } from './stage.js'

/** Tests that an origin whose heartbeat is overdue has an active alert (rules.md#heartbeats). */
export function heartbeatContract(harness: StoreHarness): void {
  it('should open an alert when a heartbeat is overdue, once, and close it with the next heartbeat', async () => {
    const { opsgraph, beat, wait, alerts } = await setHeartbeatStage(harness)
    const attributes = { environment: 'Staging', severity: 'critical', service: ['shop'], group: 'Jobs', host: 'db-1' }
    const { heartbeat } = await beat({ tags: ['nightly'], attributes, customer: 'acme' })
    wait(59)
    expect(await opsgraph.noticeMissedHeartbeats()).toBe(0)
    expect(await opsgraph.readHeartbeatById(admin, heartbeat.id)).toMatchObject({ status: 'ok', since: 59 })
    wait(1)
    expect(await opsgraph.readHeartbeatById(admin, heartbeat.id)).toMatchObject({ status: 'expired', since: 60 })
    expect(await opsgraph.noticeMissedHeartbeats()).toBe(1)
    expect(await opsgraph.noticeMissedHeartbeats()).toBe(0)
    const text = 'No heartbeat from backup since 2026-01-01T00:00:00.000Z; one is expected every minute'
    const [opened, ...others] = await alerts()
    expect(others).toEqual([])
    expect(opened).toMatchObject({
      ...{
        environment: 'Staging',
        resource: 'backup',
        event: 'HeartbeatFail',
        severity: 'critical',
        service: ['shop'],
      },
      ...{ group: 'Jobs', tags: ['nightly'], attributes: { host: 'db-1' }, customer: 'acme', type: 'heartbeatAlert' },
      ...{ text, status: 'open', openCount: 1, activeSince: '2026-01-01T00:01:00.000Z', expireTime: null },
      history: [{ type: 'new', actor: 'system', text }],
    })
    wait(5)
    await beat({ attributes })
    const [closed] = await alerts()
    expect(closed).toMatchObject({ id: opened?.id, status: 'closed', severity: 'ok', openCount: 0 })
    expect(closed?.history.at(-1)).toMatchObject({ actor: admin.user, text: 'backup sends heartbeats again' })
    wait(60)
    expect(await opsgraph.noticeMissedHeartbeats()).toBe(1)
    expect(await alerts()).toMatchObject([{ id: opened?.id, status: 'open', severity: 'critical' }])
  })

  it('should have defaults, and renew the heartbeat of an origin with all that is sent', async () => {
    const { opsgraph, wait, alerts } = await setHeartbeatStage(harness)
    const first = await opsgraph.receiveHeartbeat(admin, { origin: ' backup ' })
    expect(first).toEqual({
      heartbeat: {
        ...{ id: expect.any(String), origin: 'backup', tags: [], attributes: {}, type: 'Heartbeat', customer: null },
        ...{ createTime: '2026-01-01T00:00:00.000Z', receiveTime: '2026-01-01T00:00:00.000Z', timeout: 86_400 },
        ...{ expireTime: '2026-01-02T00:00:00.000Z', maxLatency: 2_000, latency: 0, since: 0, status: 'ok' },
      },
      ...{ isOutdated: false, warnings: [] },
    })
    wait(10)
    const sent = { origin: 'backup', tags: ['a'], attributes: { x: 1 }, timeout: 20, customer: 'acme' }
    const { heartbeat } = await opsgraph.receiveHeartbeat(admin, sent)
    expect(heartbeat).toMatchObject({ ...sent, id: first.heartbeat.id, expireTime: '2026-01-01T00:00:30.000Z' })
    expect((await opsgraph.listHeartbeats(admin, {})).items).toEqual([heartbeat])
    await opsgraph.receiveHeartbeat(admin, { origin: 'backup', timeout: 1 })
    wait(1)
    await opsgraph.noticeMissedHeartbeats()
    expect(await alerts()).toMatchObject([
      { environment: 'Production', severity: 'major', service: [], group: 'System', tags: [], attributes: {} },
    ])
  })

  it('should never be overdue with a timeout of 0, or one that ends after the year 9999', async () => {
    const { opsgraph, beat, wait, alerts } = await setHeartbeatStage(harness)
    for (const timeout of [0, Number.MAX_SAFE_INTEGER]) {
      expect((await beat({ timeout })).heartbeat).toMatchObject({ timeout, expireTime: null, status: 'ok' })
      wait(100 * 365 * 86_400)
      expect(await opsgraph.noticeMissedHeartbeats()).toBe(0)
    }
    expect(await alerts()).toEqual([])
  })

  it('should be slow if it took more than 2 seconds, and count from its reception', async () => {
    const { beat, wait } = await setHeartbeatStage(harness)
    wait(3_600)
    expect((await beat({ createTime: '2026-01-01T00:00:00Z' })).heartbeat).toMatchObject({
      ...{ latency: 3_600_000, status: 'slow', receiveTime: '2026-01-01T01:00:00.000Z' },
      expireTime: '2026-01-01T01:01:00.000Z',
    })
    expect((await beat({ createTime: '2026-01-01T00:59:58.000Z' })).heartbeat).toMatchObject({ status: 'ok' })
    expect((await beat({ createTime: '2026-01-01T00:59:57.999Z', origin: 'b' })).heartbeat).toMatchObject({
      ...{ latency: 2_001, status: 'slow' },
    })
    expect((await beat({ createTime: '2026-01-01T02:00:00+01:00', origin: 'c' })).heartbeat.latency).toBe(0)
  })

  it('should take a createTime that lies ahead as now', async () => {
    const { beat } = await setHeartbeatStage(harness)
    const now = '2026-01-01T00:00:00.000Z'
    const { heartbeat } = await beat({ createTime: '2030-01-01T00:00:00Z' })
    expect(heartbeat).toMatchObject({ createTime: now, receiveTime: now, latency: 0, status: 'ok' })
  })

  it('should change nothing if a newer one was there before, but not for ever: a clock may be set back', async () => {
    const { opsgraph, beat, wait, alerts } = await setHeartbeatStage(harness)
    wait(600)
    const { heartbeat } = await beat({ createTime: '2026-01-01T00:10:00Z' })
    wait(60)
    await opsgraph.noticeMissedHeartbeats()
    const older = { createTime: '2026-01-01T00:09:59Z', tags: ['late'] }
    const outdated = await beat(older)
    expect(outdated).toMatchObject({ isOutdated: true, heartbeat: { id: heartbeat.id, tags: [], status: 'expired' } })
    expect(await alerts()).toMatchObject([{ status: 'open' }])
    wait(60)
    expect(await beat(older)).toMatchObject({ isOutdated: true })
    wait(1)
    expect(await beat(older)).toMatchObject({ isOutdated: false, heartbeat: { tags: ['late'], status: 'slow' } })
    expect(await alerts()).toMatchObject([{ status: 'closed' }])
    expect(await beat(older)).toMatchObject({ isOutdated: false })
  })

  it('should accept attributes that the alert cannot have, warn, and never raise an alert that closes', async () => {
    const { opsgraph, beat, wait, alerts } = await setHeartbeatStage(harness)
    const attributes = { environment: ['', 7], severity: 'normal', service: 'shop', group: {}, weight: 3 }
    const { warnings } = await beat({ attributes })
    expect(warnings.map((warning) => warning.split(' ')[0])).toEqual(['attributes.severity', 'attributes.group'])
    wait(60)
    await opsgraph.noticeMissedHeartbeats()
    expect(await alerts()).toMatchObject([
      { environment: '7', severity: 'major', service: ['shop'], group: 'System', status: 'open' },
    ])
    const odd = await beat({ origin: 'b', attributes: { environment: {}, severity: 'High', service: [{}, 'shop'] } })
    expect(odd.warnings).toHaveLength(3)
    expect((await beat({ origin: 'c', attributes: { environment: null, severity: null } })).warnings).toEqual([])
  })

  it('should refuse what is no heartbeat, with all faults', async () => {
    const { opsgraph } = await setHeartbeatStage(harness)
    const faultsOf = async (body: unknown) => {
      const error = await opsgraph.receiveHeartbeat(admin, body as never).then(
        () => undefined,
        (thrown: { kind: string; issues: readonly { path: string }[] }) => thrown,
      )
      expect(error?.kind).toBe('invalid')
      return error?.issues.map(({ path }) => path)
    }
    expect(await faultsOf({})).toEqual(['origin'])
    expect(await faultsOf({ origin: '  ' })).toEqual(['origin'])
    expect(await faultsOf([])).toEqual([''])
    const bad = { origin: 'x'.repeat(256), tags: 'a', attributes: [], createTime: 'now', timeout: -1, customer: 1 }
    expect(await faultsOf(bad)).toEqual(['origin', 'tags', 'attributes', 'createTime', 'timeout', 'customer'])
    for (const timeout of [1.5, '60', true]) expect(await faultsOf({ origin: 'a', timeout })).toEqual(['timeout'])
    const many = Object.fromEntries(Array.from({ length: LIMITS.alertAttributes + 1 }, (_, at) => [`a${at}`, 1]))
    expect(await faultsOf({ origin: 'a', attributes: many })).toEqual(['attributes'])
    expect(await faultsOf({ origin: 'a', tags: ['x'.repeat(LIMITS.heartbeatBytes)] })).toEqual([''])
    expect((await opsgraph.listHeartbeats(admin, {})).total).toBe(0)
  })

  it('should close the alert when the heartbeat is deleted, and expect none any more', async () => {
    const { opsgraph, beat, wait, alerts } = await setHeartbeatStage(harness)
    const { heartbeat } = await beat()
    wait(60)
    await opsgraph.noticeMissedHeartbeats()
    await opsgraph.deleteHeartbeat(admin, heartbeat.id)
    const text = 'the heartbeat of backup was deleted'
    expect(await alerts()).toMatchObject([{ status: 'closed', text }])
    wait(600)
    expect(await opsgraph.noticeMissedHeartbeats()).toBe(0)
    await expect(opsgraph.deleteHeartbeat(admin, heartbeat.id)).rejects.toMatchObject({ kind: 'notFound' })
    await expect(opsgraph.readHeartbeatById(admin, heartbeat.id)).rejects.toMatchObject({ kind: 'notFound' })
    expect((await beat()).heartbeat.id).not.toBe(heartbeat.id)
  })

  it('should leave a silence alone that a person has closed, and open the alert for the next one', async () => {
    const { opsgraph, beat, wait, alerts } = await setHeartbeatStage(harness)
    await beat()
    wait(60)
    await opsgraph.noticeMissedHeartbeats()
    const [opened] = await alerts()
    await opsgraph.setAlertStatus(admin, { id: opened?.id ?? '', body: { status: 'closed' } })
    wait(600)
    expect(await opsgraph.noticeMissedHeartbeats()).toBe(0)
    const closed = await alerts()
    await beat()
    expect(await alerts()).toEqual(closed)
    wait(60)
    expect(await opsgraph.noticeMissedHeartbeats()).toBe(1)
    expect(await alerts()).toMatchObject([{ id: opened?.id, status: 'open', openCount: 1 }])
  })

  it('should close the alert where it was opened, though its environment and its name have changed', async () => {
    const { opsgraph, beat, wait, alerts } = await setHeartbeatStage(harness)
    await beat({ attributes: { environment: 'Staging' } })
    wait(60)
    await opsgraph.noticeMissedHeartbeats()
    await opsgraph.putResourceAlias(admin, { environment: 'Production', alias: 'backup', body: { resource: 'db-1' } })
    await beat()
    expect(await alerts()).toMatchObject([{ environment: 'Staging', resource: 'backup', status: 'closed' }])
    wait(60)
    await opsgraph.noticeMissedHeartbeats()
    const named = async () => (await alerts()).find(({ resource }) => resource === 'db-1')
    const { id = '' } = (await named()) ?? {}
    for (const status of ['closed', 'open'] as const) await opsgraph.setAlertStatus(admin, { id, body: { status } })
    await beat()
    expect(await named()).toMatchObject({ environment: 'Production', status: 'closed' })
  })

  it('should close the alert of an origin that was renamed as a resource', async () => {
    const { opsgraph, beat, wait, alerts } = await setHeartbeatStage(harness)
    await beat()
    wait(60)
    await opsgraph.noticeMissedHeartbeats()
    await opsgraph.renameResource(admin, { environment: 'Production', from: 'backup', to: 'db-1' })
    expect(await alerts()).toMatchObject([{ resource: 'db-1', status: 'open' }])
    await beat()
    expect(await alerts()).toMatchObject([{ resource: 'db-1', status: 'closed' }])
  })

  it('should not open an alert again that a person has deleted, until the next silence', async () => {
    const { opsgraph, beat, wait, alerts } = await setHeartbeatStage(harness)
    await beat()
    wait(60)
    await opsgraph.noticeMissedHeartbeats()
    await opsgraph.deleteAlert(admin, (await alerts())[0]?.id ?? '')
    wait(600)
    expect(await opsgraph.noticeMissedHeartbeats()).toBe(0)
    await beat()
    expect(await alerts()).toEqual([])
    wait(60)
    await opsgraph.noticeMissedHeartbeats()
    expect(await alerts()).toMatchObject([{ status: 'open' }])
  })

  it('should run no alert policy on the alert, but hold it in a maintenance window', async () => {
    const { opsgraph, beat, wait, alerts } = await setHeartbeatStage(harness)
    await opsgraph.createAlertPolicy(admin, { name: 'all', description: '', actions: [{ drop: true }] })
    const night = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-02T00:00:00Z' }
    await opsgraph.createMaintenanceWindow(admin, { name: 'night', ...night })
    await beat()
    wait(60)
    await opsgraph.noticeMissedHeartbeats()
    expect(await alerts()).toMatchObject([{ status: 'blackout', resource: 'backup' }])
  })

  it('should keep the alert open while another sender says that it is', async () => {
    const { opsgraph, beat, wait, alerts } = await setHeartbeatStage(harness)
    await beat()
    wait(60)
    await opsgraph.noticeMissedHeartbeats()
    const key = { environment: 'Production', resource: 'backup', event: 'HeartbeatFail' }
    await opsgraph.receiveAlert(admin, { ...key, severity: 'major', origin: 'alerta/monitor' })
    await beat()
    expect(await alerts()).toMatchObject([{ status: 'open', openCount: 1 }])
  })

  it('should open an alert that has no room for its attributes without them, and the others too', async () => {
    const { opsgraph, beat, wait, alerts } = await setHeartbeatStage(harness)
    const full = Object.fromEntries(Array.from({ length: LIMITS.alertAttributes }, (_, at) => [`a${at}`, at]))
    const key = { environment: 'Production', resource: 'backup', event: 'HeartbeatFail' }
    await opsgraph.receiveAlert(admin, { ...key, severity: 'ok', attributes: full })
    await beat({ attributes: { one: 'more' }, tags: ['nightly'] })
    await beat({ origin: 'other' })
    wait(60)
    expect(await opsgraph.noticeMissedHeartbeats()).toBe(2)
    const opened = (await alerts()).map(({ resource, status, tags }) => ({ resource, status, tags }))
    expect(opened).toEqual(
      expect.arrayContaining([
        { resource: 'backup', status: 'open', tags: [] },
        { resource: 'other', status: 'open', tags: [] },
      ]),
    )
  })

  it('should list by origin, filter by the present status, and sort what is due first', async () => {
    const { opsgraph, beat, wait } = await setHeartbeatStage(harness)
    const waits = { c: 60, a: 30, d: 0, b: 90 }
    for (const [origin, timeout] of Object.entries(waits)) await beat({ origin, timeout })
    wait(45)
    await beat({ origin: 'e', createTime: '2026-01-01T00:00:00Z' })
    const list = async (request: Parameters<Opsgraph['listHeartbeats']>[1]) =>
      (await opsgraph.listHeartbeats(admin, request)).items.map(({ origin, status }) => `${origin} ${status}`)
    expect(await list({})).toEqual(['a expired', 'b ok', 'c ok', 'd ok', 'e slow'])
    expect(await list({ filters: { status: ['expired', 'slow'] } })).toEqual(['a expired', 'e slow'])
    expect(await list({ filters: { status: ['ok'], origin: [' b ', 'a'] } })).toEqual(['b ok'])
    expect(await list({ sortBy: 'expireTime', pageSize: 2 })).toEqual(['a expired', 'c ok'])
    wait(60)
    expect(await list({ filters: { status: ['expired'] } })).toHaveLength(4)
    await expect(list({ filters: { status: ['stale'] } })).rejects.toMatchObject({ kind: 'invalid' })
  })

  it('should be noticed after a restart, counted from the last heartbeat before it', async () => {
    const { opsgraph, store, clock, beat, wait, alerts } = await setHeartbeatStage(harness)
    await beat()
    wait(40)
    await opsgraph.receiveHeartbeat(admin, { origin: 'backup', timeout: 60 })
    const restarted = createOpsgraph({ store, clock })
    wait(59)
    expect(await restarted.noticeMissedHeartbeats()).toBe(0)
    wait(1)
    expect(await restarted.noticeMissedHeartbeats()).toBe(1)
    expect(await createOpsgraph({ store, clock }).noticeMissedHeartbeats()).toBe(0)
    expect(await alerts()).toMatchObject([{ text: expect.stringContaining('since 2026-01-01T00:00:40.000Z;') }])
    await restarted.receiveHeartbeat(admin, { origin: 'backup' })
    expect(await alerts()).toMatchObject([{ status: 'closed' }])
  })

  it('should open one alert for each of 1,000 origins, in few calls of the store, though servers compete', async () => {
    const { opsgraph, store, clock, wait, alerts, calls } = await setHeartbeatStage(harness)
    const origins = Array.from({ length: 1_000 }, (_, at) => `job-${at}`)
    for (const origin of origins) await opsgraph.receiveHeartbeat(admin, { origin, timeout: 60 })
    wait(60)
    const before = total(calls)
    const servers = [opsgraph, createOpsgraph({ store, clock }), createOpsgraph({ store, clock })]
    const noticed = await Promise.all(servers.map((server) => server.noticeMissedHeartbeats()))
    const rest = await opsgraph.noticeMissedHeartbeats()
    expect(noticed.reduce((sum, each) => sum + each, rest)).toBe(origins.length)
    // Each batch needs about 20 calls, and there are at most 1 + 1,000 / LIMITS.dueAlerts batches.
    expect(total(calls) - before).toBeLessThanOrEqual(30 * (2 + origins.length / LIMITS.dueAlerts))
    const opened = await alerts()
    expect(opened.map(({ resource }) => resource).toSorted()).toEqual(origins.toSorted())
    expect(opened.filter(({ history }) => history.length !== 1)).toEqual([])
  })

  it('should add an origin once, and close its alert once, if heartbeats arrive at the same time', async () => {
    const { opsgraph, store, clock, wait, alerts } = await setHeartbeatStage(harness)
    const servers = [opsgraph, createOpsgraph({ store, clock })]
    const send = () =>
      Promise.all([0, 1, 2, 3].map((at) => servers[at % 2]?.receiveHeartbeat(admin, { origin: 'one', timeout: 60 })))
    expect(new Set((await send()).map((received) => received?.heartbeat.id)).size).toBe(1)
    wait(60)
    await Promise.all([opsgraph.noticeMissedHeartbeats(), send()])
    await opsgraph.noticeMissedHeartbeats()
    expect((await alerts()).filter(({ status }) => status !== 'closed')).toEqual([])
    expect((await opsgraph.listHeartbeats(admin, {})).total).toBe(1)
  })

  it('should agree with a model that looks at the origin at every step', async () => {
    const step = fc.record({
      seconds: fc.constantFrom(0, 1, 59, 60, 60, 120),
      action: fc.constantFrom(...MODELLED),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const { opsgraph, beat, wait, alerts } = await setHeartbeatStage(harness)
        const model = new SilenceModel()
        let id = ''
        const setStatus = async (status: 'open' | 'closed') => {
          const [alert] = await alerts()
          if (alert !== undefined) await opsgraph.setAlertStatus(admin, { id: alert.id, body: { status } })
        }
        const acts: Readonly<Record<(typeof MODELLED)[number], () => Promise<unknown>>> = {
          deliver: async () => {
            model.act('create')
            id = (await beat()).heartbeat.id
          },
          delete: () => opsgraph.deleteHeartbeat(admin, id).catch(() => undefined),
          notice: () => opsgraph.noticeMissedHeartbeats(),
          close: () => setStatus('closed'),
          reopen: () => setStatus('open'),
        }
        for (const { seconds, action } of steps) {
          wait(seconds)
          model.wait(seconds)
          await acts[action]()
          model.act(action)
          const [alert, ...others] = await alerts()
          expect(others).toEqual([])
          expect(alert !== undefined && alert.status !== 'closed').toBe(model.isActive)
        }
      }),
      propertyRuns(harness, 60),
    )
  })
}

// Helpers

const MODELLED = ['deliver', 'delete', 'notice', 'close', 'reopen'] as const satisfies readonly SilenceAction[]

/** Opens a store with a clock that stands still unless the test moves it. */
async function setHeartbeatStage(harness: StoreHarness) {
  let now = Date.UTC(2026, 0, 1)
  const clock = () => new Date(now)
  const wait = (seconds: number) => {
    now += seconds * 1000
  }
  const stage = await setStage(harness, undefined, clock)
  const { opsgraph } = stage
  /** Sends a heartbeat that is expected every minute, unless `fields` has another timeout. */
  const beat = (fields: Partial<Parameters<Opsgraph['receiveHeartbeat']>[1]> = {}) =>
    opsgraph.receiveHeartbeat(admin, { origin: 'backup', timeout: 60, ...fields })
  /** Reads the alerts about overdue heartbeats, with their histories. */
  const alerts = async () =>
    (await opsgraph.listAlerts(admin, { filters: { event: ['HeartbeatFail'] }, pageSize: 1_000 })).items
  return { ...stage, clock, wait, beat, alerts }
}

function total(calls: ReadonlyMap<string, number>): number {
  return [...calls.values()].reduce((sum, count) => sum + count, 0)
}
