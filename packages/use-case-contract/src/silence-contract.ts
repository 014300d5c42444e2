import { createOpsgraph, LIMITS, type Opsgraph, OpsgraphError } from '@opsgraph/core'
import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SILENCE_ACTIONS, type SilenceAction, SilenceModel } from './silence-model.js'
import { admin, setStage } from './stage.js'

/** Tests that a webhook which expects deliveries, and is silent, has an active alert (rules.md#webhook-silence). */
export function silenceContract(harness: StoreHarness): void {
  it('should open an alert when a delivery is overdue, once, and close it with the next delivery', async () => {
    const { opsgraph, wait, alerts, deliver, locked } = await setSilentStage(harness)
    await opsgraph.createWebhook(admin, locked)
    wait(59)
    expect(await opsgraph.noticeSilence()).toBe(0)
    wait(1)
    expect(await opsgraph.noticeSilence()).toBe(1)
    expect(await opsgraph.noticeSilence()).toBe(0)
    const text = 'No delivery from webhook hook since 2026-01-01T00:00:00.000Z; one is expected every minute'
    const [opened, ...others] = await alerts()
    expect(others).toEqual([])
    expect(opened).toMatchObject({
      ...{ environment: 'Staging', resource: 'hook', event: 'WebhookSilent', service: ['shop'], severity: 'major' },
      ...{ text, status: 'open', openCount: 1, activeSince: '2026-01-01T00:01:00.000Z' },
      history: [{ type: 'new', actor: 'system', text }],
    })
    expect(await opsgraph.readWebhook(admin, 'hook')).toMatchObject({ silentSince: '2026-01-01T00:00:00.000Z' })
    wait(5)
    await deliver()
    const [closed] = await alerts()
    expect(closed).toMatchObject({ id: opened?.id, status: 'closed', severity: 'ok', openCount: 0 })
    expect(closed?.history.at(-1)).toMatchObject({ actor: 'webhook:hook', text: 'webhook hook delivers again' })
    expect(await opsgraph.listWebhooks(admin, {})).toMatchObject({ items: [{ silentSince: null, expectEvery: 60 }] })
    wait(60)
    expect(await opsgraph.noticeSilence()).toBe(1)
    expect(await alerts()).toMatchObject([{ id: opened?.id, status: 'open', severity: 'major' }])
  })

  it.each([
    ['an ignored one', { host: 'web', drop: 'yes' }, 200],
    ['an invalid body', 'no JSON', 400],
    ['one without alerts', {}, 400],
    ['one that is received again', { host: 'web', id: 'seen' }, 200],
    ['a test of the sender', { host: 'test' }, 200],
  ])('should be renewed by every authenticated delivery, such as %s', async (_, payload, status) => {
    const { opsgraph, wait, alerts, deliver, locked } = await setSilentStage(harness)
    await opsgraph.createWebhook(admin, { ...locked, ...ODD_DELIVERIES })
    await opsgraph.createAlertPolicy(admin, {
      name: 'drop',
      description: '',
      filters: { clauses: [{ key: 'attributes.drop', op: '=', value: 'yes' }] },
      actions: [{ drop: true }],
    })
    await deliver({ host: 'web', id: 'seen' })
    wait(59)
    expect(await deliver(payload)).toBe(status)
    wait(59)
    expect(await opsgraph.noticeSilence()).toBe(0)
    wait(1)
    expect(await opsgraph.noticeSilence()).toBe(1)
    expect(await deliver(payload)).toBe(status)
    expect((await alerts()).map((alert) => alert.status)).toEqual(['closed'])
  })

  it('should not be renewed by a sender that is not authenticated, nor by a replay', async () => {
    const { opsgraph, wait, alerts, deliver, locked } = await setSilentStage(harness)
    await opsgraph.createWebhook(admin, locked)
    await deliver({ host: 'web' })
    wait(59)
    expect(await deliver({ host: 'web' }, [])).toBe(401)
    await opsgraph.replayDelivery(admin, { id: 'hook', body: { history: 1 } })
    wait(1)
    expect(await opsgraph.noticeSilence()).toBe(1)
    expect(await deliver({ host: 'web' }, [])).toBe(401)
    await opsgraph.replayDelivery(admin, { id: 'hook', body: { history: 1 } })
    expect((await alerts()).map((alert) => alert.status)).toEqual(['open'])
  })

  it.each<readonly [string, WebhookInput, string]>([
    ['set to null', { expectEvery: null }, 'webhook hook expects no deliveries'],
    ['disabled', { enabled: false }, 'webhook hook was disabled'],
    ['set to another time', { expectEvery: 120 }, 'webhook hook expects a delivery every 2 minutes from now on'],
  ])('should close the alert when the webhook is %s', async (_, body, text) => {
    const { opsgraph, alerts, silence } = await setSilentStage(harness)
    await silence()
    await opsgraph.updateWebhook(admin, { id: 'hook', body: { name: 'hook', expectEvery: 60, enabled: true } })
    expect((await alerts()).map((alert) => alert.status)).toEqual(['open'])
    expect(await opsgraph.updateWebhook(admin, { id: 'hook', body })).toMatchObject({ silentSince: null })
    const [closed] = await alerts()
    expect(closed).toMatchObject({ status: 'closed', text })
    expect(closed?.history.at(-1)).toMatchObject({ actor: admin.user, text })
    expect(await opsgraph.noticeSilence()).toBe(0)
  })

  it('should close the alert when the webhook is deleted', async () => {
    const { opsgraph, alerts, silence } = await setSilentStage(harness)
    await silence()
    await opsgraph.deleteWebhook(admin, 'hook')
    expect(await alerts()).toMatchObject([{ status: 'closed', text: 'webhook hook was deleted' }])
    expect(await opsgraph.noticeSilence()).toBe(0)
  })

  it('should leave a silence alone that a person has closed, and open the alert for the next one', async () => {
    const { opsgraph, wait, alerts, silence, deliver } = await setSilentStage(harness)
    const { id } = await silence()
    await opsgraph.setAlertStatus(admin, { id, body: { status: 'closed' } })
    wait(600)
    expect(await opsgraph.noticeSilence()).toBe(0)
    expect(await opsgraph.readWebhook(admin, 'hook')).toMatchObject({ silentSince: '2026-01-01T00:00:00.000Z' })
    const [closed] = await alerts()
    await deliver()
    expect(await alerts()).toEqual([closed])
    wait(60)
    expect(await opsgraph.noticeSilence()).toBe(1)
    expect(await alerts()).toMatchObject([{ id, status: 'open', openCount: 1 }])
  })

  it('should close an alert that a person has closed and reopened, or acknowledged', async () => {
    const { opsgraph, wait, alerts, silence, deliver } = await setSilentStage(harness)
    const { id } = await silence()
    for (const status of ['closed', 'open', 'ack'] as const)
      await opsgraph.setAlertStatus(admin, { id, body: { status } })
    await deliver()
    expect(await alerts()).toMatchObject([{ status: 'closed' }])
    wait(60)
    expect(await opsgraph.noticeSilence()).toBe(1)
    expect(await alerts()).toMatchObject([{ id, status: 'open' }])
  })

  it('should not create an alert again that a person has deleted, until the next silence', async () => {
    const { opsgraph, wait, alerts, silence, deliver } = await setSilentStage(harness)
    await opsgraph.deleteAlert(admin, (await silence()).id)
    wait(60)
    expect(await opsgraph.noticeSilence()).toBe(0)
    await deliver()
    expect(await alerts()).toEqual([])
    wait(60)
    await opsgraph.noticeSilence()
    expect(await alerts()).toMatchObject([{ status: 'open' }])
  })

  it('should close the alert in the environment in which it was opened', async () => {
    const { opsgraph, alerts, silence, deliver } = await setSilentStage(harness)
    await silence()
    const defaultValues = { ...HOOK.defaultValues, environment: 'Production' }
    await opsgraph.updateWebhook(admin, { id: 'hook', body: { defaultValues } })
    await deliver()
    expect(await alerts()).toMatchObject([{ environment: 'Staging', status: 'closed' }])
  })

  it('should run no alert policy on the alert, but hold it in a maintenance window', async () => {
    const { opsgraph, alerts, silence } = await setSilentStage(harness)
    await opsgraph.createAlertPolicy(admin, { name: 'all', description: '', actions: [{ drop: true }] })
    await opsgraph.createMaintenanceWindow(admin, { name: 'night', ...NIGHT })
    await silence()
    expect(await alerts()).toMatchObject([{ status: 'blackout', resource: 'hook' }])
  })

  it('should be noticed after a restart, counted from the last delivery before it', async () => {
    const { opsgraph, store, clock, wait, alerts, deliver, locked } = await setSilentStage(harness)
    await opsgraph.createWebhook(admin, locked)
    wait(40)
    await deliver()
    const restarted = createOpsgraph({ store, clock })
    wait(59)
    expect(await restarted.noticeSilence()).toBe(0)
    wait(1)
    expect(await restarted.noticeSilence()).toBe(1)
    expect(await alerts()).toMatchObject([{ text: expect.stringContaining('since 2026-01-01T00:00:40.000Z;') }])
    expect(await createOpsgraph({ store, clock }).noticeSilence()).toBe(0)
  })

  it('should open one alert for each of more webhooks than fit into a transaction, though servers compete', async () => {
    const { opsgraph, store, clock, wait, alerts, calls } = await setSilentStage(harness)
    const count = LIMITS.dueAlerts + 5
    for (let index = 0; index < count; index++) await opsgraph.createWebhook(admin, { ...HOOK, id: `hook-${index}` })
    wait(60)
    const before = calls.get('alerts.save') ?? 0
    const servers = [opsgraph, createOpsgraph({ store, clock }), createOpsgraph({ store, clock })]
    const noticed = await Promise.all(servers.map((server) => server.noticeSilence()))
    const rest = await opsgraph.noticeSilence()
    expect(noticed.reduce((sum, each) => sum + each, rest)).toBe(count)
    expect((calls.get('alerts.save') ?? 0) - before).toBeLessThanOrEqual(2)
    const opened = await alerts()
    expect(opened).toHaveLength(count)
    expect(opened.filter(({ history }) => history.length !== 1)).toEqual([])
  })

  it('should take no call more for a delivery to a webhook that expects one', async () => {
    const { opsgraph, calls, deliver, locked } = await setSilentStage(harness)
    const counts: number[] = []
    for (const expectEvery of [null, 60]) {
      await opsgraph.createWebhook(admin, { ...locked, expectEvery })
      await deliver()
      const before = total(calls)
      await deliver()
      counts.push(total(calls) - before)
      await opsgraph.deleteWebhook(admin, 'hook')
    }
    expect(counts[1]).toBe(counts[0])
  })

  it('should close and open the alert about the webhook itself with what the webhook receives', async () => {
    const { opsgraph, alerts, deliver, silence } = await setSilentStage(harness)
    await silence()
    await opsgraph.updateWebhook(admin, { id: 'hook', body: { fieldMappings: OWN, defaultValues: HOOK.defaultValues } })
    await deliver({ event: 'WebhookSilent', severity: 'critical', host: 'prometheus-1' })
    expect(await alerts()).toMatchObject([{ resource: 'hook', status: 'open', severity: 'critical', openCount: 1 }])
    await deliver({ event: 'WebhookSilent', severity: 'ok', host: 'prometheus-1' })
    expect(await alerts()).toMatchObject([{ resource: 'hook', status: 'closed' }])
  })

  it('should agree with a model that looks at the webhook at every step', async () => {
    const step = fc.record({
      seconds: fc.constantFrom(0, 1, 59, 60, 60, 120, 200),
      // Whether the server checks for silent webhooks before the action.
      looks: fc.boolean(),
      action: fc.constantFrom(...SILENCE_ACTIONS),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const stage = await setSilentStage(harness)
        const model = new SilenceModel()
        const act = async (action: SilenceAction) => {
          await stage.act(action)
          model.act(action)
          const [alert, ...others] = await stage.alerts()
          expect(others).toEqual([])
          expect(alert !== undefined && alert.status !== 'closed').toBe(model.isActive)
        }
        await act('create')
        for (const { seconds, looks, action } of steps) {
          stage.wait(seconds)
          model.wait(seconds)
          if (looks) await act('notice')
          await act(action)
        }
      }),
      propertyRuns(harness, 60),
    )
  })
}

