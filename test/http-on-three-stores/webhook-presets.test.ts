import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { expectRefusal, type TestServer } from '../../packages/http/test/test-server.js'
import { onThreeStores } from './on-three-stores.js'
import { alertsOf, CONFIG, histories, hmac, post } from './webhook-scene.js'

const EXAMPLES = new URL('../../examples/webhooks/', import.meta.url)
const SECRET = 'a secret of enough characters'

onThreeStores((server) => {
  describe('presets', () => {
    it('should list configurations with their policies and hints', async () => {
      const { body } = await server.current.call('GET', '/api/webhook_presets')
      const presets = body.webhook_presets as Record<string, unknown>[]
      expect(presets.length).toBeGreaterThanOrEqual(25)
      for (const preset of presets) {
        expect(preset).toMatchObject({
          config: { enabled: true },
          policies: expect.any(Array),
          hints: expect.any(Array),
        })
      }
    })

    it.each(exampleFolders())('should create the webhook of %s, which accepts the payload of the tool', async (id) => {
      const created = await server.current.call('POST', `${CONFIG}?preset=${id}`, { json: { authSecret: SECRET } })
      expect(created, created.text).toMatchObject({ status: 201, body: { id, webhook_config: { enabled: true } } })
      const { authHeaderName, authHeaderScheme } = created.body.webhook_config as Record<string, string>
      const payload = readFileSync(new URL(`${id}/payload.json`, EXAMPLES))
      const signature = authHeaderScheme === 'static' ? SECRET : hmac(SECRET, payload)
      const proof = { [authHeaderName ?? '']: authHeaderScheme === 'hub' ? `sha256=${signature}` : signature }
      const received = await post(server.current, payload, { id, headers: proof })
      expect(received.body, received.text).toMatchObject({ status: 'ok', webhook_id: id })
    })

    it('should open the alert that Alertmanager fires, and close it when Alertmanager resolves it', async () => {
      const { body } = await create(server.current, {})
      const policies = body.policies as readonly object[]
      expect(policies.length).toBeGreaterThan(3)
      for (const policy of policies) expect(policy).toMatchObject({ webhookId: 'alertmanager', status: 'active' })
      const firing = readFileSync(new URL('alertmanager/payload.json', EXAMPLES), 'utf8')
      const headers = { Authorization: SECRET }
      await post(server.current, firing, { id: 'alertmanager', headers })
      expect(await alertsOf(server.current)).toMatchObject([{ event: 'thing_dead', status: 'open' }])
      const resolved = firing.replaceAll('"firing"', '"resolved"')
      await post(server.current, resolved, { id: 'alertmanager', headers })
      expect(await alertsOf(server.current)).toMatchObject([{ event: 'thing_dead', status: 'closed' }])
      expect((await histories(server.current, 'alertmanager')).errors).toEqual([])
    })

    it('should open an alert about the webhook while Watchdog is resolved, and close it while Watchdog fires', async () => {
      await create(server.current, { id: 'prod' })
      const headers = { Authorization: SECRET }
      const send = (...states: readonly string[]) =>
        post(server.current, buildWatchdogs(states), { id: 'prod', headers })
      const statuses = async () => (await alertsOf(server.current)).map(({ status, openCount }) => [status, openCount])
      expect(await send('firing')).toMatchObject({ status: 200 })
      expect(await statuses()).toEqual([['closed', 0]])
      await send('resolved')
      const [alert] = await alertsOf(server.current)
      expect(alert).toMatchObject({
        ...{ resource: 'prod', event: 'WebhookSilent', environment: 'Production', severity: 'major', status: 'open' },
        activeSince: expect.not.stringContaining('2026-11-01'),
        text: 'Prometheus no longer sends its alert Watchdog, so other alerts may be missing too',
      })
      await send('firing')
      expect(await statuses()).toEqual([['closed', 0]])
      // Two Prometheus servers send to one Alertmanager.
      await send('resolved', 'resolved')
      await send('firing', 'resolved')
      expect(await statuses()).toEqual([['open', 1]])
      await send('firing', 'firing')
      expect(await statuses()).toEqual([['closed', 0]])
    })

    it('should replace fields of the preset, and bind the policies to the new webhook', async () => {
      const { body } = await create(server.current, { id: 'prod', name: 'Production', enabled: false })
      expect(body.webhook_config).toMatchObject({ id: 'prod', name: 'Production', enabled: false, arrayPath: 'alerts' })
      const { body: listed } = await server.current.call('GET', '/api/alert_policy')
      expect(listed.policies).toEqual(body.policies)
      expect((body.policies as { webhookId: string }[]).every(({ webhookId }) => webhookId === 'prod')).toBe(true)
      await server.current.call('DELETE', `${CONFIG}/prod`)
      expect((await server.current.call('GET', '/api/alert_policy')).body.policies).toEqual([])
    })

    it('should create nothing if the request is refused', async () => {
      expectRefusal(
        await create(server.current, {}, 'nagios-xi'),
        400,
        'there is no preset nagios-xi; there are airbrake, alertm',
      )
      expectRefusal(await create(server.current, { authSecret: '' }), 400, 'authSecret')
      expectRefusal(await create(server.current, []), 400, 'the body must be an object')
      expectRefusal(await create(server.current, { arrayPth: 'x' }), 400, 'unknown fields: arrayPth')
      await create(server.current, {})
      const policies = (await server.current.call('GET', '/api/alert_policy')).body.policies
      expectRefusal(
        await create(server.current, {}),
        409,
        'a webhook with the id alertmanager exists already: send another id',
      )
      expect((await server.current.call('GET', '/api/alert_policy')).body.policies).toEqual(policies)
      expect((await server.current.call('GET', '/api/webhook_configs')).body.total).toBe(1)
    })

    it('should need the scope to create policies', async () => {
      const json = { user: 'hooks', scopes: ['write:webhook_configs'] }
      const { body } = await server.current.call('POST', '/api/key', { json })
      const refused = await create(server.current, {}, 'alertmanager', body.key as string)
      expectRefusal(refused, 403, 'write:service_topologies')
    })
  })
})

/** A payload of Alertmanager with one alert Watchdog of each Prometheus, in the given states. */
function buildWatchdogs(states: readonly string[]) {
  const alerts = states.map((status, index) => ({
    status,
    labels: { alertname: 'Watchdog', severity: 'none', instance: `prometheus-${index}` },
    annotations: { summary: 'This alert always fires.' },
    startsAt: '2026-11-01T06:00:00Z',
    endsAt: status === 'resolved' ? '2026-11-03T08:12:40.118Z' : '0001-01-01T00:00:00Z',
    fingerprint: `watchdog ${index}`,
  }))
  return { version: '4', status: 'firing', alerts }
}

function create(server: TestServer, fields: object, preset = 'alertmanager', key?: string) {
  const json = Array.isArray(fields) ? fields : { authSecret: SECRET, ...fields }
  return server.call('POST', `${CONFIG}?preset=${preset}`, { json, ...(key !== undefined && { key }) })
}

function exampleFolders(): readonly string[] {
  return readdirSync(EXAMPLES, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
}
