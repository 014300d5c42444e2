import { LIMITS } from '@opsgraph/core'
import { describe, expect, it } from 'vitest'
import { ADMIN, expectRefusal, textAt, useServer } from './test-server.js'

const server = useServer()
/** A pattern that needs many steps at each character, and never matches. */
const WORST = '((?:[ab]?){40}x)'
const TEXT = `c${'ab'.repeat(4_000)}`
const extracts = Array.from({ length: 10 }, () => ({ extract: 'group', from: 'text', pattern: WORST }) as const)
const config = {
  id: 'hook',
  enabled: true,
  authMode: 'none',
  arrayPath: 'alerts',
  fieldMappings: { resource: 'name', text: 'text' },
  defaultValues: { event: 'down', environment: 'Production', severity: 'major', type: 'x' },
}
const payload = (count: number) => ({
  alerts: Array.from({ length: count }, (_, n) => ({ name: `r${n}`, text: TEXT })),
})

describe('alert policies that need too many steps', () => {
  it('should be refused for a delivery, with an entry in the history, and let a smaller delivery pass', async () => {
    expect((await call('POST', '/api/webhook_config', config)).status).toBe(201)
    await addPolicies(10)
    const refused = await call('POST', '/api/webhooks/custom/hook', payload(30))
    expectRefusal(refused, 400, 'need more than 500000000 steps')
    expect((await call('GET', '/api/alerts')).body).toMatchObject({ total: 0 })
    const { body } = await call('GET', '/api/webhook_config/hook')
    expect(body).toMatchObject({ webhook_config: { errorHistory: [{ message: expect.stringContaining('steps') }] } })
    expect((await call('POST', '/api/webhooks/custom/hook', payload(1))).status).toBe(200)
  })

  it('should not make other deliveries of the same transaction fail', async () => {
    expect((await call('POST', '/api/webhook_config', config)).status).toBe(201)
    await addPolicies(10)
    const sent = [payload(30), payload(1), payload(30), payload(1), payload(2)]
    const answers = await Promise.all(sent.map((json) => call('POST', '/api/webhooks/custom/hook', json)))
    expect(answers.map(({ status }) => status)).toEqual([400, 200, 400, 200, 200])
  })

  it('should be refused for a single alert, and nothing is stored', async () => {
    const tags = Array.from({ length: 100 }, (_, n) => `${TEXT}${n}`)
    await server.current.opsgraph.createAlertPolicy(ADMIN, {
      name: 'tags',
      description: '',
      actions: Array.from({ length: 10 }, () => ({ extract: 'group', from: 'tags', pattern: WORST }) as const),
    })
    const alert = { environment: 'Production', resource: 'r', event: 'e', text: TEXT, tags }
    expectRefusal(await call('POST', '/api/alert', alert), 400, 'policyWork')
    expect((await call('GET', '/api/alerts')).body).toMatchObject({ total: 0 })
  })

  it('should be explained as far as they fit, and previewed as far as they fit', async () => {
    expect((await call('POST', '/api/webhook_config', config)).status).toBe(201)
    await addPolicies(10)
    const explained = await call('POST', '/api/webhook_config/hook/test', payload(30))
    expect(explained.body).toMatchObject({ total: 30, truncated: true })
    const small = await call('POST', '/api/webhook_config/hook/test', payload(1))
    expect(small.body).toMatchObject({ total: 1, truncated: false })
    await call('POST', '/api/webhooks/custom/hook', payload(2))
    const policy = { name: 'tried', description: '', actions: extracts }
    const preview = await call('POST', '/api/alert_policy/preview', { policy, limit: 1 })
    expect(preview.body).toMatchObject({ total: 2, truncated: false })
    await call('POST', '/api/webhooks/custom/hook', payload(30))
    const truncated = await call('POST', '/api/alert_policy/preview', { policy, limit: 100 })
    expect(truncated.body).toMatchObject({ truncated: true })
  })
})