// Helpers

type WebhookInput = Parameters<Opsgraph['createWebhook']>[1]

const HOOK = {
  id: 'hook',
  enabled: true,
  fieldMappings: { resource: 'host', attributes: { drop: 'drop' } },
  defaultValues: {
    ...{
      environment: 'Staging',
      service: ['shop'],
      event: 'Down',
      type: 'check',
      text: 'it is down',
      severity: 'major',
    },
  },
  expectEvery: 60,
}
const OWN = { resource: 'host', event: 'event', severity: 'severity' }
const ODD_DELIVERIES: WebhookInput = {
  deduplication: { path: 'id', ttlSeconds: 86_400 },
  testPayloads: { clauses: [{ key: 'host', op: '=', value: 'test' }] },
}
const NIGHT = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-02T00:00:00Z' }

/** Opens a store with a clock that stands still unless the test moves it. */
async function setSilentStage(harness: StoreHarness) {
  let now = Date.UTC(2026, 0, 1)
  const clock = () => new Date(now)
  const wait = (seconds: number) => {
    now += seconds * 1000
  }
  const stage = await setStage(harness, undefined, clock)
  const { store } = stage
  let { opsgraph } = stage
  const { secret, key } = await opsgraph.createApiKey(admin, { user: 'sender', scopes: ['write:alerts'] })
  const rawHeaders = ['Authorization', `Key ${secret}`]
  const locked: WebhookInput = { ...HOOK, authMode: 'api_key', apiKeyId: key.id }
  /** Sends a delivery, with a key or without one, and returns the HTTP status of its answer. */
  const deliver = async (payload: unknown = { host: 'web' }, headers: readonly string[] = rawHeaders) => {
    const body = new TextEncoder().encode(typeof payload === 'string' ? payload : JSON.stringify(payload))
    const delivery = { webhookId: 'hook', rawHeaders: headers, body, sizeBytes: body.length }
    return (await opsgraph.receiveDelivery(delivery)).httpStatus
  }
  /** Reads the alerts about silent webhooks, with their histories. */
  const alerts = async () => {
    const filters = { event: ['WebhookSilent'] }
    return (await opsgraph.listAlerts(admin, { filters, pageSize: 1_000 })).items
  }
  /** Creates the webhook, and waits until it is silent. */
  const silence = async () => {
    await opsgraph.createWebhook(admin, locked)
    wait(60)
    await opsgraph.noticeSilence()
    const [alert] = await alerts()
    if (alert === undefined) throw new Error('no alert was opened')
    return alert
  }
  const change = (body: WebhookInput) => opsgraph.updateWebhook(admin, { id: 'hook', body })
  const setStatus = async (status: 'open' | 'closed') => {
    const [alert] = await alerts()
    if (alert !== undefined) await opsgraph.setAlertStatus(admin, { id: alert.id, body: { status } })
  }
  const acts: Readonly<Record<SilenceAction, () => Promise<unknown> | unknown>> = {
    create: () => opsgraph.createWebhook(admin, locked),
    delete: () => opsgraph.deleteWebhook(admin, 'hook'),
    deliver: () => deliver(),
    refused: () => deliver({ host: 'web' }, []),
    disable: () => change({ enabled: false }),
    enable: () => change({ enabled: true }),
    set: () => change({ expectEvery: 60 }),
    setLonger: () => change({ expectEvery: 120 }),
    unset: () => change({ expectEvery: null }),
    close: () => setStatus('closed'),
    reopen: () => setStatus('open'),
    notice: () => opsgraph.noticeSilence(),
    restart: () => {
      opsgraph = createOpsgraph({ store, clock })
    },
  }
  /** Does an action to the webhook. Does nothing if the webhook does not exist, or exists already. */
  const act = async (action: SilenceAction) => {
    await Promise.resolve(acts[action]()).catch((error: unknown) => {
      if (!(error instanceof OpsgraphError && ['notFound', 'conflict'].includes(error.kind))) throw error
    })
  }
  return { ...stage, clock, wait, locked, deliver, alerts, silence, act }
}

function total(calls: ReadonlyMap<string, number>): number {
  return [...calls.values()].reduce((sum, count) => sum + count, 0)
}
