import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { expectRefusal } from '../../packages/http/test/test-server.js'
import { onThreeStores } from './on-three-stores.js'
import { alertsOf, CONFIG, createHook, DOWN, HOOK, histories, hmac, post } from './webhook-scene.js'

const EXAMPLES = new URL('../../examples/webhooks/', import.meta.url)

onThreeStores((server) => {
  describe('every row of the mapping value syntax', () => {
    it.each<[string, object, unknown, object[]]>([
      ['a path', { value: 'a[1].b["x.y"]' }, { ...DOWN, a: [0, { b: { 'x.y': 7 } }] }, [{ value: '7' }]],
      [
        'a missing path, and one that is null',
        { value: 'none', group: 'nil' },
        { ...DOWN, nil: null },
        [{ value: '', group: 'Misc' }],
      ],
      [
        'a whole array',
        { tags: 'tags', service: 'tags[]' },
        { ...DOWN, tags: ['x', 'y'] },
        [{ tags: ['x', 'y'], service: ['x', 'y'] }],
      ],
      ['a joined array', { group: { path: 'tags', join: '+' } }, { ...DOWN, tags: ['x', 2, null] }, [{ group: 'x+2' }]],
      [
        'one alert per element, [N] reading the same index',
        { resource: { path: 'hosts[]', expand: true }, value: 'values[N]' },
        { ...DOWN, hosts: ['a', 'b'], values: [1, 2] },
        [
          { resource: 'a', value: '1' },
          { resource: 'b', value: '2' },
        ],
      ],
      [
        'a choice',
        { group: { path: 'ok', if_true: 'up', if_false: 'down' } },
        { ...DOWN, ok: 'false' },
        [{ group: 'down' }],
      ],
      [
        'attributes',
        {
          attributes: {
            region: 'where.region',
            up: { path: 'ok', if_true: 1, if_false: 0 },
            fixed: 3,
            inner: { host: 'host' },
          },
        },
        { ...DOWN, where: { region: 'eu' }, ok: true },
        [{ attributes: { region: 'eu', up: 1, fixed: 3, inner: { host: 'web' } } }],
      ],
      ['a number and a boolean', { timeout: 60, value: true }, DOWN, [{ timeout: 60, value: 'true' }]],
      ['a text, which is always a path', { group: 'Linux servers' }, DOWN, [{ group: 'Misc' }]],
    ])('should map %s', async (_, mappings, payload, alerts) => {
      await createHook(server.current, { fieldMappings: { ...HOOK.fieldMappings, ...mappings } })
      const { status, text } = await post(server.current, payload)
      expect(status, text).toBe(200)
      const made = (await alertsOf(server.current)).toSorted((left, right) =>
        String(left.resource) < String(right.resource) ? -1 : 1,
      )
      expect(made).toMatchObject(alerts)
    })

    it('should read everything inside of the elements of arrayPath', async () => {
      await createHook(server.current, { arrayPath: 'data.alerts' })
      await post(server.current, { data: { alerts: [DOWN, { ...DOWN, host: 'db' }] }, host: 'ignored' })
      expect((await alertsOf(server.current)).map(({ resource }) => resource).sort()).toEqual(['db', 'web'])
    })

    it('should weigh alerts and write their relations as those of POST /api/alert', async () => {
      const policy = { name: 'p', description: '', weight: 7, filters: {}, status: 'active' }
      await server.current.call('POST', '/api/service_topology_policy', { json: policy })
      await createHook(server.current, { fieldMappings: { ...HOOK.fieldMappings, resourceParent: 'vm', origin: 'by' } })
      await post(server.current, { ...DOWN, vm: 'vm-1', by: 'zabbix' })
      expect(await alertsOf(server.current)).toMatchObject([{ attributes: { weight: 7 }, resourceParent: 'vm-1' }])
      const { body } = await server.current.call('GET', '/api/resources/relations')
      expect(body.relations).toMatchObject([{ resource: 'web', parent: 'vm-1', source: 'event', sourceRef: 'zabbix' }])
    })
  })

  describe('explain', () => {
    it('should tell where each field comes from, of a payload sent or kept, and store nothing', async () => {
      await createHook(server.current, { enabled: false, defaultValues: { environment: 'Production' } })
      await post(server.current, DOWN)
      const before = await histories(server.current)
      const sent = await server.current.call('POST', `${CONFIG}/hook/test`, { json: DOWN })
      expect(sent.body).toMatchObject({
        ...{ status: 'ok', total: 1, message: null, missingColumns: ['type', 'text'] },
        alerts: [
          { element: '', error: null, alert: { resource: 'web', severity: 'major', environment: 'Production' } },
        ],
      })
      expect((sent.body.alerts as { fields: object[] }[])[0]?.fields).toContainEqual({
        field: 'resource',
        origin: 'path',
        path: 'host',
        hint: null,
      })
      const kept = await server.current.call('POST', `${CONFIG}/hook/test`, { json: { history: 0 } })
      expect(kept.body).toEqual(sent.body)
      const unsaved = { config: { ...HOOK, authMode: 'header' }, payload: DOWN }
      const draft = await server.current.call('POST', `${CONFIG}/test`, { json: unsaved })
      expect(draft.body).toMatchObject({ total: 1, missingColumns: [], alerts: [{ alert: { text: 'it is broken' } }] })
      expect([await histories(server.current), await alertsOf(server.current)]).toEqual([before, []])
    })

    it('should refuse what could not be received, and what is not there', async () => {
      await createHook(server.current)
      const path = `${CONFIG}/hook/test`
      expectRefusal(await server.current.call('POST', `${CONFIG}/none/test`, { body: '{' }), 404, 'webhook not found')
      expectRefusal(
        await server.current.call('POST', path, { json: { history: 0 } }),
        404,
        'payloadHistory[0] not found',
      )
      expectRefusal(await server.current.call('POST', path, { json: [] }), 400, 'empty object or list')
      expectRefusal(await server.current.call('POST', path, { json: { a: 'x'.repeat(262_144) } }), 413, '262144 bytes')
      const config = { fieldMapping: {} }
      const misspelled = await server.current.call('POST', `${CONFIG}/test`, { json: { config, payload: DOWN } })
      expectRefusal(misspelled, 400, 'unknown fields: fieldMapping')
    })
  })

  describe('replay', () => {
    it('should run a kept payload through the mapping of today, and say so in the history', async () => {
      await createHook(server.current, { enabled: false })
      await post(server.current, DOWN)
      const replay = (json: object) => server.current.call('POST', `${CONFIG}/hook/replay`, { json })
      expectRefusal(await replay({ history: 0 }), 403, 'Webhook is disabled')
      const fieldMappings = { ...HOOK.fieldMappings, group: 'check' }
      await server.current.call('PUT', `${CONFIG}/hook`, { json: { enabled: true, fieldMappings } })
      expect((await replay({ history: 0 })).body).toMatchObject({ status: 'ok', alerts_created: 1 })
      expect(await alertsOf(server.current)).toMatchObject([{ group: 'Down', history: [{ actor: 'admin' }] }])
      const [entry, original] = (await histories(server.current)).payloads
      expect(entry).toMatchObject({
        httpStatus: 200,
        message: `replay of the payload received at ${original?.receivedAt}`,
      })
      expectRefusal(await replay({ history: 0, receivedAt: original?.receivedAt }), 409, 'was received at')
      expectRefusal(await replay({ history: 4 }), 404, 'not found')
      expectRefusal(await replay({ history: -1 }), 400, /^history must be/)
      await server.current.call('PUT', `${CONFIG}/hook`, { json: { arrayPath: 'none' } })
      expectRefusal(await replay({ history: 0 }), 400, 'No alerts generated from payload')
      expect((await histories(server.current)).errors[0]?.message).toMatch(/^replay of the payload .*No alerts/)
    })

    it('should make no alert of a payload whose sender was not let in', async () => {
      await createHook(server.current, { authMode: 'header', authHeaderName: 'X-Secret', authSecret: 's3cret' })
      await post(server.current, DOWN)
      const received = await server.current.call('POST', `${CONFIG}/hook/replay`, { json: { history: 0 } })
      expectRefusal(received, 403, 'never becomes an alert')
      expect(await alertsOf(server.current)).toEqual([])
    })

    it('should need both scopes', async () => {
      for (const [scope, missing] of [
        ['write:webhook_configs', 'write:alerts'],
        ['write:alerts', 'write:webhook_configs'],
      ] as const) {
        const key = await server.current.keyWith([scope])
        expectRefusal(
          await server.current.call('POST', `${CONFIG}/hook/replay`, { key, json: { history: 0 } }),
          403,
          missing,
        )
      }
    })
  })

  it('should offer presets that make alerts of what the tools send', async () => {
    const { body } = await server.current.call('GET', '/api/webhook_presets')
    const presets = body.webhook_presets as {
      id: string
      config: { authHeaderScheme: string; authHeaderName?: string }
    }[]
    const folders = readdirSync(EXAMPLES, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(presets.map(({ id }) => id).sort()).toEqual(folders.map(({ name }) => name).sort())
    for (const { id, config } of presets) {
      await createHook(server.current, {
        name: id,
        arrayPath: '',
        fieldMappings: {},
        ...config,
        id,
        authSecret: 's3cret',
      })
      const payload = readFileSync(new URL(`${id}/payload.json`, EXAMPLES))
      const signature = { 'X-Hub-Signature-256': `sha256=${hmac('s3cret', payload)}` }
      const named = config.authHeaderName ?? 'X-None'
      const proof = { [named]: config.authHeaderScheme === 'static' ? 's3cret' : hmac('s3cret', payload) }
      const received = await post(server.current, payload, { id, headers: { ...signature, ...proof } })
      expect(received.body, `${id}: ${received.text}`).toMatchObject({ status: 'ok', webhook_id: id })
    }
  })
})
