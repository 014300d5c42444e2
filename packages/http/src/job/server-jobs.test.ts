import { createOpsgraph, type Opsgraph, OpsgraphError } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLogger } from '../log/log.js'
import { DueAlerts, deliveryRounds, historyRounds, oldDataRounds } from './server-jobs.js'

const SENDER = { user: 'ann', scopes: ['admin' as const], requestId: null }
const KEY = { environment: 'Production', resource: 'web', event: 'Down', severity: 'major' } as const
const DAY = 86_400_000
const ENDED = { environment: 'Production', resource: 'web', severity: 'ok' } as const
const RETENTION = { alertDays: 3, auditDays: 0, historyDays: 0 }

describe('DueAlerts', () => {
  it('should expire alerts in rounds, and count them', async () => {
    let now = Date.UTC(2026, 0, 1)
    const opsgraph = createOpsgraph({ store: new MemoryStore(), clock: () => new Date(now) })
    const { dueAlerts } = started(
      () => opsgraph.changeDueAlerts(),
      () => opsgraph.applyMaintenance(),
    )
    for (let round = 1; round <= 2; round++) {
      await opsgraph.receiveAlert(SENDER, { ...KEY, timeout: 60 })
      now += 60_000
      await until(() => dueAlerts.counts().expired === round)
    }
    expect(dueAlerts.counts()).toEqual({ expired: 2, ended: 0, reopened: 0 })
  })

  it('should notice silent webhooks and overdue heartbeats in rounds', async () => {
    let now = Date.UTC(2026, 0, 1)
    const opsgraph = createOpsgraph({ store: new MemoryStore(), clock: () => new Date(now) })
    const defaultValues = { environment: 'E', type: 't', text: 'x', resource: 'r', event: 'e', severity: 'major' }
    await opsgraph.createWebhook(SENDER, { id: 'hook', enabled: true, defaultValues, expectEvery: 60 })
    await opsgraph.receiveHeartbeat(SENDER, { origin: 'backup', timeout: 60 })
    const silent: number[] = []
    const missed: number[] = []
    started(
      () => opsgraph.changeDueAlerts(),
      () => opsgraph.applyMaintenance(),
      async () => {
        silent.push(await opsgraph.noticeSilence())
        return 0
      },
      async () => {
        missed.push(await opsgraph.noticeMissedHeartbeats())
        return 0
      },
    )
    await until(() => missed.length >= 2)
    expect([...silent, ...missed]).not.toContain(1)
    now += 60_000
    await until(() => silent.includes(1) && missed.includes(1))
    const { items } = await opsgraph.listAlerts(SENDER, {})
    expect(items.map(({ resource, event, status }) => [resource, event, status]).sort()).toEqual([
      ['backup', 'HeartbeatFail', 'open'],
      ['hook', 'WebhookSilent', 'open'],
    ])
  })

  it('should end a maintenance window in the same round as the timeout of its alert', async () => {
    let now = Date.UTC(2026, 0, 1)
    const opsgraph = createOpsgraph({ store: new MemoryStore(), clock: () => new Date(now) })
    const times = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-01T01:00:00Z' }
    await opsgraph.createMaintenanceWindow(SENDER, { name: 'night', ...times })
    await opsgraph.receiveAlert(SENDER, { ...KEY, timeout: 60 })
    const { dueAlerts } = started(
      () => opsgraph.changeDueAlerts(),
      () => opsgraph.applyMaintenance(),
    )
    now += 3_599_999
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(dueAlerts.counts().expired).toBe(0)
    now += 1
    await until(() => dueAlerts.counts().expired === 1)
  })

  it.each([
    ['the database does not answer', new OpsgraphError('unavailable', 'connect ECONNREFUSED'), undefined],
    ['a bug', new TypeError('x is not a function'), expect.stringContaining('server-jobs.test')],
  ])('should log a failed round, and go on with the next one: %s', async (_, error, stack) => {
    const work = vi.fn(async () => ({ expired: 1, ended: 0, reopened: 2 })).mockRejectedValueOnce(error)
    const { dueAlerts, logged } = started(work)
    await until(() => work.mock.calls.length >= 3)
    await until(() => dueAlerts.counts().expired >= 2)
    const { name, message } = error
    expect(logged).toEqual([
      {
        level: 'error',
        time: expect.any(String),
        msg: 'due alerts could not be changed',
        error: { name, message, ...(stack && { stack }) },
      },
    ])
  })

  it('should start no round after it is stopped, and not two at a time', async () => {
    let running = 0
    const most = { running: 0, ended: 0 }
    const { dueAlerts } = started(async () => {
      most.running = Math.max(most.running, ++running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running--
      most.ended++
      return { expired: 0, ended: 0, reopened: 0 }
    })
    dueAlerts.start()
    await until(() => most.ended >= 3)
    dueAlerts.stop()
    await until(() => running === 0)
    const { ended } = most
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(most).toEqual({ running: 1, ended })
  })

  it('should log nothing about a round that fails because the server stops', async () => {
    let fail = (_: Error): void => undefined
    const { dueAlerts, logged } = started(
      () =>
        new Promise((_, reject) => {
          fail = reject
        }),
    )
    dueAlerts.stop()
    fail(new OpsgraphError('unavailable', 'the store is closed'))
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(logged).toEqual([])
  })
})

describe('oldDataRounds', () => {
  it('should remove old data in rounds, and log the numbers of a round that removes something', async () => {
    let now = Date.UTC(2026, 0, 1)
    const opsgraph = createOpsgraph({ store: new MemoryStore(), clock: () => new Date(now) })
    const removeOld = vi.fn(opsgraph.removeOld)
    for (const event of ['a', 'b']) {
      await opsgraph.receiveAlert(SENDER, { ...ENDED, event })
      now += DAY
    }
    const { logged } = startedOldData(removeOld)
    const left = async () => (await opsgraph.listAlerts(SENDER, {})).items.map((alert) => alert.event).join('')
    await vi.waitUntil(() => removeOld.mock.calls.length >= 3)
    expect([await left(), logged]).toEqual(['ab', []])
    now += 1.5 * DAY
    await vi.waitUntil(async () => (await left()) === 'b')
    now += DAY
    await vi.waitUntil(async () => (await left()) === '')
    const line = { level: 'info', msg: 'old data removed', removed: { alerts: 1, auditEntries: 0, transitions: 0 } }
    await vi.waitUntil(() => logged.length >= 2)
    expect(logged).toEqual([line, line].map((each) => ({ ...each, time: expect.any(String) })))
  })

  it('should log a failed round, and go on with the next one', async () => {
    const removeOld = vi.fn(async () => ({ alerts: 0, auditEntries: 0, transitions: 0 }))
    const { logged } = startedOldData(removeOld.mockRejectedValueOnce(new OpsgraphError('unavailable', 'no database')))
    await vi.waitUntil(() => removeOld.mock.calls.length >= 3)
    expect(logged).toMatchObject([{ level: 'error', msg: 'old data could not be removed' }])
    expect(removeOld).toHaveBeenLastCalledWith(RETENTION)
  })
})

describe('historyRounds', () => {
  it('should store the transitions of services in rounds', async () => {
    const opsgraph = createOpsgraph({ store: new MemoryStore() })
    const { noticed } = startedHistory(() => opsgraph.noticeImpact())
    await opsgraph.receiveAlert(SENDER, { ...KEY, service: ['shop'] })
    await until(() => noticed.includes(1))
    const { items } = await opsgraph.readServiceHistory(SENDER, {
      service: 'shop',
      to: '2999-01-01',
      from: '2000-01-01',
    })
    expect(items).toMatchObject([{ from: null, to: 'major' }])
  })

  it('should log a failed round, and go on with the next one', async () => {
    const work = vi.fn(async () => 0).mockRejectedValueOnce(new OpsgraphError('unavailable', 'no database'))
    const { noticed, logged } = startedHistory(work)
    await until(() => noticed.length >= 2)
    expect(logged).toMatchObject([{ level: 'error', msg: 'the states of the services could not be stored' }])
  })

  it('should log one failed round in 30 seconds, though each of many rounds fails', async () => {
    const work = vi.fn(async () => {
      throw new OpsgraphError('unavailable', 'no database')
    })
    const { logged } = startedHistory(work)
    await until(() => work.mock.calls.length >= 5)
    expect(logged).toHaveLength(1)
  })

  it('should say once after the first round which subscriptions send nothing, although a round fails', async () => {
    const silent = Array.from(
      { length: 22 },
      (_, at) => ({ id: `s${at}`, name: `Sub ${at}`, reason: 'services' }) as const,
    )
    const listSilent = vi
      .fn(async () => [...silent, { id: 'old', name: 'Old', reason: 'secretKey' } as const])
      .mockRejectedValueOnce(new OpsgraphError('unavailable', 'no database'))
    const { noticed, logged } = startedHistory(async () => 0, listSilent)
    await until(() => noticed.length >= 4)
    expect(logged.slice(1)).toMatchObject([
      {
        level: 'warn',
        count: 1,
        subscriptions: [{ id: 'old', name: 'Old' }],
        msg: expect.stringMatching(/can send nothing: .* another SECRET_KEY/),
      },
      { level: 'warn', count: 22, msg: expect.stringMatching(/tell of nothing: no service has/) },
    ])
    expect(listSilent).toHaveBeenCalledTimes(2)
  })

  it('should rest four times as long as a round takes, so that long rounds leave time to requests', async () => {
    const starts: number[] = []
    const ends: number[] = []
    startedHistory(async () => {
      starts.push(performance.now())
      await new Promise((resolve) => setTimeout(resolve, 30))
      ends.push(performance.now())
      return 0
    })
    await until(() => starts.length >= 3)
    for (const [index, end] of ends.slice(0, 2).entries()) {
      expect((starts[index + 1] ?? 0) - end).toBeGreaterThanOrEqual(3.9 * (end - (starts[index] ?? 0)) - 10)
    }
  })
})

describe('deliveryRounds', () => {
  it('should log once when a subscription begins to fail, and once when it is back', async () => {
    const named = { subscription: 's1', name: 'on call' }
    const deliverOwed = vi.fn(async () => NO_NEWS)
    deliverOwed.mockResolvedValueOnce([{ ...named, error: 'the receiver answered 500' }])
    deliverOwed.mockRejectedValueOnce(new OpsgraphError('unavailable', 'no database'))
    deliverOwed.mockResolvedValueOnce([{ ...named, error: null }])
    const logged: unknown[] = []
    const logger = createLogger('info', { write: (line) => logged.push(JSON.parse(line)) })
    const rounds = deliveryRounds({ opsgraph: { deliverOwed }, logger, pause: 1 })
    onTestFinished(() => rounds.stop())
    rounds.start()
    await until(() => deliverOwed.mock.calls.length >= 5)
    expect(logged).toMatchObject([
      {
        ...{ level: 'warn', msg: 'messages of a subscription cannot be delivered' },
        ...{ ...named, reason: 'the receiver answered 500' },
      },
      { level: 'error', msg: 'messages of subscriptions could not be delivered' },
      { level: 'info', msg: 'messages of a subscription are delivered again', ...named },
    ])
  })
})

const NO_NEWS: Awaited<ReturnType<Opsgraph['deliverOwed']>> = []

// Helpers

/** Starts rounds with pauses of a millisecond, which end with the test. */
function startedHistory(
  noticeImpact: () => Promise<number>,
  listSilentSubscriptions: Opsgraph['listSilentSubscriptions'] = async () => [],
) {
  const logged: unknown[] = []
  const noticed: number[] = []
  const logger = createLogger('info', { write: (line) => logged.push(JSON.parse(line)) })
  const work = async () => {
    const count = await noticeImpact()
    noticed.push(count)
    return count
  }
  const rounds = historyRounds({ opsgraph: { noticeImpact: work, listSilentSubscriptions }, logger, pause: 1 })
  onTestFinished(() => rounds.stop())
  rounds.start()
  return { logged, noticed }
}

/** Starts rounds with pauses of a millisecond, which end with the test. */
function started(
  changeDueAlerts: () => Promise<{ expired: number; ended: number; reopened: number }>,
  applyMaintenance = async () => 0,
  noticeSilence: () => Promise<number> = async () => 0,
  noticeMissedHeartbeats: () => Promise<number> = async () => 0,
  noticeFailingSubscriptions: () => Promise<number> = async () => 0,
) {
  const logged: unknown[] = []
  const logger = createLogger('info', { write: (line) => logged.push(JSON.parse(line)) })
  const dueAlerts = new DueAlerts({
    opsgraph: {
      ...{ applyMaintenance, changeDueAlerts, noticeSilence, noticeMissedHeartbeats, noticeFailingSubscriptions },
    },
    logger,
    pause: 1,
  })
  onTestFinished(() => dueAlerts.stop())
  dueAlerts.start()
  return { dueAlerts, logged }
}

function until(isTrue: () => boolean): Promise<unknown> {
  return vi.waitUntil(isTrue, { timeout: 10_000, interval: 1 })
}

/** Starts rounds with pauses of a millisecond, which end with the test. */
function startedOldData(removeOld: Parameters<typeof oldDataRounds>[0]['opsgraph']['removeOld']) {
  const logged: unknown[] = []
  const logger = createLogger('info', { write: (line) => logged.push(JSON.parse(line)) })
  const rounds = oldDataRounds({ opsgraph: { removeOld }, logger, retention: RETENTION, pause: 1 })
  onTestFinished(() => rounds.stop())
  rounds.start()
  return { logged }
}
