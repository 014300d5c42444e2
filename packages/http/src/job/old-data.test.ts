import { createOpsgraph, OpsgraphError } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createLogger } from '../log/log.js'
import { oldDataRounds } from './server-jobs.js'

const DAY = 86_400_000
const SENDER = { user: 'ann', scopes: ['admin' as const], requestId: null }
const KEY = { environment: 'Production', resource: 'web', severity: 'ok' } as const
const RETENTION = { alertDays: 3, auditDays: 0 }

it('should remove old data in rounds, and log the numbers of a round that removes something', async () => {
  let now = Date.UTC(2026, 0, 1)
  const opsgraph = createOpsgraph({ store: new MemoryStore(), clock: () => new Date(now) })
  const removeOld = vi.fn(opsgraph.removeOld)
  for (const event of ['a', 'b']) {
    await opsgraph.receiveAlert(SENDER, { ...KEY, event })
    now += DAY
  }
  const { logged } = started(removeOld)
  const left = async () => (await opsgraph.listAlerts(SENDER, {})).items.map((alert) => alert.event).join('')
  await vi.waitUntil(() => removeOld.mock.calls.length >= 3)
  expect([await left(), logged]).toEqual(['ab', []])
  now += 1.5 * DAY
  await vi.waitUntil(async () => (await left()) === 'b')
  now += DAY
  await vi.waitUntil(async () => (await left()) === '')
  const line = { level: 'info', msg: 'old data removed', removed: { alerts: 1, auditEntries: 0 } }
  await vi.waitUntil(() => logged.length >= 2)
  expect(logged).toEqual([line, line].map((each) => ({ ...each, time: expect.any(String) })))
})

it('should log a failed round, and go on with the next one', async () => {
  const removeOld = vi.fn(async () => ({ alerts: 0, auditEntries: 0 }))
  const { logged } = started(removeOld.mockRejectedValueOnce(new OpsgraphError('unavailable', 'no database')))
  await vi.waitUntil(() => removeOld.mock.calls.length >= 3)
  expect(logged).toMatchObject([{ level: 'error', msg: 'old data could not be removed' }])
  expect(removeOld).toHaveBeenLastCalledWith(RETENTION)
})

// Helpers

/** Starts rounds with pauses of a millisecond, which end with the test. */
function started(removeOld: Parameters<typeof oldDataRounds>[0]['opsgraph']['removeOld']) {
  const logged: unknown[] = []
  const logger = createLogger('info', { write: (line) => logged.push(JSON.parse(line)) })
  const rounds = oldDataRounds({ opsgraph: { removeOld }, logger, retention: RETENTION, pause: 1 })
  onTestFinished(() => rounds.stop())
  rounds.start()
  return { logged }
}
