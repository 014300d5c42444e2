import { describe, expect, it } from 'vitest'
import type { TestServer } from '../../packages/http/test/test-server.js'
import { onThreeStores } from './on-three-stores.js'
import { alertsOf, CONFIG, createHook, DOWN, histories, post } from './webhook-scene.js'

const POLICIES = '/api/alert_policy'
const IGNORED = { ...DOWN, severity: 'low' }
const SENT = { environment: 'Production', resource: 'web', event: 'Down' }

onThreeStores((server) => {
  describe('POST /api/alert with alert policies', () => {
    it('should store the alert that the policies leave', async () => {
      await addPolicy(server.current, { translate: 'severity', values: { high: 'major' } })
      const received = await server.current.call('POST', '/api/alert', { json: { ...SENT, severity: 'High' } })
      expect(received.status).toBe(201)
      expect(received.body.alert).toMatchObject({ severity: 'major', timeout: 86_400 })
    })

    it('should answer 200 for a dropped alert, and name the policy', async () => {
      await addPolicy(server.current, { drop: true })
      const dropped = await server.current.call('POST', '/api/alert', { json: SENT })
      expect(dropped.status).toBe(200)
      expect(dropped.body).toEqual({
        ...{ status: 'ok', id: null, alert: null },
        message: 'dropped by the alert policy The policy',
      })
      expect(await alertsOf(server.current)).toEqual([])
    })
  })

  describe('a delivery with alert policies', () => {
    it('should answer 200 if every alert is dropped, and say so in the history', async () => {
      await createHook(server.current)
      await dropLow(server.current)
      const received = await post(server.current, [IGNORED, IGNORED])
      expect(received.status).toBe(200)
      expect(received.body).toEqual({
        ...{ status: 'ok', webhook_id: 'hook', webhook_name: 'The hook' },
        ...{ alerts_created: 0, alerts_ignored: 2, alerts: [] },
      })
      const { payloads, errors } = await histories(server.current)
      expect(payloads).toMatchObject([{ httpStatus: 200, message: expect.stringMatching(/^ignored: 2 of 2 alerts/) }])
      expect(errors).toEqual([])
    })

    it('should count dropped alerts beside created ones, and beside rejected ones with 400', async () => {
      await createHook(server.current)
      await dropLow(server.current)
      const created = await post(server.current, [IGNORED, DOWN])
      expect([created.status, created.body]).toMatchObject([
        200,
        { status: 'ok', alerts_created: 1, alerts_ignored: 1, alerts: [{ resource: 'web' }] },
      ])
      const rejected = await post(server.current, [IGNORED, { ...DOWN, severity: 'awful' }])
      expect([rejected.status, rejected.body]).toMatchObject([
        400,
        {
          status: 'error',
          alerts_created: 0,
          alerts_ignored: 1,
          errors: [{ error: expect.stringMatching(/^Severity \(awful\)/) }],
        },
      ])
      expect(await alertsOf(server.current)).toMatchObject([{ timeout: 0 }])
    })

    it('should be replayed with the policies of now', async () => {
      await createHook(server.current)
      await post(server.current, DOWN)
      await addPolicy(server.current, { drop: true })
      const replayed = await server.current.call('POST', `${CONFIG}/hook/replay`, { json: { history: 0 } })
      expect([replayed.status, replayed.body]).toMatchObject([200, { alerts_created: 0, alerts_ignored: 1 }])
    })

    it('should be explained with what each policy does', async () => {
      await createHook(server.current)
      await addPolicy(server.current, { set: 'group', value: 'db' })
      await dropLow(server.current)
      const explained = await server.current.call('POST', `${CONFIG}/hook/test`, { json: DOWN })
      expect(explained.body).toMatchObject({
        ...{ total: 1, ignored: 0 },
        alerts: [
          {
            alert: { group: 'db' },
            droppedBy: null,
            policies: [
              { name: 'The policy', matched: true, changes: [{ field: 'group', from: null, to: 'db' }], reason: null },
              { matched: false, changes: [], reason: 'not severity = low: severity is major' },
            ],
          },
        ],
      })
    })
  })

  describe('POST /api/alert_policy/preview', () => {
    it('should show what a policy would do, and store nothing', async () => {
      await createHook(server.current)
      await post(server.current, DOWN)
      const policy = { name: 'New', description: '', actions: [{ set: 'group', value: 'db' }] }
      const preview = await server.current.call('POST', `${POLICIES}/preview`, { json: { policy, webhookId: 'hook' } })
      const run = { name: 'New', matched: true, changes: [{ field: 'group', to: 'db' }], dropped: false }
      expect([preview.status, preview.body]).toMatchObject([
        200,
        {
          ...{ status: 'ok', total: 2, matched: 2, changed: 2, dropped: 0 },
          alerts: [
            { webhookId: 'hook', alertId: null, resource: 'web', run },
            { webhookId: null, alertId: expect.any(String), resource: 'web', run },
          ],
        },
      ])
      expect((await server.current.call('GET', POLICIES)).body.total).toBe(0)
      const refused = await server.current.call('POST', `${POLICIES}/preview`, { json: { policy: {} } })
      expect(refused.status).toBe(400)
    })
  })
})

// Helpers

async function addPolicy(server: TestServer, action: object, fields: object = {}): Promise<void> {
  const json = { name: 'The policy', description: '', actions: [action], ...fields }
  const created = await server.call('POST', POLICIES, { json })
  expect(created.status, created.text).toBe(201)
}

async function dropLow(server: TestServer): Promise<void> {
  await addPolicy(server, { drop: true }, { filters: { clauses: [{ key: 'severity', op: '=', value: 'low' }] } })
}
