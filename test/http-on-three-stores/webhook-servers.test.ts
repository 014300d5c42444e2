import { describe, expect, it } from 'vitest'
import { expectRefusal, type TestServer } from '../../packages/http/test/test-server.js'
import { onThreeStores } from './on-three-stores.js'
import { alertsOf, CONFIG, createHook, DOWN, histories, hmac, post } from './webhook-scene.js'

onThreeStores((server) => {
  describe('several servers on one store', () => {
    it('should create the alerts of a delivery once, even if another server receives it again', async () => {
      await createHook(server.current, { deduplication: { header: 'X-Delivery', ttlSeconds: 60 } })
      const other = await server.current.another()
      const headers = { 'X-Delivery': 'one' }
      expect((await post(server.current, DOWN, { headers })).body).not.toHaveProperty('duplicate')
      for (const at of [server.current, other]) {
        const again = await post(at, DOWN, { headers })
        expect(again.status).toBe(200)
        expect(again.body).toEqual({
          ...{ status: 'ok', webhook_id: 'hook', webhook_name: 'The hook', alerts_created: 0, alerts: [] },
          duplicate: true,
        })
      }
      expect(await alertsOf(server.current)).toMatchObject([{ duplicateCount: 0 }])
      await post(other, DOWN, { headers: { 'X-Delivery': 'two' } })
      await post(other, DOWN)
      expect(await alertsOf(server.current)).toMatchObject([{ duplicateCount: 2 }])
      const { payloads } = await histories(server.current)
      const SEEN = expect.stringContaining('received before')
      expect(payloads.map(({ message }) => message)).toEqual([null, null, SEEN, SEEN, null])
    })

    it('should create them once if both receive it at the same time', async () => {
      await createHook(server.current, { deduplication: { path: 'id', ttlSeconds: 60 } })
      const other = await server.current.another()
      const sent = Array.from({ length: 20 }, (_, n) => post(n % 2 ? other : server.current, { ...DOWN, id: 7 }))
      const answers = (await Promise.all(sent)).map(({ status, body }) => [status, body.duplicate])
      expect(answers.filter(([, duplicate]) => duplicate === undefined)).toEqual([[200, undefined]])
      expect(await alertsOf(server.current)).toMatchObject([{ duplicateCount: 0 }])
    })

    it('should process a failed delivery again when it is repeated', async () => {
      await createHook(server.current, { deduplication: { path: 'id', ttlSeconds: 60 } })
      expect((await post(server.current, { id: 1, host: 'web' })).status).toBe(400)
      expect((await post(server.current, { id: 1, ...DOWN })).body).toMatchObject({ alerts_created: 1 })
    })

    it('should apply a change at once on the same server, and within a second on others', async () => {
      await createHook(server.current)
      const time = { now: Date.parse('2026-11-20T12:00:00Z') }
      const other = await server.current.another({ clock: () => new Date(time.now) })
      const statuses = async () => [(await post(server.current, DOWN)).status, (await post(other, DOWN)).status]
      expect(await statuses()).toEqual([200, 200])
      await server.current.call('PUT', `${CONFIG}/hook`, { json: { enabled: false } })
      expect((await post(server.current, DOWN)).status).toBe(403)
      time.now += 1_000
      expect(await statuses()).toEqual([403, 403])
      await server.current.call('DELETE', `${CONFIG}/hook`)
      time.now += 1_000
      expect(await statuses()).toEqual([404, 404])
      await createHook(server.current)
      expect(await statuses()).toEqual([200, 200])
    })

    it('should report a stale secret to everyone except the sender', async () => {
      const auth = { authMode: 'header', authHeaderScheme: 'hub', authSecret: 's3cret' }
      await createHook(server.current, auth)
      await createHook(server.current, { ...auth, id: 'plain', authHeaderScheme: 'static', authHeaderName: 'X-Secret' })
      await createHook(server.current, { id: 'open' })
      const restarted = await server.current.another({ secretKey: 'another SECRET_KEY' })
      const headers = { 'X-Hub-Signature-256': `sha256=${hmac('s3cret', JSON.stringify(DOWN))}`, 'X-Secret': 's3cret' }
      for (const id of ['hook', 'plain']) {
        expectRefusal(await post(restarted, DOWN, { headers, id }), 401, /^authentication failed$/)
        expect((await histories(restarted, id)).errors[0]?.message).toContain('SECRET_KEY has changed')
        expect((await post(server.current, DOWN, { headers, id })).status).toBe(200)
      }
      expect(await readStaleSecrets(restarted)).toEqual(['hook', 'plain'])
      expect(await readStaleSecrets(server.current)).toEqual([])
      const { body } = await restarted.call('GET', `${CONFIG}/hook`)
      expect(body.webhook_config).toMatchObject({
        authSecretStale: true,
        authSecretSet: true,
        authSecretPlaintext: null,
      })
      await restarted.call('PUT', `${CONFIG}/hook`, { json: { authSecret: 's3cret' } })
      expect((await post(restarted, DOWN, { headers })).status).toBe(200)
    })

    it('should answer each of many concurrent deliveries separately', async () => {
      await createHook(server.current)
      const other = await server.current.another()
      const sent = Array.from({ length: 60 }, (_, n) => {
        const body = n % 3 === 0 ? { host: 'web' } : { ...DOWN, check: `check ${n % 20}` }
        return post(n % 2 ? other : server.current, body)
      })
      const statuses = (await Promise.all(sent)).map(({ status }) => status)
      expect(statuses).toEqual(Array.from({ length: 60 }, (_, n) => (n % 3 === 0 ? 400 : 200)))
      const alerts = await alertsOf(server.current)
      expect(alerts).toHaveLength(20)
      const arrivals = alerts.reduce((sum, { duplicateCount }) => sum + 1 + Number(duplicateCount), 0)
      expect(arrivals).toBe(40)
    })
  })
})

// Helpers

async function readStaleSecrets(server: TestServer): Promise<unknown> {
  return (await server.call('GET', '/api/webhook_configs?page-size=1')).body.staleSecrets
}
