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
        const policies = preset.policies as unknown[]
        expect(preset).toMatchObject({ config: { enabled: true }, hints: expect.any(Array) })
        expect(policies.length).toBeGreaterThan(0)
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
        'there is no preset nagios-xi; there are alertm',
      )
      expectRefusal(await create(server.current, { authSecret: '' }), 400, 'authSecret')
      expectRefusal(await create(server.current, []), 400, 'the body must be an object')
      expectRefusal(await create(server.current, { arrayPth: 'x' }), 400, 'unknown fields: arrayPth')
      await create(server.current, {})
      const policies = (await server.current.call('GET', '/api/alert_policy')).body.policies
      expectRefusal(await create(server.current, {}), 409, 'a webhook with the id alertmanager exists already')
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

function create(server: TestServer, fields: object, preset = 'alertmanager', key?: string) {
  const json = Array.isArray(fields) ? fields : { authSecret: SECRET, ...fields }
  return server.call('POST', `${CONFIG}?preset=${preset}`, { json, ...(key !== undefined && { key }) })
}

function exampleFolders(): readonly string[] {
  return readdirSync(EXAMPLES, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
}