describe('the number of policies and maintenance windows', () => {
  it('should be limited for each kind of policy, but let changes and deletions of a full store pass', async () => {
    await addPolicies(LIMITS.policies + 1)
    const body = { name: 'one too many', description: '', actions: [{ drop: true }] }
    const limit = 'there are 1001 alert policies, and the limit is 1000: delete alert policies'
    expectRefusal(await call('POST', '/api/alert_policy', body), 400, limit)
    expect((await call('PUT', '/api/alert_policy/p0', { order: 5 })).status).toBe(200)
    expect((await call('DELETE', '/api/alert_policy/p1')).status).toBe(200)
    expect((await call('DELETE', '/api/alert_policy/p2')).status).toBe(200)
    expect((await call('POST', '/api/alert_policy', body)).status).toBe(201)
    expectRefusal(await call('POST', '/api/alert_policy', body), 400, 'the limit is 1000')
    const relation = { name: 'another kind', description: '', parent: 'rack' }
    expect((await call('POST', '/api/resource_relation_policy', relation)).status).toBe(201)
  })

  it('should be limited for windows that are not over', async () => {
    const { store, opsgraph } = server.current
    const window = await opsgraph.createMaintenanceWindow(ADMIN, WINDOW)
    const over = { ...window, id: 'over', endTime: '2026-01-01T00:00:00.000Z', overTime: '2026-01-01T00:00:00.000Z' }
    const others = Array.from({ length: LIMITS.maintenanceWindows - 1 }, (_, n) => ({ ...window, id: `w${n}` }))
    await store.transaction((parts) => parts.maintenance.save([...others, over]))
    expectRefusal(await call('POST', '/api/maintenance', WINDOW), 400, 'there are 1000 maintenance windows')
    expect((await call('PUT', '/api/maintenance/w1', { name: 'changed' })).status).toBe(200)
    expectRefusal(await call('PUT', '/api/maintenance/over', WINDOW), 400, 'the limit is 1000')
    expect((await call('DELETE', '/api/maintenance/w2')).status).toBe(200)
    expect((await call('PUT', '/api/maintenance/over', WINDOW)).status).toBe(200)
  })
})

describe('the times of a maintenance window', () => {
  it.each([null, 'FREQ=DAILY'])('should be cut to seconds if the rrule is %s', async (rrule) => {
    const times = { startTime: '2030-01-06T02:00:00.999Z', endTime: '2030-01-06T04:00:00.001Z' }
    const created = await call('POST', '/api/maintenance', { name: 'night', ...times, rrule })
    const cut = { startTime: '2030-01-06T02:00:00.000Z', endTime: '2030-01-06T04:00:00.000Z' }
    expect([created.status, created.body]).toMatchObject([201, { window: cut }])
    const path = `/api/maintenance/${textAt(created, 'window.id')}`
    const changed = await call('PUT', path, { startTime: '2030-01-06T01:00:00.123Z' })
    expect(changed.body).toMatchObject({ window: { ...cut, startTime: '2030-01-06T01:00:00.000Z' } })
  })

  it('should not be equal after they are cut', async () => {
    const times = { startTime: '2030-01-06T02:00:00.001Z', endTime: '2030-01-06T02:00:00.999Z' }
    expectRefusal(await call('POST', '/api/maintenance', { name: 'night', ...times }), 400, 'endTime must be later')
  })
})

// Helpers

const WINDOW = { name: 'night', startTime: '2030-01-06T02:00:00Z', endTime: '2030-01-06T04:00:00Z' }

function call(method: string, path: string, json?: unknown) {
  return server.current.call(method, path, json === undefined ? {} : { json })
}

/** Stores policies directly, as a snapshot may have stored them. */
async function addPolicies(count: number): Promise<void> {
  const { opsgraph, store } = server.current
  const policy = await opsgraph.createAlertPolicy(ADMIN, { name: 'p', description: '', actions: extracts })
  const policies = Array.from({ length: count - 1 }, (_, n) => ({ ...policy, id: `p${n}` }))
  await store.transaction((parts) => parts.alertPolicies.save(policies))
}
